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

mod backward;
mod compile;
mod error;
mod forward;
mod identity;
mod interrupt;
mod layers;
mod packed;
mod path;
mod solve;
mod summary;
mod threads;
mod weak;

pub use error::ExplicitError;
pub use forward::pass::Reached;
pub use identity::identity;
pub use solve::{Answer, Progress, Task, Way, reach, solve};
pub use table::{OpenStore, Storage};
pub use weak::{Algorithm, Strategy, Weak, WeakSolution, solve_weakly};
