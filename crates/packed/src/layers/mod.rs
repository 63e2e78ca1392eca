//! Layers of states while they are not being worked on: in few bytes, in memory
//! or on disk. `docs/formats/explicit-layers.md` has the bytes.

pub(crate) mod blocks;
pub(crate) mod layer;
mod range;

pub use blocks::{BLOCK, Encoded};
pub use layer::{
    Block, Head, LayerReader, LayerWriter, Shown, Written, decode_block, name, places, state_at,
};
pub use range::Range;
