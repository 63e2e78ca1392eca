//! The command line: one file for each command, and what they share.
//!
//! Everything that touches the outside is here: the terminal, files, the
//! clock, signals, exit codes. The crates below know none of it.

mod arguments;
mod cache;
mod choices;
mod columns;
mod commands;
mod content;
mod context;
mod database_text;
mod diagnose;
mod estimate_arguments;
mod exit;
mod facts;
mod failure;
mod file_arguments;
mod forecast_text;
mod game_arguments;
mod guard;
mod input;
mod layer_table;
mod layout;
mod line;
mod match_arguments;
mod match_file;
mod mistaken;
mod narrator;
mod option_values;
mod order;
mod output;
mod plot_file;
mod position_text;
mod progress;
mod scratch;
mod solution_text;
mod solve_first;
mod solved;
mod sum_text;
mod warnings;
mod words;
mod wrap;

use std::process::ExitCode;

fn main() -> ExitCode {
    host::begin();
    host::arrange(host::Refusal {
        text: "error: the system gives no more memory\n\
               help: allow more with `ulimit -v`, or use less with --memory or --threads 1\n",
        code: exit::Exit::Limit as i32,
    });
    guard::guarded(commands::run)
}
