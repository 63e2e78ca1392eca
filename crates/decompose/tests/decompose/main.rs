//! Games solved as sums of their parts, compared with the judge, which knows no parts.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod damaged;
mod detection;
mod domination;
mod last_mover;
mod plans;
mod planted;
mod product;
mod published;
mod published_games;
mod random_sums;
mod whole_games;
