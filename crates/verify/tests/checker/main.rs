//! The checker on the judge's solutions: it accepts them unchanged, and none
//! with a change that matters.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod agreement;
mod circles;
mod corruptions;
mod damage;
mod decoded;
mod features;
mod games;
mod parts;
mod sums;
mod sums_changed;
mod sums_drawn;
mod sums_rules;
