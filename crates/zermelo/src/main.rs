//! The command line: one file for each command, and what they share.
//!
//! Everything that touches the outside is here: the terminal, files, the
//! clock, signals, exit codes. The crates below know none of it.

mod arguments;
mod commands;
mod diagnose;
mod effort;
mod engine;
mod exit;
mod facts;
mod failure;
mod file_arguments;
mod input;
mod lines;
mod number;
mod order;
mod output;
mod plot;
mod position;
mod progress;
mod reaching;
mod resources;
mod solved;
mod solving;
mod storage;
mod system;
mod target;
mod watch;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    resources::begin();
    system::begin();
    exit::guarded(commands::run)
}
