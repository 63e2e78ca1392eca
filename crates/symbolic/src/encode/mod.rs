//! From a ground game to sets and relations.
//!
//! In: a [`GroundGame`](ground::GroundGame) and what is proven about it. Out: variables
//! ([`encoding`]) in an order that suits the game ([`order`], [`portfolio`]),
//! conditions as sets ([`formula`], [`condition`]), a relation for each role
//! ([`moves`], [`relation`]). Only proven facts shape the encoding.

mod block;
mod candidates;
pub(crate) mod condition;
pub(crate) mod encoding;
pub(crate) mod formula;
mod line;
pub(crate) mod loops;
pub(crate) mod measure;
mod merge;
pub(crate) mod moves;
pub(crate) mod order;
mod places;
pub(crate) mod portfolio;
mod project;
mod race;
pub(crate) mod relation;
#[cfg(test)]
mod sampled;
mod ties;
mod trial;
pub(crate) mod turns;
pub(crate) mod universe;
