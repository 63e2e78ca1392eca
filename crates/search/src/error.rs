//! Why a search cannot go on.

use game::Fault;
use play::PlayError;
use thiserror::Error;

/// Why a search cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The game breaks the rules for games in a state that was reached.
    #[error("the game is ill-formed")]
    Fault {
        /// What is wrong.
        fault: Fault,
        /// The state, in KIF.
        state: String,
    },
    /// A state has more moves than a node can have.
    #[error("{moves} legal moves in one state, more than {most}")]
    TooManyMoves {
        /// How many there are.
        moves: usize,
        /// How many a node can have.
        most: usize,
    },
    /// The move is not legal in the state that the search begins in.
    #[error("the move is not legal")]
    Illegal,
    /// The oracle's values are those of another model.
    #[error("the values are those of another model")]
    OtherModel,
    /// The oracle cannot answer.
    #[error(transparent)]
    Oracle(#[from] PlayError),
}
