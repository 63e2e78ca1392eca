//! `--memory` holds in forty runs of all commands.
//!
//! In a file of its own, for what the system counts is the peak of all children of
//! a process.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod held;

#[test]
#[ignore = "forty runs, several minutes"]
fn no_command_takes_more_memory_than_it_may() {
    let input = held::Input::new(2);
    let runs = [input.hostile(), input.large()].concat();
    held::all_are_held(&input, runs);
}
