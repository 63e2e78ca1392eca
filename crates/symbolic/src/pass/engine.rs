//! A game encoded, with all that the passes need.

use std::rc::Rc;

use analysis::Progress as Measure;
use game::RoleId;
use ground::{BitState, GroundGame};
use table::{Archive, StoreError};

use crate::SymbolicError;
use crate::diagram::{Halt, Set, Space};
use crate::encode::condition::Condition;
use crate::encode::encoding::Encoding;
use crate::encode::moves::Moves;
use crate::encode::order::Choice;
use crate::encode::turns::Turns;
use crate::matrix::MatrixId;
use crate::pass::goals::Goals;
use crate::pass::task::{Effort, Task};

/// From so many nodes on, a few seconds' work, results are worth a place on
/// disk.
const WORTH_KEEPING: usize = 1 << 22;

pub(crate) struct Engine<'a> {
    pub game: &'a GroundGame,
    pub space: Space,
    pub encoding: Encoding,
    /// Which order of variables it has.
    pub choice: Choice,
    pub start: Set,
    /// The measure of progress that keeps layers apart, if there is one.
    pub measure: Option<&'a Measure>,
    /// What it is in the first state.
    pub first_measure: i64,
    pub terminal: Rc<Condition>,
    pub goals: Goals,
    pub turns: Turns,
    /// For each role the parts of its relation.
    pub relations: Vec<Vec<MatrixId>>,
    /// For each role to move and each role when that has no legal move.
    pub stuck: Vec<Vec<(RoleId, Condition)>>,
}

impl<'a> Engine<'a> {
    /// Encodes a game in a space for so many nodes, of which there may be more.
    pub fn new(
        task: &Task<'a>,
        (encoding, choice): (Encoding, Choice),
        capacity: usize,
        may_grow: bool,
    ) -> Result<Self, SymbolicError> {
        let space = Space::new(encoding.variables, capacity, may_grow, task.stop.clone());
        let engine = Self::encode(task, space, encoding, choice);
        engine.map_err(|halt| error(halt, 0, capacity))
    }

    fn encode(
        task: &Task<'a>,
        space: Space,
        encoding: Encoding,
        choice: Choice,
    ) -> Result<Self, Halt> {
        let game = task.game;
        let fluents = encoding.fluents(&space)?;
        let mut moves = Moves::new(&space, game, &encoding, &fluents)?;
        let legal = moves.legal();
        let turns = Turns::new(&space, game, task.facts, &fluents, &legal)?;
        let roles = || RoleId::all(game.roles().len());
        let mut relations = Vec::new();
        let mut stuck = Vec::new();
        for role in roles() {
            let class = &turns.of[role.index()];
            relations.push(moves.relation(role, class)?);
            let mut idle = Vec::new();
            for other in roles() {
                let legal = game.moves_of(other).map(|mov| &legal[mov.index()]);
                idle.push((other, Condition::none_of(&space, class, legal)?));
            }
            stuck.push(idle);
        }
        // At once: goals and the end of the game share most of their parts.
        let ends: Vec<_> = [game.terminal()]
            .into_iter()
            .chain(Goals::nodes(game))
            .collect();
        let ends = Condition::of_nodes(&space, game, &fluents, &ends)?;
        let goals = Goals::new(game, &ends[1..]);
        let start = encoding.state(&space, |fluent| task.start.holds(fluent))?;
        let measure = task.facts.progress.as_ref().filter(|it| it.incremental);
        let held = game.fluent_ids().filter(|&it| task.start.holds(it));
        let weight = |measure: &Measure| held.map(|it| measure.weights[it.index()]).sum();
        let first_measure = measure.map_or(0, weight);
        drop(moves);
        Ok(Engine {
            game,
            start,
            measure,
            first_measure,
            terminal: ends[0].clone(),
            goals,
            turns,
            relations,
            stuck,
            space,
            encoding,
            choice,
        })
    }

    pub fn error(&self, halt: Halt, layer: u64) -> SymbolicError {
        error(halt, layer, self.space.capacity)
    }

    /// Tells the archive that much has been done, if it has.
    pub fn notice_effort(&self, archive: &mut Archive<'_>) -> Result<(), StoreError> {
        match self.space.peak() > WORTH_KEEPING {
            true => archive.settle(),
            false => Ok(()),
        }
    }

    /// Some state of a set that is not empty.
    pub fn witness(&self, set: &Set) -> BitState {
        let values = self.space.pick(set);
        self.encoding.decode(&values.expect("the set is not empty"))
    }

    pub fn effort(&self, layers: Vec<usize>) -> Effort {
        let size = |parts: &Vec<MatrixId>| -> usize {
            let sizes = parts.iter();
            self.space
                .with_matrices(|it| sizes.map(|&part| it.size(part)).sum())
        };
        Effort {
            order: self.choice.clone(),
            variables: self.encoding.variables,
            relations: self.relations.iter().map(size).collect(),
            peak_nodes: self.space.peak(),
            layers,
        }
    }
}

fn error(halt: Halt, layer: u64, capacity: usize) -> SymbolicError {
    match halt {
        Halt::OutOfNodes | Halt::OutOfSteps => SymbolicError::OutOfNodes { layer, capacity },
        Halt::Stopped(reason) => SymbolicError::Stopped { reason, layer },
    }
}
