//! Values of combinatorial games, against the literature and a naive referee.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod boards;
mod decide;
mod limits;
mod misere;
mod naive;
mod notation;
mod properties;
mod strips;
mod thermographs;
