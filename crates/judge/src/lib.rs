//! The judge: a solver that is slow, plain and meant to be right.
//!
//! It takes anything [`Playable`](game::Playable), writes out every reachable
//! state ([`explore()`]) and works back from the ends of play ([`solve()`]). Fast
//! engines are measured against its [`Table`]; small games are solved by it
//! outright.
//!
//! ```text
//! Playable ─explore→ Graph ─solve→ Table ─solution→ game::Solution
//! ```
//!
//! Nothing here prints, reads a clock or recurses: bounds and requests to stop
//! come in [`Limits`], word of the work goes out as [`Progress`].

mod attract;
mod choice;
mod distance;
mod error;
mod exact;
mod explore;
mod forced;
mod graph;
mod induction;
mod infinite;
mod joint;
mod label;
mod limits;
mod order;
mod outcome;
mod pace;
mod path;
mod predecessors;
mod security;
mod solution;
mod solve;
mod table;
mod warnings;

pub use choice::{Turn, choosers, turn};
pub use error::JudgeError;
pub use explore::{Purpose, explore};
pub use graph::{Graph, Simultaneous, StateId};
pub use infinite::check as check_infinite;
pub use joint::joint_text;
pub use limits::{Limits, Progress};
pub use solve::{Options, solve};
pub use table::{Entry, Table};
pub use warnings::{goals_out_of_range, idle_options};
