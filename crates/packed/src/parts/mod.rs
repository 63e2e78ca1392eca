//! States by parts of their range: every state of a part is smaller than all of
//! the next, so each part is sorted and freed of duplicates on its own.
//!
//! ```text
//! states as they come ─Splitter→ Buckets, runs on disk ─merge→ a layer
//! ```

mod buckets;
pub mod merge;
mod runs;
mod splitter;

pub use buckets::Buckets;
pub use runs::make_room;
pub use splitter::Splitter;
