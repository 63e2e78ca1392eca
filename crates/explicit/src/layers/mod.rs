//! Layers of states, and what they are worth, while they are not being worked
//! on: in few bytes, in memory or on disk. `docs/formats/explicit-layers.md`
//! has the bytes.

pub(crate) mod archive;
pub(crate) mod blocks;
pub(crate) mod bytes;
pub(crate) mod layer;
pub(crate) mod range;
pub(crate) mod valued;
