//! Why a game could not be explored or solved.

use std::convert::Infallible;
use std::error::Error;

use game::Obstacle;
use thiserror::Error;

/// Why the judge has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JudgeError<E: Error + 'static> {
    /// The game could not evaluate a position.
    #[error(transparent)]
    Game(E),
    /// The game could not evaluate this position.
    #[error("{error}")]
    InState {
        /// Why.
        #[source]
        error: E,
        /// The position, in KIF.
        state: String,
        /// A shortest way there, in joint moves.
        path: Vec<String>,
    },
    /// What would stop every engine.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
}

/// If every position can be evaluated, only obstacles remain.
impl From<JudgeError<Infallible>> for Obstacle {
    fn from(error: JudgeError<Infallible>) -> Self {
        match error {
            JudgeError::Obstacle(obstacle) => obstacle,
            JudgeError::Game(never) | JudgeError::InState { error: never, .. } => match never {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_game_says_stays_the_source() {
        let error = JudgeError::InState {
            error: std::fmt::Error,
            state: "(s)".to_owned(),
            path: Vec::new(),
        };
        let source = error.source().map(ToString::to_string);
        assert_eq!(source, Some(std::fmt::Error.to_string()));
    }
}
