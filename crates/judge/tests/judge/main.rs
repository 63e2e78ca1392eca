//! The judge on games small enough to be solved by hand, on random ones against
//! brute force, and on published sheets.

#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report; clippy.toml does not reach helpers outside #[test]"
)]

mod acyclic;
mod board;
mod brute;
mod exploring;
mod general_sum;
mod inventory;
mod one_role;
mod opposed;
mod random;
mod refusals;
mod rules;
mod sample;
mod tell;
