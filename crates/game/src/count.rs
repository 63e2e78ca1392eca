//! Numbers of states.

/// A number of states.
pub type Count = u128;
