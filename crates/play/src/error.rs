//! Errors of a solved game.

use std::convert::Infallible;
use std::error::Error;

use game::StopReason;
use gdl::InterpretError;
use table::solution::SolutionError;
use thiserror::Error;

use crate::{Misfit, MoveError};

/// Why a question to a solved game has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] SolutionError),
    /// What the file says about its game is contradictory.
    #[error("the file contradicts itself: {0}")]
    Contradiction(String),
    /// The rules cost too much to evaluate.
    #[error(transparent)]
    Rules(#[from] InterpretError),
    /// A state was asked for that cannot be reached.
    #[error("the state {state} cannot be reached")]
    Unreachable {
        /// The state in KIF.
        state: String,
    },
    /// A state was asked for that the game does not have.
    #[error("{0}")]
    Misfit(Box<Misfit>),
    /// A text is not a state.
    #[error("not a state: {0}")]
    NotAState(String),
    /// A move cannot be made.
    #[error(transparent)]
    Move(MoveError<Infallible>),
    /// A move of a match cannot be made.
    #[error("move {number}: {source}")]
    AtMove {
        /// Which one, from 1.
        number: usize,
        /// Why.
        source: Box<PlayError>,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped(StopReason),
}

impl From<Infallible> for PlayError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<E: Error> From<MoveError<E>> for PlayError
where
    PlayError: From<E>,
{
    fn from(error: MoveError<E>) -> Self {
        match error.without_game() {
            Ok(error) => PlayError::Move(error),
            Err(error) => error.into(),
        }
    }
}

impl PlayError {
    /// The error for a state of another game's referee.
    pub(crate) fn foreign() -> Self {
        PlayError::NotAState("it is of another game".to_owned())
    }

    /// Whether the content of the file is at fault.
    pub fn is_about_content(&self) -> bool {
        match self {
            PlayError::File(error) => error.is_about_content(),
            PlayError::Contradiction(_) => true,
            _ => false,
        }
    }

    /// Whether the question is at fault: a state or a move that does not exist.
    pub fn is_about_question(&self) -> bool {
        matches!(
            self,
            PlayError::Unreachable { .. }
                | PlayError::Misfit(_)
                | PlayError::NotAState(_)
                | PlayError::Move(_)
                | PlayError::AtMove { .. }
        )
    }
}
