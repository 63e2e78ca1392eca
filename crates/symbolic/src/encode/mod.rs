//! From a ground game to sets and relations.
//!
//! In: a [`GroundGame`](ground::GroundGame) and what is proven about it. Out:
//! variables ([`encoding`]), conditions as sets ([`formula`], [`condition`]),
//! a relation for each role ([`moves`]). Only proven facts shape the encoding.

pub(crate) mod condition;
pub(crate) mod encoding;
pub(crate) mod formula;
pub(crate) mod loops;
pub(crate) mod measure;
pub(crate) mod moves;
pub(crate) mod order;
pub(crate) mod turns;
