//! Plays by a solution.

use std::fs;
use std::path::{Path, PathBuf};

use game::{Draws, Level, Stop};
use play::{Position, SolvedGame, State};
use solver::{Game, Kind, Limits, Request};

use crate::{Chosen, Grounds, Player, PlayerError, Seat};

/// Where a perfect player has its solution from.
#[derive(Clone, Debug)]
pub enum SolutionSource {
    /// From this file.
    File(PathBuf),
    /// It solves the game before the match, and keeps the solution in this folder
    /// meanwhile.
    Solve(PathBuf),
}

/// A player that never loses value, as far as its solution reaches. Elsewhere it plays
/// at random.
pub struct Perfect {
    source: SolutionSource,
    limits: Limits,
    running: Option<Running>,
}

struct Running {
    solved: SolvedGame,
    state: State,
    seat: Seat,
    draws: Draws,
}

impl Perfect {
    /// Plays by a solution; reading it, or solving, takes no more than these limits.
    pub fn new(source: SolutionSource, limits: Limits) -> Self {
        Perfect {
            source,
            limits,
            running: None,
        }
    }

    fn solution(&self, seat: &Seat, stop: &Stop) -> Result<SolvedGame, PlayerError> {
        // A file is asked during the whole match, and the stop is of its beginning.
        let limits = Limits {
            stop: Stop::new(),
            ..self.limits.clone()
        };
        match &self.source {
            SolutionSource::File(path) => Ok(solver::open(path, &limits)?),
            SolutionSource::Solve(folder) => {
                let path = folder.join(format!(
                    "{}-{}.solution",
                    file_name(&seat.id),
                    seat.role.index()
                ));
                let solved = solve(seat, &path, &self.limits, stop);
                let opened = solved.and_then(|()| Ok(solver::open(&path, &limits)?));
                // Where open files cannot be removed, the folder is removed later.
                let _ = fs::remove_file(&path);
                opened
            }
        }
    }
}

/// The name of a match, as that of a file.
pub fn file_name(id: &str) -> String {
    let plain = |it: char| {
        if it.is_ascii_alphanumeric() || "-_.".contains(it) {
            it
        } else {
            '_'
        }
    };
    let name: String = id.chars().map(plain).take(100).collect();
    match name.trim_start_matches('.') {
        "" => "match".to_owned(),
        name => name.to_owned(),
    }
}

fn solve(seat: &Seat, path: &Path, limits: &Limits, stop: &Stop) -> Result<(), PlayerError> {
    let game = Game {
        name: seat.id.clone(),
        settings: Vec::new(),
        rules: seat.rules.clone(),
    };
    let mut request = Request {
        limits: Limits {
            stop: stop.clone(),
            ..limits.clone()
        },
        out: Some(path.to_owned()),
        ..Request::new(game)
    };
    // With distances, who is to win comes nearer to it with every move.
    request.options.level = Level::UltraStrong;
    let unsolved = |error: solver::Unfinished| match error.error.kind() {
        Kind::Stopped(_) => PlayerError::Unsolved,
        _ => PlayerError::Solve(error.error),
    };
    match solver::solve(&request, &mut |_| {}).map_err(unsolved)?.file {
        Some(Err(failed)) => Err(unsolved(failed)),
        _ => Ok(()),
    }
}

impl Player for Perfect {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        self.running = None;
        let solved = self.solution(seat, stop)?;
        if solved.rules().hash() != seat.rules.hash() {
            return Err(PlayerError::OtherRules);
        }
        self.running = Some(Running {
            state: solved.referee().initial()?,
            solved,
            draws: Draws::new(seat.seed),
            seat: seat.clone(),
        });
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let running = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        running.state = running
            .solved
            .referee()
            .after_joint(&running.state, joint)?;
        Ok(())
    }

    fn choose(&mut self, _stop: &Stop) -> Result<Chosen, PlayerError> {
        let running = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        let position = running.solved.position(&running.state)?;
        if position.mover == Some(running.seat.role)
            && let Some(chosen) = best(&running.solved, &position)?
        {
            return Ok(chosen);
        }
        running.any()
    }

    fn end(&mut self, _stop: &Stop) {
        self.running = None;
    }
}

/// A move that loses nothing, if one is known.
pub(crate) fn best(
    solved: &SolvedGame,
    position: &Position,
) -> Result<Option<Chosen>, PlayerError> {
    let known = position.moves.iter().any(|it| it.outcome.is_some());
    let choice = play::choose(solved, position)?.filter(|_| known);
    Ok(choice.map(|choice| Chosen {
        text: choice.text.clone(),
        grounds: match choice.judgement.is_best() {
            true => Grounds::Proven,
            false => Grounds::Any,
        },
    }))
}

impl Running {
    /// Any move: nothing is known of them, or none makes a difference.
    fn any(&mut self) -> Result<Chosen, PlayerError> {
        let play::Turn::Open(mut legal) = self.solved.referee().turn(&self.state)? else {
            return Err(PlayerError::NoMatch);
        };
        let mut own = legal.swap_remove(self.seat.role.index());
        let place = self.draws.below(own.len());
        Ok(Chosen::any(own.swap_remove(place)))
    }
}
