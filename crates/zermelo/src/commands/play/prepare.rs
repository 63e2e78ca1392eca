//! The game that is played: a solution file, or a game that is solved first.

use std::path::Path;
use std::time::Duration;

use game::StopReason;
use play::SolvedGame;
use solver::{Kind, Unfinished};
use table::solution::SolutionFile;

use crate::arguments::PlayArguments;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;
use crate::solve_first::{Unsolved, solve_first};
use crate::{input, output, solved};

/// How long a game is solved for before it is played, unless the user says how long all
/// may take.
const MAX_SOLVE: Duration = Duration::from_secs(60);

/// Opens the solution file, or solves the game.
pub fn prepared(arguments: &PlayArguments, context: &Context) -> Result<SolvedGame, Failure> {
    let path = Path::new(&arguments.game);
    let is_ours = SolutionFile::is_at(path) || path.extension().is_some_and(|it| it == "solution");
    if is_ours && library::find(&arguments.game).is_none() {
        return match arguments.settings.is_empty() {
            true => solved::open(path, context),
            false => Err(Failure::usage(
                "--set is for games of the library, and a solution file is solved already",
            )),
        };
    }
    if arguments.game == "-" {
        let why = "moves are read from standard input: the rules must be in a file";
        return Err(Failure::usage(why));
    }
    solve(arguments, context)
}

fn solve(arguments: &PlayArguments, context: &Context) -> Result<SolvedGame, Failure> {
    let game = input::game(&GameArguments {
        game: arguments.game.clone(),
        settings: arguments.settings.clone(),
        notation: arguments.notation,
    })?;
    let time = (!context.has_deadline).then_some(MAX_SOLVE);
    if !output::is_quiet() {
        output::note(&format!("solving {} first", arguments.game));
    }
    solve_first(game, time, context).map_err(|unsolved| match unsolved {
        Unsolved::Stopped(error) => told(error, arguments, context),
        Unsolved::Failed(failure) => *failure,
    })
}

/// Why a game cannot be played by its name, and what can be done. Nothing is told of what
/// was kept: nobody asked for that file.
fn told(error: Unfinished, arguments: &PlayArguments, context: &Context) -> Failure {
    let (name, kind) = (&arguments.game, error.error.kind());
    let failure = match kind {
        Kind::Stopped(StopReason::Time) if context.stop.requested().is_none() => {
            Failure::new(Exit::Limit, format!("{name} is not solved within a minute"))
        }
        _ => Failure::from(*error.error),
    };
    match kind {
        Kind::Stopped(StopReason::Interrupt | StopReason::Terminate) => failure,
        Kind::Limit | Kind::Stopped(_) => failure.help(advice(name)),
        // An option that only `solve` has.
        Kind::Request => {
            let help = failure.help.clone().unwrap_or_default();
            failure.help(format!("{help}\n  {}", commands(name)))
        }
        _ => failure,
    }
}

fn advice(name: &str) -> String {
    let once = "solve it once, with all the time that it takes, and play the file:";
    let commands = commands(name);
    match library::find(name) {
        Some(_) => format!(
            "smaller parameters take less (`zermelo games {name}` lists them);\n  \
             or {once}\n  {commands}"
        ),
        None => format!("{once}\n  {commands}"),
    }
}

fn commands(name: &str) -> String {
    format!("zermelo solve {name} … -o FILE\n  zermelo play FILE")
}
