//! Sets of states as decision diagrams: counts and solves games layer by layer
//! without listing their states.
//!
//! ```text
//! GroundGame, Facts ─encode─► variables, relations ─reach─► layers ─solve─► Solution
//! ```
//!
//! Relations are matrix diagrams over the current variables alone; one fused
//! recursion takes a set one move back, another one move forward. Running out
//! of nodes is a value, [`SymbolicError::OutOfNodes`]. This is the only crate
//! that names the library of decision diagrams, and in it only `diagram` and
//! `operators` do.

mod diagram;
mod encode;
mod error;
mod matrix;
mod operators;
mod pass;

pub use encode::order::{Choice, Order, Tried};
pub use error::SymbolicError;
pub use pass::reach::{Reached, reach};
pub use pass::solve::{Solved, solve};
pub use pass::task::{Effort, Progress, Task};
