//! The explicit engine compared with the judge: strongly and weakly, stopped and
//! resumed, and on the same game by different authors.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod agreement;
mod formulations;
mod resume;
mod stopped;
mod weak;
