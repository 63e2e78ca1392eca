//! The explicit engine: lists packed states layer by layer, and works back
//! from the ends of play.
//!
//! ```text
//! GroundGame + Facts ─compile→ Kernel ─forward→ layers ─backward→ labels → Solution
//!                                                    └─link→ arrows ─value→ Values ─┘
//! ```
//!
//! The crate `packed` has the states, in a few machine words each, the code that plays 256
//! of them at once, and their sorted layers. This crate decides which states are listed,
//! and what they are worth.
//!
//! Where a progress measure keeps layers apart, only the current layer is held unpacked,
//! forward and backward. Elsewhere each layer leaves out what earlier ones have, and all
//! states are valued at once, by their numbers. Both need that at most one role has
//! several legal moves at a time. That is checked on the way; all other games are left to
//! the [`judge`], on packed states.
//!
//! # Modules
//!
//! | folder, file | what |
//! |---|---|
//! | `forward/` | one step, all steps (`pass`) |
//! | `backward/` | values as small numbers (`labels`), those of a layer in few bytes (`valued`), one step, all steps (`pass`) |
//! | `graph/` | values of games whose layers cannot be valued one by one: the numbers of all successors (`link`, `arrows`), as an arena for the judge (`solve`) |
//! | `export` | solved states into a solution file |
//! | `weak/` | only the first state's value: `board` evaluates states one by one; `duel`, `bounds_table`, `order` are alpha-beta search, `contest` derives values from it; `induction`, `plan`, `excerpt` are for roles that are not opposed, for one role, for games with cycles; `ends` finds in advance which rewards can occur |

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
