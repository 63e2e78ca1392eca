//! The passes over the layers of a game, forward and backward.

pub(crate) mod archived;
pub(crate) mod backward;
pub(crate) mod buckets;
pub(crate) mod engine;
mod entries;
mod explain;
pub(crate) mod export;
pub(crate) mod forward;
pub(crate) mod goals;
mod graded;
mod groups;
pub(crate) mod kinds;
mod listed;
pub(crate) mod parts;
mod path;
pub(crate) mod product;
pub(crate) mod proper;
pub(crate) mod reach;
mod scale;
pub(crate) mod solve;
pub(crate) mod summary;
pub(crate) mod task;
pub(crate) mod trouble;
