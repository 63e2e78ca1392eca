//! The arguments of the commands that read a solution file.

use std::path::PathBuf;

use clap::Args;
use report::Column;

use crate::choices::PositionArguments;
use crate::option_values::svg_file;

/// Tells what a position is worth, and every move there, from a solution file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo solve tic-tac-toe -o ttt.solution
  zermelo query ttt.solution
  zermelo query ttt.solution --moves \"mark 1 1; mark 1 2\"
  zermelo query ttt.solution --state \"(cell 1 1 b) … (control x)\"
  zermelo query ttt.solution --moves \"mark 1 1\" --plot replies.svg
  zermelo query ttt.solution --batch positions.jsonl > labels.jsonl

Lines of --batch are objects like {\"moves\": \"mark 1 1; mark 1 2\"} or
{\"state\": \"…\"}; an \"id\" is given back as it is. Each line, blank ones
too, has one line as its answer, in the same order. What cannot be answered has
an \"error\", and null in the other fields.

Exit code 2 if the state cannot be reached, 5 if the file is damaged.")]
pub struct QueryArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    #[command(flatten)]
    pub position: PositionArguments,
    /// Draws the position: its board, and the cell that each move leads to
    #[arg(long, value_name = "FILE.svg", conflicts_with = "batch", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
    /// Answers for the positions in this file, or on standard input: JSON, one in each line
    #[arg(
        long,
        value_name = "POSITIONS",
        num_args = 0..=1,
        default_missing_value = "-",
        conflicts_with_all = ["moves", "state"]
    )]
    pub batch: Option<String>,
    /// With --batch: rewards and distance alone, without the moves
    #[arg(long, requires = "batch")]
    pub brief: bool,
}

/// Judges the moves of matches by a solution file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo review ttt.solution match.json
  zermelo review ttt.solution moves.txt --plot value.svg
  zermelo review ttt.solution matches/*.json --summary --format json

A match is JSON as ggp-base writes it (an object, an array of them, or one after
the other), or a plain list of moves, separated by line ends or `;`.

A mistake leads to less than could be had; an inaccuracy keeps the value, but not
the distance; an only move is the single one that keeps the value. Where nobody
has a choice, nothing is judged. Exit code 2 if a match has a move that cannot be
made; the others are still judged.")]
pub struct ReviewArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// Files with matches; `-` for standard input
    #[arg(required = true, value_name = "MATCH")]
    pub matches: Vec<String>,
    /// Leaves the single moves out
    #[arg(long)]
    pub summary: bool,
    /// Draws the value over each match
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
}

/// Tells how states are spread, and where the advantage goes
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo stats ttt.solution
  zermelo stats ttt.solution --format json
  zermelo stats ttt.solution --plot layers.svg

Counts by rewards stand in the file. Counts by layer, how many states have an only
move, which moves cost most and which positions are hardest come from a walk over all
states; a file with more than --states of them is not walked over, and these are
unknown. What perfect play gets against random play is exact after a walk; otherwise
it comes from games.")]
pub struct StatsArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// Walks over no more states than this
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    pub states: usize,
    /// Draws the layers: their states, and the share of each reward
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
}

/// Writes the states of a solution file with what they are worth, as CSV or Parquet
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo export ttt.solution > ttt.csv
  zermelo export ttt.solution -o ttt.parquet
  zermelo export ttt.solution --sample 100000 --seed 7 --columns all -o sample.csv
  zermelo export ttt.solution --columns key,rewards --encoding bits.json -o keys.csv

Columns, in the order in which they are named:
  state     the fluents that hold, in KIF
  key       the packed state: the bits of its key in the file, in hexadecimal digits;
            --encoding tells what they mean
  rewards   a column for each role, called after it
  distance  the number of moves to the end
  mover     the role that has a choice
  layer     the smallest number of moves from the start
  best      the best moves, with `; ` between them; none where nobody has a choice
  all       all of these

What is unknown is empty, play without an end is `infinite`. To find `mover` and `best`,
the moves of each state are made; for `best`, each successor is also looked up.

A sample has each state with the same chance, none twice, in the order of the file. The
same seed gives the same states.

The file of a game that was solved by its parts has no list of states: they come from
the rules, breadth first from the start. More than 5,000,000 need --limit or --sample,
and a sample is then in the order of the draws; where states were not counted it comes
from random games, so that some states are likelier than others. Such states have no
`key`, and no `layer` if they were drawn.

In Parquet, keys are bytes, best moves a list, roles are columns called `reward_ROLE`;
what is unknown is null, and play without an end has a column `infinite`.")]
pub struct ExportArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// Writes to this file instead of standard output; FILE.parquet is Parquet
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What is written of each state
    #[arg(long, value_name = "NAMES", value_parser = columns, default_value = "state,rewards,distance")]
    pub columns: Columns,
    /// Writes this many states, chosen at random
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub sample: Option<u64>,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Writes no more states than this, the first of the file; of a sum, those next to the start
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Writes what the bits of keys mean, as JSON
    #[arg(long, value_name = "FILE.json")]
    pub encoding: Option<PathBuf>,
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub struct Columns(pub Vec<Column>);

fn columns(names: &str) -> Result<Columns, String> {
    Column::list(names).map(Columns)
}
