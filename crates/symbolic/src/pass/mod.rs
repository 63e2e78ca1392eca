//! The passes over the layers of a game: forward, and backward.

pub(crate) mod archived;
pub(crate) mod backward;
pub(crate) mod engine;
mod entries;
pub(crate) mod export;
pub(crate) mod forecast;
mod forward;
pub(crate) mod goals;
mod groups;
pub(crate) mod parts;
pub(crate) mod path;
pub(crate) mod reach;
pub(crate) mod solve;
pub(crate) mod summary;
pub(crate) mod task;
