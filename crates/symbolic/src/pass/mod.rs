//! The passes over the layers of a game: forward, and backward.

mod engine;
mod forward;
mod goals;
pub(crate) mod reach;
pub(crate) mod solve;
pub(crate) mod task;
