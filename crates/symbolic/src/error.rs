//! Why a game could not be counted or solved by this engine.

use game::{Fault, StopReason};
use ground::BitState;
use table::StoreError;
use table::solution::SolutionError;
use thiserror::Error;

use crate::algorithms::Algorithm;

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
    /// The door asked for a stop.
    #[error("stopped in layer {layer}")]
    Stopped {
        /// Why.
        reason: StopReason,
        /// The layer that was being worked on.
        layer: u64,
    },
    /// The game breaks the rules for games in this reachable state.
    #[error("a state of layer {layer} is faulty")]
    Fault {
        /// What is wrong with it.
        fault: Fault,
        /// The state.
        state: BitState,
        /// Its layer.
        layer: u64,
        /// The joint moves that lead there.
        path: Vec<String>,
    },
    /// Several roles have a choice in this reachable state.
    #[error("several roles choose in a state of layer {layer}")]
    Simultaneous {
        /// The state.
        state: BitState,
        /// Its layer.
        layer: u64,
        /// The joint moves that lead there.
        path: Vec<String>,
    },
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
        /// A state from which it can.
        state: BitState,
    },
    /// Play can go on for ever, and nobody said what that is worth.
    #[error("play can go on for ever, and its worth is not given")]
    InfiniteNeeded {
        /// The joint moves that lead to the first state of a cycle.
        path: Vec<String>,
        /// The states of the cycle, each with the joint move to the next; the
        /// last leads to the first.
        cycle: Vec<(BitState, String)>,
    },
    /// A worth of infinite play was given for a game of one role, where it is
    /// below every reward.
    #[error("with one role infinite play is below every reward: its worth cannot be given")]
    InfiniteForOneRole,
    /// The worth of infinite play has not one reward for each role.
    #[error("the worth of infinite play has {found} rewards, but the game has {expected} roles")]
    InfiniteArity {
        /// The number of roles.
        expected: usize,
        /// The number of rewards given.
        found: usize,
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
    /// The state that it tells of, its layer, and room for the way there.
    pub(crate) fn place(&mut self) -> Option<(&BitState, u64, &mut Vec<String>)> {
        match self {
            SymbolicError::Fault {
                state, layer, path, ..
            }
            | SymbolicError::Simultaneous { state, layer, path } => Some((state, *layer, path)),
            _ => None,
        }
    }
}
