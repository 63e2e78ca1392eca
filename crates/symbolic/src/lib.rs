//! Sets of states as decision diagrams: counts and solves games layer by layer
//! without listing their states.
//!
//! ```text
//! GroundGame, Facts ─encode─► variables, relations ─reach─► layers ─solve─► Solution
//! ```
//!
//! Relations are matrix diagrams over the current variables alone; one fused
//! recursion takes a set one move back, another one move forward. [`solve`] is
//! for games with layers; [`solve_by`] has the algorithms of the literature, and
//! one that takes cyclic games too. Running out of nodes is a value,
//! [`SymbolicError::OutOfNodes`]. Only `diagram` and `operators` know nodes.

mod algorithms;
mod diagram;
mod encode;
mod error;
mod identity;
mod knobs;
mod matrix;
mod operators;
mod pass;

pub use algorithms::{
    Algorithm, Classification, Duplicates, NotAnAlgorithm, Search, Spread, reach_by, solve_by,
    solve_by_into,
};
pub use encode::order::{Choice, Found, Order, Tried};
pub use error::{Part, SymbolicError};
pub use identity::identity;
pub use knobs::Knobs;
pub use pass::backward::LayerWorth;
pub use pass::forecast::{Ending, Forecast, forecast};
pub use pass::parts::{Cut, Divided, solve_in_parts};
pub use pass::reach::{Reached, reach};
pub use pass::solve::{Solved, solve, solve_into};
pub use pass::task::{Effort, Progress, Task};
