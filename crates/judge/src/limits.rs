//! Limits on the work, and reports of its progress.

use game::Stop;

/// How far exploration may go.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// States after this many moves are counted, but not expanded.
    pub max_depth: Option<u64>,
    /// The number of states at which the work is given up.
    pub max_states: Option<u64>,
    /// The request to stop; asked before each state and each joint move.
    pub stop: Stop,
}

/// How far exploration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The layer that is being expanded.
    pub layer: u64,
    /// The number of states found.
    pub states: u64,
    /// How many of them have been expanded.
    pub expanded: u64,
}
