//! Solves a game for a command that needs its solution, and keeps no file.

use std::time::Duration;

use game::Level;
use host::Deadline;
use play::SolvedGame;
use solver::{Game, Request, Unfinished};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::scratch::Scratch;
use crate::solved;

/// Why there is no solution.
pub enum Unsolved {
    /// The work did not come to its end.
    Stopped(Unfinished),
    /// Its file cannot be used.
    Failed(Box<Failure>),
}

impl From<Failure> for Unsolved {
    fn from(failure: Failure) -> Self {
        Unsolved::Failed(Box::new(failure))
    }
}

/// Solves a game with distances, for so long at most if a time is given.
pub fn solve_first(
    game: Game,
    time: Option<Duration>,
    context: &Context,
) -> Result<SolvedGame, Unsolved> {
    let scratch = Scratch::new().map_err(|error| {
        Failure::new(
            Exit::Limit,
            format!("cannot make a folder for temporary files: {error}"),
        )
    })?;
    let path = scratch.path().join("game.solution");
    let mut limits = context.limits();
    limits.stop = context.stop.child();
    let deadline = time.and_then(|time| Deadline::of(limits.stop.clone(), time).ok());
    let mut request = Request {
        limits,
        out: Some(path.clone()),
        ..Request::new(game)
    };
    // With distances, who is to win comes nearer to it with every move.
    request.options.level = Level::UltraStrong;
    let mut narrator = Narrator::new(context.verbose);
    let answer = solver::solve(&request, &mut |event| narrator.hear(event));
    let answer = answer.map_err(Unsolved::Stopped)?;
    drop((narrator, deadline));
    if let Some(Err(failed)) = answer.file {
        return Err(Failure::from(failed).into());
    }
    Ok(solved::open(&path, context)?)
}
