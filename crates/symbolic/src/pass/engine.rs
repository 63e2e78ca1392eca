//! An encoded game, with all that the passes need.

use std::cell::Cell;
use std::rc::Rc;

use analysis::Claim;
use game::{Playable, RoleId, Turn};
use ground::{BitState, GroundGame, MoveId, Simulator};
use table::{Archive, StoreError};

use crate::diagram::{Halt, Set};
use crate::encode::condition::Condition;
use crate::encode::encoding::Encoding;
use crate::encode::moves::Moves;
use crate::encode::order::Choice;
use crate::encode::turns::Turns;
use crate::encode::universe::universe;
use crate::error::{Part, SymbolicError};
use crate::matrix::MatrixId;
use crate::pass::goals::Goals;
use crate::pass::task::{Effort, Task};
use crate::pass::trouble::{Flaw, Trouble};
use crate::space::Space;

pub(crate) struct Engine<'a> {
    pub game: &'a GroundGame,
    pub space: Space,
    pub encoding: Encoding,
    /// The order of variables that was taken.
    pub choice: Choice,
    pub start: Set,
    /// The progress measure that is to keep layers apart, if there is one.
    pub claim: Option<Claim<'a>>,
    pub terminal: Rc<Condition>,
    pub goals: Goals,
    pub turns: Turns,
    /// For each role the parts of its relation.
    pub relations: Vec<Vec<MatrixId>>,
    /// For each role to move: for each role, when it has no legal move.
    pub stuck: Vec<Vec<(RoleId, Condition)>>,
    /// What also holds of states that cannot be reached; none if these do not matter.
    pub everywhere: Option<Everywhere>,
}

/// The states that the proven facts allow, whether they can be reached or not.
pub(crate) struct Everywhere {
    pub states: Set,
    /// For each fluent the states in which it holds.
    pub fluents: Vec<Set>,
    /// For each role to move: the states all of whose successors have a code. Of the
    /// others, the relation says nothing.
    pub coded: Vec<Condition>,
}

impl<'a> Engine<'a> {
    /// Encodes a game in the order that the task asks for.
    pub fn of(task: &Task<'a>) -> Result<Self, SymbolicError> {
        Self::for_states(task, false)
    }

    /// The same, for all states that the proven facts allow.
    pub fn of_everything(task: &Task<'a>) -> Result<Self, SymbolicError> {
        Self::for_states(task, true)
    }

    fn for_states(task: &Task<'a>, everywhere: bool) -> Result<Self, SymbolicError> {
        let capacity = Space::nodes_in(task.memory);
        let order = task.encoding(capacity)?;
        let most = capacity.saturating_mul(task.knobs.encode_per_node);
        let most = most
            .min(task.knobs.encode_most)
            .max(task.knobs.encode_least);
        Self::made(task, order, capacity, (most, everywhere))
    }

    /// Encodes a game in a space for `capacity` nodes, with at most `most` units of
    /// work ([`Space::work`]) before the first layer.
    pub fn within(
        task: &Task<'a>,
        order: (Encoding, Choice),
        capacity: usize,
        most: usize,
    ) -> Result<Self, SymbolicError> {
        Self::made(task, order, capacity, (most, false))
    }

    fn made(
        task: &Task<'a>,
        order: (Encoding, Choice),
        capacity: usize,
        (most, everywhere): (usize, bool),
    ) -> Result<Self, SymbolicError> {
        let encoding = &order.0;
        let space = Space::new(encoding.bands(), capacity, task.stop.clone());
        let space = space.tuned(task.knobs);
        space.allow(most);
        let part = Cell::new(Part::Legality);
        let engine = Self::encode(task, space, order, everywhere, &part);
        engine.map_err(|halt| match halt {
            Halt::OutOfSteps => SymbolicError::TooLarge(part.get()),
            halt => error(halt, 0, capacity),
        })
    }

    fn encode(
        task: &Task<'a>,
        space: Space,
        (encoding, choice): (Encoding, Choice),
        everywhere: bool,
        part: &Cell<Part>,
    ) -> Result<Self, Halt> {
        let game = task.game;
        let fluents = encoding.fluents(&space)?;
        let mut moves = Moves::new(&space, game, &encoding, &fluents)?;
        let legal = moves.legal();
        let turns = Turns::new((&space, everywhere), game, task.facts, &fluents, &mut moves)?;
        let roles = || RoleId::all(game.roles().len());
        let mut relations = Vec::new();
        let mut stuck = Vec::new();
        let states = match everywhere {
            true => Some(universe(&space, task.facts, &encoding, &fluents)?),
            false => None,
        };
        let mut coded = Vec::new();
        part.set(Part::Relations);
        for role in roles() {
            let class = &turns.of[role.index()];
            relations.push(moves.relation(role, class)?);
            if let Some(states) = &states {
                let own = space.and(states, class)?;
                let strays = moves.strays(&own)?;
                coded.push(Condition::none_of(&space, &own, strays.iter())?);
            }
            let mut idle = Vec::new();
            for other in roles() {
                let legal = game.moves_of(other).map(|mov| &legal[mov.index()]);
                idle.push((other, Condition::none_of(&space, class, legal)?));
            }
            stuck.push(idle);
        }
        part.set(Part::Ends);
        // Together: goals and the end of the game share most of their parts.
        let ends: Vec<_> = [game.terminal()]
            .into_iter()
            .chain(Goals::nodes(game))
            .collect();
        let ends = Condition::of_nodes(&space, game, &fluents, &ends)?;
        let goals = Goals::new(game, &ends[0], &ends[1..]);
        let start = encoding.state(&space, |fluent| task.start.holds(fluent))?;
        drop(moves);
        space.allow(task.work);
        Ok(Engine {
            game,
            start,
            claim: task.facts.claim(task.start),
            terminal: ends[0].clone(),
            goals,
            turns,
            relations,
            stuck,
            everywhere: states.map(|states| Everywhere {
                states,
                fluents,
                coded,
            }),
            space,
            encoding,
            choice,
        })
    }

    /// Whether it is proven that layers have no state in common.
    pub fn has_proven_layers(&self) -> bool {
        self.claim.as_ref().is_some_and(Claim::is_proven)
    }

    pub fn error(&self, halt: Halt, layer: u64) -> SymbolicError {
        error(halt, layer, self.space.capacity)
    }

    /// Tells the archive that much work has been done, if it has.
    pub fn notice_effort(&self, archive: &mut Archive<'_>) -> Result<(), StoreError> {
        match self.space.peak() > self.space.knobs.kept_nodes {
            true => archive.settle(),
            false => Ok(()),
        }
    }

    /// Some state of a set that is not empty.
    pub fn witness(&self, set: &Set) -> BitState {
        let values = self.space.pick(set);
        self.encoding.decode(&values.expect("the set is not empty"))
    }

    /// The trouble that several roles choose in a state of a layer; or that they seem
    /// to, because there are too many joint moves to compare.
    pub fn simultaneous(&self, state: BitState, layer: u64) -> Trouble {
        let mut game = Simulator::new(self.game.clone());
        let Ok(legal) = game.legal_moves(&state);
        let mut successor = |joint: &[MoveId]| game.successor(&state, joint);
        let Ok(turn) = game::turn(&legal, &mut successor);
        match turn {
            Turn::OfSeveral => {
                let Ok(roles) = game::choosers(&legal, &mut successor);
                Trouble::State(Flaw::Several(roles), state, layer)
            }
            Turn::Of(_) => {
                SymbolicError::Unsuited("roles have too many joint moves to compare").into()
            }
        }
    }

    /// The state in KIF.
    pub fn state_text(&self, state: &BitState) -> String {
        Simulator::new(self.game.clone()).state_text(state)
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
        Halt::Stopped(reason) => SymbolicError::stopped(reason, layer),
    }
}
