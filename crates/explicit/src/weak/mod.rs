//! Weak solving: the value of the start and a strategy, visiting as few states as a
//! good search does.
//!
//! ```text
//! Task ─→ one role: plan
//!      ─→ play is proven to end: contest (opposed roles, or what each can force)
//!                                induction (all others)
//!      ─→ play may go on for ever: excerpt (opposed roles, or what each can force)
//!                                  induction on all states, if none comes up again
//! ```
//!
//! What is left out is never needed: each file says why. States that are not
//! visited are assumed to be well-formed.

mod board;
mod bounds_table;
mod contest;
mod duel;
mod ends;
mod excerpt;
mod fault;
mod induction;
mod line;
mod method;
mod order;
mod plan;
mod ranks;
mod road;
mod setup;
mod solution;
mod strategy;

pub use road::solve_weakly;
pub use solution::{Algorithm, Weak, WeakSolution};
pub use strategy::Strategy;
