//! The judge: a solver that is slow, plain and meant to be right.
//!
//! It takes anything [`Playable`](game::Playable), lists every reachable state
//! ([`explore()`]) and works back from the ends of play ([`solve()`]). Fast
//! engines are tested against its [`Table`]; small games are solved by it
//! directly.
//!
//! ```text
//! Playable ─explore→ Graph ─solve→ Table ─solution→ game::Solution
//!                      │             │
//!                      └──→ Arena ─value→ Values
//! ```
//!
//! Values depend only on an [`Arena`], which knows states by their numbers: an
//! engine with its own numbering makes its own arena, and the same code values
//! it.
//!
//! Nothing here prints, reads a clock or recurses: bounds and requests to stop
//! come in as [`Limits`], reports go out as [`Progress`].

mod arena;
mod attract;
mod distance;
mod error;
mod exact;
mod explore;
mod forced;
mod graph;
mod infinite;
mod label;
mod limits;
mod offsets;
mod outcome;
mod pace;
mod path;
mod security;
mod solution;
mod solve;
mod table;
mod values;

pub use arena::{Arena, Endless, Take, Vertex};
pub use error::JudgeError;
pub use explore::{Purpose, explore};
pub use graph::{Graph, Simultaneous, StateId};
pub use infinite::cycle;
pub use limits::{Limits, Progress};
pub use solution::Number;
pub use solve::solve;
pub use table::{Entry, Table};
pub use values::{Values, value};
