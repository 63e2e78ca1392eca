//! Why a game is not solved as a product of its parts.

use game::Obstacle;
use thiserror::Error;

use crate::positions::Unfinished;

/// Why a game is not solved as a product of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProduct {
    /// Several roles, and it is not proven whose turn it is.
    #[error("it is not proven whose turn it is")]
    Turn,
    /// A role that is not on turn may lack a move to wait with.
    #[error("it is not proven that who is not on turn can wait")]
    Waiting,
    /// Rules depend on each other in a cycle.
    #[error("rules depend on each other in a cycle")]
    Loops,
    /// The rules are too large to look for parts.
    #[error("the rules are too large to look for parts")]
    TooLarge,
    /// The product would hardly be smaller than the game.
    #[error("its parts together are about as large as the game")]
    DoesNotPay,
    /// There are no two parts in which there is something to choose.
    #[error("the game does not fall into parts")]
    OnePart,
    /// The states of a part were not all found.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// A state in which play is over has not exactly one goal value, an integer.
    #[error("a role has not exactly one goal value at an end of play")]
    Goals,
    /// Dominated moves were left out, and the product has cycles.
    #[error("dominated moves may be left out only where play always ends")]
    Cyclic,
    /// The product has no answer. The game has none either, or there are too many states.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
}
