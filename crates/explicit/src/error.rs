//! Why a game could not be solved by this engine.

use std::convert::Infallible;

use judge::JudgeError;
use table::StoreError;
use thiserror::Error;

/// What keeps the engine from an answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExplicitError {
    /// The game, or a limit.
    #[error(transparent)]
    Game(#[from] JudgeError<Infallible>),
    /// The store on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
}
