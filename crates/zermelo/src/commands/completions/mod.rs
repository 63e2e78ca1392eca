//! `zermelo completions`: for the user's shell, from the grammar itself; where a GAME is
//! due, with the names of games beside those of files.
//!
//! The grammar cannot say that of an argument. So what is generated gets an addition,
//! for the shells that have a file here.

mod bash;
mod fish;
mod words;
mod zsh;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use self::words::Words;
use crate::arguments::{Arguments, CompletionsArguments};
use crate::failure::Failure;
use crate::output;

/// Runs the command.
pub fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut grammar = grammar();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut grammar, "zermelo", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let words = Words::new(&grammar);
    output::data(&match arguments.shell {
        Shell::Bash => bash::with_games(&script, &words),
        Shell::Zsh => zsh::with_games(&script),
        Shell::Fish => fish::with_games(&script, &words),
        _ => script,
    })
}

/// The grammar, where the name of a game can only be one of the library's.
fn grammar() -> Command {
    let games = library::games().iter().map(|it| it.name());
    let games = PossibleValuesParser::new(games.collect::<Vec<_>>());
    Arguments::command().mut_subcommand("games", |command| {
        command.mut_arg("name", |name| name.value_parser(games))
    })
}
