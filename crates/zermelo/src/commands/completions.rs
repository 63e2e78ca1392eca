//! `zermelo completions`: for the user's shell, from the grammar itself.

use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::failure::Failure;
use crate::output;

/// Runs the command.
pub fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut grammar = Arguments::command();
    clap_complete::generate(arguments.shell, &mut grammar, "zermelo", &mut script);
    output::data(&String::from_utf8_lossy(&script))?;
    Ok(())
}
