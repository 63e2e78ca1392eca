//! Tasks for the engine, and its answers.

use analysis::Facts;
use game::{Obstacle, Stop, StopReason, WorthByLayer};
use ground::{BitState, Simulator};
use judge::Limits;

use crate::ExplicitError;
use crate::forward::pass::Layers;
use crate::knobs::Knobs;
use table::Storage;

/// What to do, and with which means.
pub struct Task<'a> {
    /// The game, to be played state by state where needed.
    pub game: &'a mut Simulator,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// A reachable state to start from.
    pub start: BitState,
    /// How many threads work.
    pub threads: usize,
    /// Where finished layers are kept.
    pub storage: Storage<'a>,
    /// Bytes of memory that the engine may use, approximately; beyond that,
    /// what can goes to disk, if the storage has any.
    pub memory: u64,
    /// Whether to count what the states of each layer are worth even where that takes a
    /// pass of its own.
    pub by_layer: bool,
    /// How the engine is tuned.
    pub knobs: Knobs,
    /// The request to stop.
    pub stop: Stop,
}

/// A result, with the method that produced it.
#[derive(Debug)]
pub struct Answer<T> {
    /// What was asked for.
    pub result: T,
    /// How it was found, and why by that method.
    pub way: Way,
    /// What the states of each layer are worth, if they were valued; empty if that was
    /// not counted.
    pub worth: WorthByLayer,
}

/// The method that found a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Layer by layer: a measure of progress keeps them apart.
    Layers,
    /// Listed layer by layer, and valued all at once, for this reason.
    Graph(&'static str),
    /// State by state, all in memory, for this reason.
    Judge(&'static str),
}

impl<'a> Task<'a> {
    /// A task for one thread that keeps nothing, with unlimited memory, the default tuning
    /// and no request to stop.
    pub fn new(game: &'a mut Simulator, facts: &'a Facts, start: BitState) -> Self {
        Task {
            game,
            facts,
            start,
            threads: 1,
            storage: Storage::Memory,
            memory: u64::MAX,
            by_layer: false,
            knobs: Knobs::default(),
            stop: Stop::new(),
        }
    }

    pub(crate) fn limits(&self, max_depth: Option<u64>) -> Limits {
        Limits {
            max_depth,
            max_states: None,
            stop: self.stop.clone(),
        }
    }

    /// Bytes for the buffers of a pass: the rest is for the code, for what is
    /// being sorted or read, and for what the allocator does not give back.
    pub(crate) fn share_of_memory(&self) -> usize {
        usize::try_from(self.memory / 2).unwrap_or(usize::MAX)
    }
}

impl<T> Answer<T> {
    pub(crate) fn new(result: T, way: Way) -> Self {
        Answer {
            result,
            way,
            worth: WorthByLayer::new(),
        }
    }

    /// The same with what layers are worth.
    pub(crate) fn with_worth(self, worth: WorthByLayer) -> Self {
        Answer { worth, ..self }
    }
}

/// The error of a run that was stopped when there were these layers.
pub(crate) fn stopped(reason: StopReason, layers: &Layers) -> ExplicitError {
    ExplicitError::Obstacle(Obstacle::Stopped {
        reason,
        states: Some(layers.states),
        layer: (layers.sizes.len() as u64).saturating_sub(1),
    })
}
