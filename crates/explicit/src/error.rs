//! Why a game could not be solved by this engine.

use std::convert::Infallible;

use game::{Obstacle, StopReason};
use judge::JudgeError;
use table::StoreError;
use table::solution::SolutionError;
use thiserror::Error;

/// Why the engine has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExplicitError {
    /// What would stop every engine.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    /// The game is of a kind that is not solved weakly, for this reason.
    #[error("this game cannot be solved weakly: {0}")]
    NotWeakly(&'static str),
    /// The door asked for a stop while states were being searched.
    #[error("stopped after {visited} states were looked at")]
    SearchStopped {
        /// Why.
        reason: StopReason,
        /// The number of states.
        visited: u64,
    },
    /// The store on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The solution file.
    #[error(transparent)]
    File(#[from] SolutionError),
}

impl From<Infallible> for ExplicitError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<JudgeError<Infallible>> for ExplicitError {
    fn from(error: JudgeError<Infallible>) -> Self {
        Obstacle::from(error).into()
    }
}
