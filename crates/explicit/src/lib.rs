//! The explicit engine: lists packed states layer by layer, and works back
//! from the ends of play.
//!
//! ```text
//! GroundGame + Facts ─compile→ Kernel ─forward→ layers ─backward→ labels → Solution
//!                                                    └─link→ arrows ─value→ Values ─┘
//! ```
//!
//! The crate `packed` has the states, in a few machine words each, the code that
//! plays 256 of them at once, and their sorted layers. Here is which states are
//! listed, and what they are worth.
//!
//! Where a measure of progress keeps layers apart, nothing but the current
//! layer is held unpacked, forward and backward. Where none does, each layer is
//! freed of what is known from earlier ones, and all states are valued at once,
//! by their numbers. Both need that at most one role has several legal moves at
//! a time. Whether that is so shows on the way; all other games are left to the
//! [`judge`], on packed states.

mod backward;
mod error;
mod export;
mod forward;
mod graph;
mod identity;
mod knobs;
mod path;
mod progress;
mod solve;
mod summary;
mod task;
mod weak;

pub use error::ExplicitError;
pub use forward::pass::Reached;
pub use identity::identity;
pub use knobs::Knobs;
pub use progress::Progress;
pub use solve::{reach, solve, solve_into};
pub use table::{OpenStore, Storage};
pub use task::{Answer, Task, Way};
pub use weak::{Algorithm, Strategy, Weak, WeakSolution, solve_weakly};
