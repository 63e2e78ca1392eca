//! What an analysis may cost, and how it fails.

use game::{Stop, StopReason};
use thiserror::Error;

/// What an analysis may cost. Running out means fewer facts, never wrong ones.
///
/// All of it is counted work, not time: the same budget gives the same facts.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Operations of the circuit on 64 states that sampling may take.
    pub sampling: u64,
    /// Conflicts that the solver may run into, in all.
    pub conflicts: u64,
    /// Conflicts after which one question is given up, with a few more for each
    /// case that it has.
    pub conflicts_per_question: u64,
    /// Assignments that the solver may propagate, in all.
    pub propagations: u64,
    /// Asked now and then whether to stop.
    pub stop: Stop,
}

impl Budget {
    /// The usual budget: a few seconds for the largest games.
    pub fn new(stop: Stop) -> Self {
        Budget {
            sampling: 30_000_000,
            conflicts: 40_000,
            conflicts_per_question: 2_000,
            propagations: 120_000_000,
            stop,
        }
    }
}

/// Why an analysis ended without facts.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}
