//! The game that is played: a solution file, or a game that is solved first.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

use game::{Level, StopReason};
use host::Deadline;
use play::SolvedGame;
use solver::{Kind, Request, Unfinished};
use table::solution::SolutionFile;

use crate::arguments::{GameArguments, PlayArguments};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::{input, output, solved};

/// How long a game is solved for before it is played, unless the user says how long all
/// may take.
const MAX_SOLVE: Duration = Duration::from_secs(60);

/// A file of our own that is in use until it is open.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let name = format!("zermelo-play-{}.solution", process::id());
        Scratch(env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Some systems keep files that are open, and empty the folder themselves.
        let _ = fs::remove_file(&self.0);
    }
}

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
    let scratch = Scratch::new();
    let mut limits = context.limits();
    limits.stop = context.stop.child();
    let deadline = match context.has_deadline {
        true => None,
        false => Deadline::of(limits.stop.clone(), MAX_SOLVE).ok(),
    };
    let mut request = Request {
        limits,
        out: Some(scratch.0.clone()),
        ..Request::new(game)
    };
    // With distances, who is to win comes nearer to it with every move.
    request.options.level = Level::UltraStrong;
    if !output::is_quiet() {
        output::note(&format!("solving {} first", arguments.game));
    }
    let mut narrator = Narrator::new(context.verbose);
    let answer = solver::solve(&request, &mut |event| narrator.hear(event));
    let answer = answer.map_err(|error| unsolved(error, arguments, context))?;
    drop((narrator, deadline));
    if let Some(Err(failed)) = answer.file {
        return Err(failed.into());
    }
    solved::open(&scratch.0, context)
}

/// Why a game cannot be played by its name, and what can be done. Nothing is told of what
/// was kept: nobody asked for that file.
fn unsolved(error: Unfinished, arguments: &PlayArguments, context: &Context) -> Failure {
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
