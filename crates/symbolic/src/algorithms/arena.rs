//! The reachable states of a game, on which the algorithms without layers work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use game::{Rewards, RoleId};

use super::search::{Duplicates, Found};
use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::matrix::MatrixId;
use crate::pass::engine::Engine;
use crate::pass::kinds::Kinds;
use crate::pass::task::Progress;
use crate::pass::trouble::Trouble;
use crate::space::Space;

pub(crate) struct Arena<'a> {
    pub engine: &'a Engine<'a>,
    pub found: Found,
    /// All states, then all of them by kind.
    pub states: Set,
    pub kinds: Kinds,
    /// The terminal states by their rewards.
    pub ends: Vec<(Rewards, Set)>,
    progress: RefCell<&'a mut dyn FnMut(Progress)>,
    steps: Cell<u64>,
}

impl<'a> Arena<'a> {
    /// Finds all states, each once.
    pub fn explore(
        engine: &'a Engine<'a>,
        progress: &'a mut dyn FnMut(Progress),
    ) -> Result<Self, SymbolicError> {
        let space = &engine.space;
        let mut states = space.empty();
        let mut kinds = Kinds {
            terminal: space.empty(),
            open: vec![space.empty(); engine.relations.len()],
        };
        let mut ends: BTreeMap<Rewards, Set> = BTreeMap::new();
        let found = engine.search(Duplicates::Removed, None, progress, &mut |step| {
            states = space.or(&states, &step.fresh)?;
            kinds.terminal = space.or(&kinds.terminal, &step.kinds.terminal)?;
            for (all, own) in kinds.open.iter_mut().zip(&step.kinds.open) {
                *all = space.or(all, own)?;
            }
            for (rewards, set) in engine.ends(&step.kinds.terminal, step.layer)? {
                let known = ends.entry(rewards).or_insert_with(|| space.empty());
                *known = space.or(known, &set)?;
            }
            Ok(())
        })?;
        Ok(Arena {
            engine,
            found,
            states,
            kinds,
            ends: ends.into_iter().collect(),
            progress: RefCell::new(progress),
            steps: Cell::new(0),
        })
    }

    pub fn space(&self) -> &Space {
        &self.engine.space
    }

    pub fn roles(&self) -> usize {
        self.engine.relations.len()
    }

    /// The different rewards of reachable ends.
    pub fn rewards(&self) -> Vec<Rewards> {
        self.ends
            .iter()
            .map(|(rewards, _)| rewards.clone())
            .collect()
    }

    /// All roles, each with its relation.
    pub fn movers(&self) -> impl Iterator<Item = (RoleId, &[MatrixId])> {
        self.engine.movers()
    }

    /// The states of `from` in which the role has a move into `to`.
    pub fn with_move(&self, role: RoleId, from: &Set, to: &Set) -> Result<Set, Halt> {
        let relation = &self.engine.relations[role.index()];
        self.space().pre_image(relation, from, to)
    }

    /// The states of `from`, all open, in which all of the role's moves lead
    /// into `to`.
    pub fn with_all_moves(&self, role: RoleId, from: &Set, to: &Set) -> Result<Set, Halt> {
        let relation = &self.engine.relations[role.index()];
        self.space().strong_pre_image(relation, from, to)
    }

    /// Reports that a step is done.
    pub fn step_done(&self) {
        let step = self.steps.get();
        self.steps.set(step + 1);
        self.progress.borrow_mut()(Progress::Step { step });
    }

    /// The union of sets.
    pub fn union<'s>(&self, sets: impl IntoIterator<Item = &'s Set>) -> Result<Set, Halt> {
        let mut sets = sets.into_iter();
        sets.try_fold(self.space().empty(), |all, set| self.space().or(&all, set))
    }

    pub fn error(&self, trouble: Trouble) -> SymbolicError {
        let last = self.found.layers.len().saturating_sub(1);
        trouble.in_layer(self.engine, last as u64)
    }
}
