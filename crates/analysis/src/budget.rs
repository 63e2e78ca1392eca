//! Limits on an analysis, and the error at those limits.

use game::{Stop, StopReason};
use thiserror::Error;

/// Limits on an analysis. Running out means fewer facts, never wrong ones.
///
/// All of it is counted work, not time: the same budget gives the same facts.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Operations of the circuit on 64 states, for sampling.
    pub sampling: u64,
    /// Conflicts of the SAT solver, in all.
    pub conflicts: u64,
    /// Conflicts after which one question is given up; each case of the
    /// question adds a few.
    pub conflicts_per_question: u64,
    /// Assignments that the SAT solver propagates, in all.
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
