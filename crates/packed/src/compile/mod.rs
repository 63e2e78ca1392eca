//! From a ground game to code on packed states.
//!
//! ```text
//! GroundGame + groups ─packing→ fields ─specialise→ net ─code→ Kernel
//! ```
//!
//! In: a game and the groups of its fluents. Out: a [`kernel::Kernel`], which
//! computes for 256 states at once the legal moves, where they lead and the
//! rewards of ends. Not here: which states these are.

mod code;
pub(crate) mod ends;
pub(crate) mod kernel;
pub(crate) mod measure;
pub(crate) mod net;
pub(crate) mod packing;
mod significant;
pub(crate) mod specialise;
mod transpose;
mod work;
