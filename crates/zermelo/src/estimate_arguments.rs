//! The arguments of `estimate`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use search::Algorithm;

use crate::choices::{PositionArguments, TermsArguments};
use crate::game_arguments::GameArguments;
use crate::option_values::svg_file;

/// Estimates what each move is worth, by search
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo estimate connect-four
  zermelo estimate connect-four --moves \"drop 4; drop 4\" --time 30s
  zermelo estimate clobber --iterations 100000 --seed 7 --threads 1 --format json
  zermelo estimate connect-four --database c4.solution --plot estimates.svg
  zermelo estimate my-game.kif --algorithm uct-2008

For games that are too large to be solved. Estimates are mean rewards of playouts,
and no proof; what is proven on the way is told. Best moves come first. Search goes
on for 5 seconds unless --time or --iterations says otherwise, or until the value of
the position is proven. Ctrl-C ends it with what there is, and exit code 130.

A database is a solution file of the same game, whole or in part: where search comes
to a position that it knows, it is exact. The same seed and --iterations give the same
result with --threads 1. A position given by --state is taken as it is: whether it can
be reached is not checked. docs/search.md tells how it works.")]
pub struct EstimateArguments {
    #[command(flatten)]
    pub game: GameArguments,
    #[command(flatten)]
    pub position: PositionArguments,
    #[command(flatten)]
    pub terms: TermsArguments,
    /// A solution file, to be asked for what it knows
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// How many iterations are made
    #[arg(long, value_name = "N")]
    pub iterations: Option<NonZeroU64>,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How it is searched
    #[arg(long, value_enum, default_value_t = SearchArgument::Uct)]
    pub algorithm: SearchArgument,
    /// Draws the estimates of the best moves over time
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchArgument {
    /// UCT on a graph of states, with playouts and proofs
    Uct,
    /// UCT as printed in 2008: a tree, one iteration after the other, no proofs
    #[value(name = "uct-2008")]
    Uct2008,
}

impl From<SearchArgument> for Algorithm {
    fn from(argument: SearchArgument) -> Self {
        match argument {
            SearchArgument::Uct => Algorithm::Uct,
            SearchArgument::Uct2008 => Algorithm::Uct2008,
        }
    }
}
