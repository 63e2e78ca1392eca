//! What is asked of an endgame database.

use game::Model;

/// The number of moves that play from a stored state lasts at most; as many as the limits
/// allow if none is given.
pub type Steps = Option<u64>;

/// The terms under which states are valued.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub model: Model,
    pub distances: bool,
    /// Whether draws have distances.
    pub draws: bool,
    pub steps: Steps,
}
