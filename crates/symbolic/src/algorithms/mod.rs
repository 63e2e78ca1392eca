//! The algorithms of the literature, and those for games that they leave out.
//!
//! In: an encoded game ([`Engine`](crate::pass::engine::Engine)). Out: a
//! [`Classification`]. Each algorithm has a file that names its paper and says where it
//! differs from the printed text. What they share: `search` finds the states, `contest`
//! says who prefers what, `arena` holds the states with pre-images, `distance` counts
//! moves. Not here: the engine for large games with layers (`pass`).

mod arena;
mod attractor;
mod classification;
mod contest;
mod cycles;
mod distance;
mod forced;
mod layered;
mod layers;
mod one_player;
pub(crate) mod pace;
mod ranks;
mod restarts;
mod search;
mod solve;
mod strong;
mod whole;
mod zero_sum;

pub use classification::{Classification, Spread};
pub use search::{Duplicates, Search, reach_by};
pub use solve::{solve_by, solve_by_into};
