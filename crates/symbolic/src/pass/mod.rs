//! The passes over the layers of a game: forward, and backward.

pub(crate) mod archived;
pub(crate) mod backward;
mod buckets;
pub(crate) mod engine;
mod entries;
pub(crate) mod export;
pub(crate) mod forecast;
mod forward;
pub(crate) mod goals;
mod graded;
mod groups;
mod listed;
pub(crate) mod parts;
pub(crate) mod path;
pub(crate) mod reach;
mod scale;
pub(crate) mod solve;
pub(crate) mod summary;
pub(crate) mod task;
pub(crate) mod trouble;
