//! What to solve, the limits, and the progress.

use analysis::Facts;
use game::{Count, Stop};
use ground::{BitState, GroundGame};

use crate::SymbolicError;
use crate::encode::encoding::Encoding;
use crate::encode::order::{Choice, Order};
use crate::encode::portfolio::choose;
use crate::knobs::Knobs;

/// A game to count or to solve, and its limits.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The game.
    pub game: &'a GroundGame,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// The reachable state from which play starts.
    pub start: &'a BitState,
    /// The order of variables.
    pub order: Order,
    /// Bytes that diagrams may take.
    pub memory: u64,
    /// Work that may be done once the game is encoded, in nodes made and operations;
    /// beyond it, the run ends as if nodes had run out.
    pub work: usize,
    /// The tuning of the engine.
    pub knobs: Knobs,
    /// The request to stop.
    pub stop: Stop,
}

impl<'a> Task<'a> {
    /// A task within `memory` bytes, with the order that the engine finds, the default
    /// tuning, unlimited work and no request to stop.
    pub fn new(game: &'a GroundGame, facts: &'a Facts, start: &'a BitState, memory: u64) -> Self {
        Task {
            game,
            facts,
            start,
            order: Order::Auto,
            memory,
            work: usize::MAX,
            knobs: Knobs::default(),
            stop: Stop::new(),
        }
    }

    /// The game's encoding in the order that the task asks for; `capacity` is the number
    /// of nodes that fit into memory.
    pub(crate) fn encoding(&self, capacity: usize) -> Result<(Encoding, Choice), SymbolicError> {
        let tuning = (&self.knobs, &self.stop);
        choose(self.game, self.facts, &self.order, capacity, tuning)
    }
}

/// A layer that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Its states are found.
    Forward {
        /// The number of moves to it.
        layer: u64,
        /// How many states it has.
        states: Count,
        /// How many nodes.
        nodes: usize,
        /// How many bytes of layers are on disk.
        disk: u64,
    },
    /// Its states are valued.
    Backward {
        /// The number of moves to it.
        layer: u64,
        /// How many nodes the sets that tell values have together.
        nodes: usize,
        /// How many bytes of layers are on disk.
        disk: u64,
    },
    /// A backward step over the states of all layers is done.
    Step {
        /// The number of steps before it.
        step: u64,
    },
}

/// The resources that a result took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The order of variables.
    pub order: Choice,
    /// The number of variables.
    pub variables: u32,
    /// The nodes of each role's relation.
    pub relations: Vec<usize>,
    /// The largest number of nodes in use, including garbage.
    pub peak_nodes: usize,
    /// The nodes of each layer as one set.
    pub layers: Vec<usize>,
}
