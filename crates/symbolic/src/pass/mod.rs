//! The passes over the layers of a game: forward, and backward.

pub(crate) mod engine;
mod forward;
pub(crate) mod goals;
pub(crate) mod reach;
pub(crate) mod solve;
pub(crate) mod task;
