//! Why a game could not be counted or solved.

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
    /// The relations between states: what moves do.
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

/// Why the engine has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// An obstacle for every engine.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    /// All nodes that fit into memory are in use.
    #[error("out of nodes in layer {layer}: {capacity} are in use")]
    OutOfNodes {
        /// The layer that was being worked on.
        layer: u64,
        /// The number of nodes that fit.
        capacity: usize,
    },
    /// Encoding the game's rules as sets takes too much work, before there is a layer.
    #[error("sets of states do not suit this game: {0} takes too many nodes")]
    TooLarge(Part),
    /// The engine does not take such a game, for this reason.
    #[error("this game cannot be solved by sets of states: {0}")]
    Unsuited(&'static str),
    /// The game has no such order of variables.
    #[error("this game has no such order of variables; it has {}", .names.join(", "))]
    NoSuchOrder {
        /// The orders that have names.
        names: Vec<String>,
    },
    /// The layers in the archive have another order than the requested one.
    #[error("the finished layers have another order of variables than the one asked for")]
    OtherOrder,
    /// The algorithm is not for such a game, or not for what is requested.
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
    /// A layer has more states than fit a count.
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
    /// The error for a stop that was requested during this layer.
    pub(crate) fn stopped(reason: StopReason, layer: u64) -> Self {
        SymbolicError::Obstacle(Obstacle::Stopped {
            reason,
            states: None,
            layer,
        })
    }
}
