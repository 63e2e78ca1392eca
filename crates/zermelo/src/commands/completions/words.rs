//! The words that completions offer beside what the grammar tells.

use clap::{Arg, Command};

/// The identifier of the argument that is a GAME.
const GAME: &str = "game";

/// What the additions offer.
pub struct Words {
    /// The commands that take a GAME.
    pub commands: Vec<String>,
    /// The names of all options that take no value.
    pub flags: Vec<String>,
}

impl Words {
    /// The words of a grammar.
    pub fn new(grammar: &Command) -> Self {
        let takes_game = |it: &&Command| it.get_positionals().any(|arg| arg.get_id() == GAME);
        let commands = grammar.get_subcommands().filter(takes_game);
        let arguments = grammar.get_subcommands().flat_map(Command::get_arguments);
        let flags = arguments.filter(|it| !it.is_positional() && !it.get_action().takes_values());
        let mut flags: Vec<String> = flags.flat_map(names).collect();
        flags.sort();
        flags.dedup();
        Words {
            commands: commands.map(|it| it.get_name().to_owned()).collect(),
            flags,
        }
    }
}

/// The names of an option, as they are written.
fn names(option: &Arg) -> Vec<String> {
    let short = option.get_short().map(|it| format!("-{it}"));
    let long = option.get_long().map(|it| format!("--{it}"));
    short.into_iter().chain(long).collect()
}

/// The names of all games, with blanks between them.
pub fn games() -> String {
    let names: Vec<&str> = library::games().iter().map(|it| it.name()).collect();
    names.join(" ")
}

/// What `--set` takes: a line for each game that has parameters, with its name and the
/// beginnings of settings, such as `width= height=`.
pub fn settings(line: impl Fn(&str, &str) -> String) -> String {
    let games = library::games().iter();
    let lines = games.filter(|it| !it.parameters().is_empty()).map(|it| {
        let parameters = it.parameters().iter();
        let settings = parameters.map(|it| format!("{}=", it.name()));
        line(it.name(), &settings.collect::<Vec<_>>().join(" "))
    });
    lines.collect()
}
