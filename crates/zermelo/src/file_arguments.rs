//! The arguments of the commands that read a solution file.

use std::path::PathBuf;

use clap::Args;

/// Tells what a position is worth, and every move there, from a solution file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo solve tic-tac-toe -o ttt.solution
  zermelo query ttt.solution
  zermelo query ttt.solution --moves \"mark 1 1; mark 1 2\"
  zermelo query ttt.solution --state \"(cell 1 1 b) … (control x)\"
  zermelo query ttt.solution --batch positions.jsonl > labels.jsonl

Lines of --batch are objects like {\"moves\": \"mark 1 1; mark 1 2\"} or {\"state\": \"…\"};
an \"id\" is given back. Each line has one line as its answer, in the same order;
what cannot be answered has an \"error\".

Exit code 2 if the state cannot be reached, 5 if the file is damaged.")]
pub struct QueryArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// The position after these moves: "mark 1 1; mark 2 2"
    #[arg(long, value_name = "MOVES", conflicts_with = "state")]
    pub moves: Option<String>,
    /// The position with just these fluents
    #[arg(long, value_name = "FLUENTS")]
    pub state: Option<String>,
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
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

/// Plays a game in the terminal, perfectly
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo play ttt.solution
  zermelo play ttt.solution --role o
  zermelo play ttt.solution --moves \"mark 2 2\" --hints

Type a move as it is written in the list, or its number there. `hint` shows what
each move is worth, `back` takes your last move back, `moves` lists the moves,
`board` shows the position again, `quit` ends.")]
pub struct PlayArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// The role that you play [default: the first to choose]; may be repeated
    #[arg(long, value_name = "ROLE")]
    pub role: Vec<String>,
    /// Begins after these moves
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Shows what each move is worth, all the time
    #[arg(long)]
    pub hints: bool,
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
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

/// Writes all states of a solution file with what they are worth, as CSV or Parquet
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo export ttt.solution > ttt.csv
  zermelo export ttt.solution -o ttt.csv
  zermelo export ttt.solution --limit 1000
  zermelo export ttt.solution --format parquet -o ttt.parquet

The columns are the state in KIF, the reward of each role, and the distance; what
is unknown is left empty, play without an end is written infinite. In Parquet what
is unknown is null, and play without an end has a column of its own. To write that
zermelo must be built with the feature `parquet`.")]
pub struct ExportArguments {
    /// A file that `zermelo solve -o FILE` wrote
    pub file: PathBuf,
    /// Writes to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Writes no more states than this
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
}
