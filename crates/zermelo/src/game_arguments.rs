//! Which game a command is about.

use clap::{Args, ValueEnum};
use gdl::Notation;

use crate::option_values::setting;

/// Which game, and how its rules are written.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// A file, `-` for standard input, or a name from the library
    pub game: String,
    /// Sets a parameter of a game from the library
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// The notation of the rules; recognised if not given
    #[arg(long, value_enum)]
    pub notation: Option<NotationArgument>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NotationArgument {
    /// (<= (legal ?w noop) (true (control ?b)))
    Kif,
    /// legal(W, noop) :- true(control(B))
    Infix,
}

impl From<NotationArgument> for Notation {
    fn from(argument: NotationArgument) -> Self {
        match argument {
            NotationArgument::Kif => Notation::Kif,
            NotationArgument::Infix => Notation::Infix,
        }
    }
}
