//! A short forward run in a small space, to see how large sets become.

use analysis::Facts;
use game::{RoleId, Stop};
use ground::GroundGame;

use crate::diagram::{Halt, Set};
use crate::encode::condition::Condition;
use crate::encode::encoding::Encoding;
use crate::encode::moves::Moves;
use crate::encode::project::Projector;
use crate::encode::turns::Turns;
use crate::knobs::Knobs;
use crate::matrix::MatrixId;
use crate::space::Space;

pub(crate) struct Trial {
    space: Space,
    pub encoding: Encoding,
    relations: Vec<Vec<MatrixId>>,
    turns: Turns,
    terminal: std::rc::Rc<Condition>,
    /// The states seen so far, where layers may share states.
    seen: Option<Set>,
    start: Set,
    /// The last layer's states that are not terminal.
    rest: Set,
    /// The nodes of each layer so far; or those of its states that are not terminal, if
    /// these have more. They often have, and there the difference between orders shows
    /// one layer earlier.
    pub sizes: Vec<usize>,
}

impl Trial {
    pub fn new(
        game: &GroundGame,
        facts: &Facts,
        encoding: Encoding,
        allowance: usize,
        (knobs, stop): (&Knobs, &Stop),
    ) -> Result<Self, Halt> {
        let space = Space::new(encoding.bands(), knobs.trial_nodes, stop.clone()).tuned(*knobs);
        space.allow(allowance);
        let fluents = encoding.fluents(&space)?;
        let mut moves = Moves::new(&space, game, &encoding, &fluents)?;
        let turns = Turns::new((&space, false), game, facts, &fluents, &mut moves)?;
        let mut relations = Vec::new();
        for role in RoleId::all(game.roles().len()) {
            relations.push(moves.relation(role, &turns.of[role.index()])?);
        }
        drop(moves);
        let terminal = Condition::of_nodes(&space, game, &fluents, &[game.terminal()])?;
        let start = encoding.state(&space, |fluent| game.holds_initially(fluent))?;
        let rest = terminal[0].outside(&space, &start)?;
        space.allow(usize::MAX);
        let layered = facts
            .progress
            .as_ref()
            .is_some_and(|it| it.is_incremental());
        Ok(Trial {
            terminal: terminal[0].clone(),
            seen: (!layered).then(|| start.clone()),
            sizes: vec![start.nodes()],
            start,
            rest,
            space,
            encoding,
            relations,
            turns,
        })
    }

    /// Makes one more layer; returns whether there is one.
    pub fn step(&mut self) -> Result<bool, Halt> {
        let space = &self.space;
        let mut next = space.empty();
        for (class, parts) in self.turns.of.iter().zip(&self.relations) {
            let own = space.and(&self.rest, class)?;
            for &part in parts {
                next = space.or(&next, &space.next(part, &own)?)?;
            }
        }
        if let Some(seen) = &mut self.seen {
            next = space.minus(&next, seen)?;
            *seen = space.or(seen, &next)?;
        }
        if next.is_empty() {
            return Ok(false);
        }
        self.rest = self.terminal.outside(space, &next)?;
        self.sizes.push(next.nodes().max(self.rest.nodes()));
        Ok(true)
    }

    /// The game as seen through some of its fields.
    pub fn projector(&self) -> Result<Projector<'_>, Halt> {
        Projector::new(&self.space, &self.encoding, &self.relations, &self.start)
    }

    /// The nodes of all relations.
    pub fn relation_nodes(&self) -> usize {
        let all = self.relations.iter().flatten();
        self.space
            .with_matrices(|it| all.map(|&part| it.size(part)).sum())
    }

    /// The largest number of nodes so far, since a space does not shrink. Nodes of
    /// relations take twice the memory of others and count double.
    pub fn held(&self) -> usize {
        let relations = self.space.with_matrices(|it| it.nodes_made());
        self.space.peak() + 2 * relations
    }

    /// How it is tuned.
    pub fn knobs(&self) -> &Knobs {
        &self.space.knobs
    }

    /// The work done so far, see [`Space::work`].
    pub fn cost(&self) -> usize {
        self.space.work()
    }
}
