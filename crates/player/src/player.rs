//! What a player is.

use std::time::Duration;

use game::{RoleId, Stop};
use gdl::Rules;
use play::PlayError;
use thiserror::Error;

/// A place in a match.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The name of the match.
    pub id: String,
    /// The rules of the game.
    pub rules: Rules,
    /// The names of its roles, in role order.
    pub roles: Vec<String>,
    /// The role to play.
    pub role: RoleId,
    /// Time until the first turn.
    pub start_clock: Duration,
    /// Time for each move.
    pub play_clock: Duration,
    /// Where random numbers begin.
    pub seed: u64,
}

/// Who plays a match: one after the other, each from [`start`](Player::start) to
/// [`end`](Player::end).
///
/// A player reads no clock: whoever calls it requests the stop when time is over, and
/// then the player returns soon with what it has.
pub trait Player: Send {
    /// Prepares for a match. The stop ends the preparation, and not the match.
    ///
    /// # Errors
    ///
    /// [`PlayerError`] if it cannot play in this match.
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError>;

    /// Hears the moves that were made, of all roles in role order, in KIF as the rules
    /// write them. These count, whatever the player chose.
    ///
    /// # Errors
    ///
    /// [`PlayerError`] if they cannot be made.
    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError>;

    /// Chooses a move.
    ///
    /// # Errors
    ///
    /// [`PlayerError`] if it has none.
    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError>;

    /// Hears that the match is over, or given up.
    fn end(&mut self, _stop: &Stop) {}
}

/// A move that a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move in KIF.
    pub text: String,
    /// What the player knows of it.
    pub grounds: Grounds,
}

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grounds {
    /// It is as good as any other, for all that the player knows.
    Any,
    /// It looks best.
    Estimate,
    /// It is proven that no move is better.
    Proven,
}

impl Chosen {
    /// A move that is as good as any other.
    pub fn any(text: String) -> Self {
        Chosen {
            text,
            grounds: Grounds::Any,
        }
    }
}

/// Why a player does not play.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The rules, or a solution of them, cannot be asked.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(Box<solver::Error>),
    /// The game could not be solved in the time that there was.
    #[error("the game is not solved in this time")]
    Unsolved,
    /// The game cannot be searched.
    #[error(transparent)]
    Search(#[from] search::SearchError),
    /// The solution is of another game.
    #[error("the solution is not of these rules")]
    OtherRules,
    /// Nobody answers.
    #[error(transparent)]
    Ask(#[from] ggp::AskError),
    /// The answer is no term.
    #[error("the answer is no move: {0}")]
    NoMove(String),
    /// It was asked before a match began.
    #[error("there is no match")]
    NoMatch,
    /// It has crashed.
    #[error("the player has crashed")]
    Crashed,
}

impl From<solver::Error> for PlayerError {
    fn from(error: solver::Error) -> Self {
        PlayerError::Solve(Box::new(error))
    }
}

impl From<gdl::InterpretError> for PlayerError {
    fn from(error: gdl::InterpretError) -> Self {
        PlayerError::Play(error.into())
    }
}
