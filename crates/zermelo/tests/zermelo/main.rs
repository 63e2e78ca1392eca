//! The command line from outside: what it prints and writes, how it ends, and whether
//! the documents say so.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod architecture;
mod batches;
mod choice;
mod columns;
#[cfg(target_os = "linux")]
mod completions;
mod documents;
mod exit_codes;
mod exported;
mod faults;
mod forged;
mod going_on;
mod guides;
#[cfg(target_os = "linux")]
mod memory;
mod output_kept;
mod parquet;
mod partial_file;
mod pictures;
mod players;
mod published;
mod quiet;
mod screens;
mod solution_file;
mod sums;
mod transcripts;
mod verify;
mod with_a_file;
mod wrong_kind;
