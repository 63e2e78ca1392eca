//! The forward pass: all states, layer by layer.
//!
//! ```text
//! layer ─step→ buckets, runs on disk ─merge→ next layer
//! ```
//!
//! Successors are put into parts of the range of states as they come; each part
//! is then sorted and freed of duplicates on its own.

pub(crate) mod pass;
pub(crate) mod step;
