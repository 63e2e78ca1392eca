//! Why a game could not be counted or solved by this engine.

use game::{Obstacle, StopReason};
use table::StoreError;
use table::solution::SolutionError;
use thiserror::Error;

use crate::algorithm::Algorithm;

/// A part of a game's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Which moves are legal, and whose turn it is.
    Legality,
    /// What moves do: the relations between states.
    Relations,
    /// When the game ends, and what ends are worth.
    Ends,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Part::Legality => "which moves are legal",
            Part::Relations => "the relation of what moves change",
            Part::Ends => "when it ends and with which rewards",
        })
    }
}

/// What keeps the engine from an answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// What would keep every engine from one.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    /// The nodes that memory has room for are all in use.
    #[error("out of nodes in layer {layer}: {capacity} are in use")]
    OutOfNodes {
        /// The layer that was being worked on.
        layer: u64,
        /// How many nodes there are room for.
        capacity: usize,
    },
    /// The game's rules as sets take too much work, before there is a layer.
    #[error("sets of states do not suit this game: {0} takes too many nodes")]
    TooLarge(Part),
    /// The game is not of the kind that this engine takes, for this reason.
    #[error("this game cannot be solved by sets of states: {0}")]
    Unsuited(&'static str),
    /// The order of variables that was asked for is not one of this game's.
    #[error("this game has no such order of variables; it has {}", .names.join(", "))]
    NoSuchOrder {
        /// Those that have names.
        names: Vec<String>,
    },
    /// The layers in the archive have another order than the one asked for.
    #[error("the finished layers have another order of variables than the one asked for")]
    OtherOrder,
    /// The algorithm is not for such a game, or not for what is asked.
    #[error("the algorithm {algorithm} does not apply: {reason}")]
    Inapplicable {
        /// The algorithm.
        algorithm: Algorithm,
        /// Why.
        reason: &'static str,
    },
    /// The algorithm is for games in which play always ends, and here it can go
    /// on for ever.
    #[error("play can go on for ever, and the algorithm is for games that always end")]
    Cyclic {
        /// A state from which it can, in KIF.
        state: String,
    },
    /// A layer has more states than a count can tell.
    #[error("there are more than 2^127 states")]
    TooMany,
    /// The store on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The solution file.
    #[error(transparent)]
    File(#[from] SolutionError),
}

impl SymbolicError {
    /// That the door asked for a stop while this layer was being worked on.
    pub(crate) fn stopped(reason: StopReason, layer: u64) -> Self {
        SymbolicError::Obstacle(Obstacle::Stopped {
            reason,
            states: None,
            layer,
        })
    }
}
