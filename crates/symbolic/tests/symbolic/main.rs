//! The symbolic engine beside the judge and the explicit engine; its algorithms beside
//! the printed ones; its files, its limits, and how it is stopped.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod agreement;
mod algorithms;
mod file;
mod limits;
mod literal;
mod parts;
mod stopped;
mod subject;
