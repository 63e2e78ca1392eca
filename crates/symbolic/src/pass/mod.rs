//! The passes over the layers of a game: forward, and backward.

pub(crate) mod backward;
mod engine;
mod entries;
mod forward;
mod goals;
mod growth;
mod path;
pub(crate) mod reach;
pub(crate) mod solve;
mod summary;
pub(crate) mod task;
