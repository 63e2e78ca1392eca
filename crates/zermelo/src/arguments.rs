//! The command line's grammar and its help texts.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use host::{Size, Span};

use crate::choices::{
    AlgorithmArgument, DecomposeArgument, EngineArgument, LevelArgument, PositionArguments,
    TermsArguments,
};
use crate::estimate_arguments::EstimateArguments;
use crate::file_arguments::{ExportArguments, QueryArguments, ReviewArguments, StatsArguments};
use crate::game_arguments::{GameArguments, NotationArgument};
use crate::match_arguments::{MatchArguments, ServePlayerArguments};
use crate::option_values::{graph_file, setting, svg_file};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Solves finite games of perfect information, given by their rules.
///
/// GAME is a file with rules in GDL, `-` for standard input, or the name of a
/// game of the library (`zermelo games` lists them).
#[derive(Debug, Parser)]
#[command(
    name = "zermelo",
    version,
    styles = STYLES,
    max_term_width = 80,
    after_help = "Examples:
  zermelo solve tic-tac-toe
  zermelo solve mnk --set width=4 --set height=3
  zermelo check my-game.kif

Exit codes: 0 done, 1 a bug, 2 usage, 3 invalid or unsuitable rules, 4 a limit
was reached, 5 a damaged file, 6 a wrong solution, 130 and 143 interrupted."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub shared: SharedArguments,
}

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct SharedArguments {
    /// How results are written to standard output
    #[arg(long, global = true, value_enum, default_value_t = FormatArgument::Text)]
    pub format: FormatArgument,
    /// When to use colours; NO_COLOR is heeded too
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// Shows the result and errors, and nothing else
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Says more about what is done and why
    #[arg(long, short, global = true)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// What the work may use.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// The number of threads [default: all cores]
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Uses no more memory than this, such as 4G: what can goes to disk, then the work stops
    /// [default: 90 % of the machine's]
    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        allow_negative_numbers = true
    )]
    pub memory: Option<Size>,
    /// Stops after this time, such as 90s, 15m or "2h 15m"; a number alone is in seconds
    #[arg(
        long,
        global = true,
        value_name = "DURATION",
        allow_negative_numbers = true
    )]
    pub time: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArgument {
    /// For people
    Text,
    /// For programs
    Json,
    // Of one command alone, whose help tells of it.
    /// Columns, of `export`
    #[value(hide = true)]
    Parquet,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckArguments),
    Info(InfoArguments),
    Print(PrintArguments),
    Ground(GroundArguments),
    Simulate(SimulateArguments),
    Reach(ReachArguments),
    Solve(SolveArguments),
    Decompose(DecomposeArguments),
    Estimate(EstimateArguments),
    Query(QueryArguments),
    Play(PlayArguments),
    Match(MatchArguments),
    ServePlayer(ServePlayerArguments),
    Review(ReviewArguments),
    Stats(StatsArguments),
    Export(ExportArguments),
    Verify(VerifyArguments),
    Games(GamesArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Finds everything that is wrong or odd in the rules
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo check my-game.kif
  zermelo check --format json my-game.kif
  zermelo check --notation infix - < my-game.txt

Exit code 3 if there is an error; warnings alone give 0.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub game: GameArguments,
}

/// Tells what kind of game it is
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo info nim
  zermelo info --format json my-game.kif

The class and the counts come from exploring the game; where it has more states
than --states, they are unknown.")]
pub struct InfoArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// How many states are looked at
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub states: u64,
}

/// Prints the rules, in either notation
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo print hanoi --set disks=4
  zermelo print my-game.kif --as infix

Without --as the rules of a library game are printed with their comments.")]
pub struct PrintArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// The notation to print in; the text as it is if not given
    #[arg(long = "as", value_enum, value_name = "NOTATION")]
    pub to: Option<NotationArgument>,
}

/// Makes the rules variable-free, and tells what comes out
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo ground connect-four
  zermelo ground nim --list
  zermelo ground my-game.kif --format json --list

Fluents and moves are those that may hold or be legal in some state; not all of
them need be reachable. What --rules prints is a sheet that can be read back.")]
pub struct GroundArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// Lists the fluents and moves by name
    #[arg(long)]
    pub list: bool,
    /// Prints the rules without variables, as a sheet in KIF
    #[arg(long)]
    pub rules: bool,
}

/// Plays at random, and tells what that shows
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo simulate connect-four
  zermelo simulate nim --playouts 1000000 --seed 7
  zermelo simulate my-game.kif --format json --threads 1

All moves are equally likely. The same seed gives the same playouts, whatever
the number of threads.")]
pub struct SimulateArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub playouts: u64,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Gives a game up after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub length: u64,
}

/// Where finished layers are kept.
#[derive(Debug, Args)]
pub struct StorageArguments {
    /// Keeps finished layers in this folder, to go on from there; without it large games are kept
    /// in the user's cache until the end
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,
    /// Starts over, whatever an earlier run has left
    #[arg(long)]
    pub fresh: bool,
}

/// Counts the states that can be reached
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo reach tic-tac-toe
  zermelo reach mnk --set width=4 --depth 5
  zermelo reach my-game.kif --time 60s --memory 4G --format json
  zermelo reach connect-four --engine symbolic --plot layers.svg")]
pub struct ReachArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// Goes no further than this many moves
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// The engine that enumerates
    #[arg(long, value_enum, default_value_t = EngineArgument::Auto)]
    pub engine: EngineArgument,
    /// The order of variables of the symbolic engine: a name, or a file such as order.txt
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    #[command(flatten)]
    pub storage: StorageArguments,
    /// Draws the layers: their states and nodes
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
}

/// What has no meaning where states are valued backward from the ends.
const BESIDE_BACKWARD: [&str; 8] = [
    "forecast",
    "plot",
    "work",
    "fresh",
    "to_move",
    "decompose",
    "algorithm",
    "infinite",
];

/// Computes the value of every reachable state, or of the first alone
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo solve tic-tac-toe
  zermelo solve nim --set heaps=3,4,5 --set misere=true
  zermelo solve tic-tac-toe --moves \"mark 2 2; mark 1 2\"
  zermelo solve my-game.kif --infinite 50,50 --format json
  zermelo solve connect-four --set width=5 --set height=5 --work c4
  zermelo solve tic-tac-toe --level ultra-strong -o tic-tac-toe.solution
  zermelo solve connect-four --set width=5 --set height=5 --level weak
  zermelo solve connect-four --set width=5 --set height=6 --engine symbolic
  zermelo solve clobber --algorithm strong-2008
  zermelo solve connect-four --forecast
  zermelo solve clobber --set rows=4 --backward 6 -o clobber.solution
  zermelo solve connect-four --backward --time 60s -o ends.solution
  zermelo solve nim --set heaps=100,100,100,100
  zermelo solve kayles --to-move right --decompose off

A solve that was interrupted, or that came to a limit, goes on where it stood
when the same command is given again.

The values of a game in which play can go on for ever depend on what that is
worth. If the rewards of two roles always add up to one number it is half of it
for each; otherwise say so with --infinite.")]
pub struct SolveArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// The engine that solves
    #[arg(long, value_enum, default_value_t = EngineArgument::Auto)]
    pub engine: EngineArgument,
    /// The order of variables of the symbolic engine: a name, or a file such as order.txt
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    /// The algorithm that it uses
    #[arg(long, value_enum, default_value_t = AlgorithmArgument::Auto)]
    pub algorithm: AlgorithmArgument,
    #[command(flatten)]
    pub terms: TermsArguments,
    /// How much is to be solved
    #[arg(long, value_enum, default_value_t = LevelArgument::Strong)]
    pub level: LevelArgument,
    /// Counts the moves of draws too, in games without cycles
    #[arg(long)]
    pub draw_distances: bool,
    #[command(flatten)]
    pub position: PositionArguments,
    /// Solves the position with this role on turn, in a game whose roles take turns
    #[arg(long, value_name = "ROLE")]
    pub to_move: Option<String>,
    /// Whether the game may be solved by its parts, if it falls apart [default: auto; off if an
    /// engine is named]
    #[arg(long, value_enum)]
    pub decompose: Option<DecomposeArgument>,
    /// Writes what every reachable state is worth into this file; if it comes to a stop, what is
    /// known by then
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub storage: StorageArguments,
    /// Draws the layers: their states and nodes, and the share of each reward
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
    /// Only values the states from which play ends within STEPS moves, whatever is played:
    /// backward from the ends, without a search forward; without STEPS as many as --time and
    /// --memory allow
    #[arg(long, value_name = "STEPS", num_args = 0..=1, conflicts_with_all = BESIDE_BACKWARD)]
    pub backward: Option<Option<u64>>,
    /// Only tells how many states and how much work are to be expected, without solving
    #[arg(long, conflicts_with_all = ["out", "plot", "work"])]
    pub forecast: bool,
}

/// Takes a game apart, and tells what its parts are worth
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo decompose nim
  zermelo decompose kayles --set pins=70
  zermelo decompose domineering --set rows=3 --set columns=3 --to-move horizontal
  zermelo decompose my-game.kif --graph parts.svg --format json

Parts are independent only if that is proven; docs/decomposition.md says how. The
value of a part is that of combinatorial game theory: left is the first role.")]
pub struct DecomposeArguments {
    #[command(flatten)]
    pub game: GameArguments,
    #[command(flatten)]
    pub terms: TermsArguments,
    #[command(flatten)]
    pub position: PositionArguments,
    /// Takes the position with this role on turn
    #[arg(long, value_name = "ROLE")]
    pub to_move: Option<String>,
    /// Draws which fluents depend on each other, for Graphviz if it ends in .dot
    #[arg(long, value_name = "FILE.svg|.dot", value_parser = graph_file)]
    pub graph: Option<PathBuf>,
}

/// Plays a game in the terminal, perfectly
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo play tic-tac-toe
  zermelo play connect-four --set width=4 --set height=4 --role yellow
  zermelo play ttt.solution --moves \"mark 2 2\" --hints

A game that is not a solution file is solved first, which takes a minute at most
unless --time says otherwise. Keep larger ones: `zermelo solve GAME -o FILE`, then
`zermelo play FILE`.

Type a move as it is written in the list, or its number there; Tab completes it,
the arrow keys bring earlier lines back. `hint` shows what each move is worth,
`back` takes your last move back, `moves` lists the moves, `board` shows the
position again, `again` starts over, `quit` or Ctrl-D ends.")]
pub struct PlayArguments {
    /// A file that `zermelo solve -o FILE` wrote, or a game to be solved first: a name from the
    /// library, or a file with rules
    pub game: String,
    /// Sets a parameter of a game from the library
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// The notation of the rules; recognised if not given
    #[arg(long, value_enum)]
    pub notation: Option<NotationArgument>,
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

/// Checks a solution file against the rules of its game
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo solve tic-tac-toe -o tic-tac-toe.solution
  zermelo verify tic-tac-toe.solution
  zermelo verify large.solution --symbolic
  zermelo verify large.solution --sample 100000 --seed 7
  zermelo verify tic-tac-toe.solution --format json

It shares no code with what solves and writes: the reference interpreter plays
all moves, and an own reader looks into the file. Without --sample every state
is checked, and a solution that passes is right. With --symbolic all states are
checked too, as sets of states: the way for files of very many states in which
every move leads to a later section. That proof rests on the grounder as well,
which is compared with the interpreter on --compare states before. Where states
do not fit into memory one by one, sets are tried without being asked for.

With --sample some states are checked: that proves nothing. Half of them are on
random walks, the others are drawn from the file; if N of these are clean, then
with 95 % confidence fewer than 3/N of all states have values that do not fit
those of their successors.

Of a file with a part of a solution every state is held against what the file
has of its successors, and it is told how many values that proves.")]
pub struct VerifyArguments {
    /// The solution file
    pub file: PathBuf,
    /// Checks only so many states, chosen at random
    #[arg(long, value_name = "N", conflicts_with = "symbolic")]
    pub sample: Option<NonZeroU64>,
    /// Checks all states as sets
    #[arg(long)]
    pub symbolic: bool,
    /// On how many states sets compare the ground game with the interpreter
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        conflicts_with = "sample"
    )]
    pub compare: u64,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Lists the games of the library, or tells more about one
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo games
  zermelo games nim
  zermelo games --format json")]
pub struct GamesArguments {
    /// The game to tell more about
    pub name: Option<String>,
}

/// Writes completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo completions bash > ~/.local/share/bash-completion/completions/zermelo
  zermelo completions zsh > ~/.zfunc/_zermelo
  zermelo completions fish > ~/.config/fish/completions/zermelo.fish")]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Writes the manual page, of the program or of one command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo man | man -l -
  zermelo man solve > zermelo-solve.1")]
pub struct ManArguments {
    /// The command
    pub command: Option<String>,
}
