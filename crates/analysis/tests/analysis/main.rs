//! Every fact is checked on all reachable states, and games that are made to
//! mislead must not.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod corpus;
mod enumerate;
mod found;
mod library_games;
mod misleading;
mod random;
