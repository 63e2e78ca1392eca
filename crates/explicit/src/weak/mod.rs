//! Weak solving: the value of the start and a strategy, with as little work as
//! a good search takes.
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
//! looked at are taken to be well-formed.

mod board;
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
mod table;

pub use road::solve_weakly;
pub use solution::{Algorithm, Weak, WeakSolution};
pub use strategy::Strategy;
