//! Why a game could not be counted or solved by this engine.

use game::{Fault, StopReason};
use ground::BitState;
use table::StoreError;
use thiserror::Error;

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
    /// Several roles have several legal moves in this reachable state.
    #[error("several roles have several legal moves in a state of layer {layer}")]
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
    /// A layer has more states than a count can tell.
    #[error("there are more than 2^127 states")]
    TooMany,
    /// The store on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
}
