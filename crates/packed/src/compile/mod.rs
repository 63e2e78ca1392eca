//! From a ground game to code on packed states.
//!
//! ```text
//! GroundGame + groups ─packing→ fields ─specialise→ net ─code→ Kernel
//! ```
//!
//! In: a game and the groups of its fluents. Out: a [`kernel::Kernel`], which
//! tells of 256 states at once what is legal, where it leads and what ends are
//! worth. Not here: which states these are.

mod code;
pub(crate) mod ends;
pub(crate) mod kernel;
pub(crate) mod measure;
mod net;
pub(crate) mod packing;
mod significant;
mod specialise;
mod transpose;
mod work;
