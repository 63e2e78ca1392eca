//! The explicit engine: lists packed states layer by layer, and works back
//! from the ends of play.
//!
//! ```text
//! GroundGame + Facts ─specialise→ Kernel ─forward→ layers ─backward→ labels → Solution
//! ```
//!
//! States are packed by proven groups of fluents into a few machine words. The
//! rules become straight-line code on the bits, for 256 states at once, and
//! each move becomes the few bits that it changes. Layers are sorted, and
//! compressed while they are not needed.
//!
//! Where a measure of progress keeps layers apart, and at most one role has
//! several legal moves at a time, nothing but the current layer is held
//! unpacked. Whether that is so shows on the way; all other games become a
//! graph of packed states, which the [`judge`] solves.

mod archive;
mod backward;
mod blocks;
mod buckets;
mod bytes;
mod code;
mod ends;
mod error;
mod forward;
mod identity;
mod interrupt;
mod kernel;
mod labels;
mod layer;
mod layered;
mod lookup;
mod measure;
mod merge;
mod net;
mod packed;
mod packing;
mod path;
mod runs;
mod solve;
mod specialise;
mod splitter;
mod summary;
mod threads;
mod transpose;
mod valued;
mod values;

pub use archive::{OpenStore, Storage};
pub use error::ExplicitError;
pub use identity::identity;
pub use layered::Reached;
pub use solve::{Answer, Progress, Task, Way, reach, solve};
