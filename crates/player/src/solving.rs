//! Solves the position of a match while others think, for as long as it takes.
//!
//! The first attempt is at the whole game. An attempt that is not done some moves later is
//! given up, and the next begins from the position that was reached: it has fewer states.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use game::{Level, Stop, StopReason};
use play::SolvedGame;
use solver::{Game, Kind, Limits, Request, Start};

use crate::{PlayerError, Seat, file_name};

/// Moves after which an attempt is given up.
const PATIENCE: usize = 4;

/// An attempt in a thread of its own. Dropped, it is given up.
pub struct Solving {
    seat: Seat,
    path: PathBuf,
    limits: Limits,
    attempt: Option<Attempt>,
    /// Whether no further attempt can succeed.
    hopeless: bool,
}

struct Attempt {
    /// The number of moves before its position.
    from: usize,
    stop: Stop,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    outcome: Option<Result<Arc<SolvedGame>, PlayerError>>,
    /// Who is to be told when there is a solution.
    waiting: Option<Stop>,
}

impl Solving {
    /// Begins to solve a game; its solution is a file of this folder meanwhile.
    pub fn new(seat: &Seat, folder: &Path, limits: Limits) -> Self {
        let name = format!("{}-{}", file_name(&seat.id), seat.role.index());
        let mut solving = Solving {
            seat: seat.clone(),
            path: folder.join(name),
            limits,
            attempt: None,
            hopeless: false,
        };
        solving.begin(&[]);
        solving
    }

    /// The solution, as soon as there is one.
    pub fn solution(&self) -> Option<Arc<SolvedGame>> {
        let attempt = self.attempt.as_ref()?;
        let shared = attempt.shared();
        match &shared.outcome {
            Some(Ok(solved)) => Some(solved.clone()),
            _ => None,
        }
    }

    /// Lets a stop be requested as soon as there is a solution.
    pub fn interrupt(&self, stop: &Stop) {
        if let Some(attempt) = &self.attempt {
            attempt.shared().waiting = Some(stop.clone());
        }
        if self.solution().is_some() {
            stop.request(StopReason::Enough);
        }
    }

    /// Hears how the match goes on: all joint moves so far.
    pub fn told(&mut self, moves: &[Vec<String>]) {
        let Some(attempt) = &self.attempt else { return };
        match &attempt.shared().outcome {
            Some(Ok(_)) => return,
            // A limit may hold for the whole game and not for what is left of it.
            Some(Err(error)) => self.hopeless = !is_limit(error),
            None if moves.len() - attempt.from < PATIENCE => return,
            None => {}
        }
        if !self.hopeless {
            self.begin(moves);
        }
    }

    fn begin(&mut self, moves: &[Vec<String>]) {
        // The one before goes on until it has noticed.
        self.attempt = None;
        let attempt = Attempt {
            from: moves.len(),
            stop: Stop::new(),
            shared: Arc::default(),
        };
        let path = self
            .path
            .with_extension(format!("{}.solution", moves.len()));
        let mut request = Request {
            start: position(moves),
            limits: Limits {
                stop: attempt.stop.clone(),
                ..self.limits.clone()
            },
            out: Some(path),
            ..Request::new(Game {
                name: self.seat.id.clone(),
                settings: Vec::new(),
                rules: self.seat.rules.clone(),
            })
        };
        request.options.level = Level::Strong;
        let shared = attempt.shared.clone();
        let work = move || {
            let outcome = solved(&request).map(Arc::new);
            let mut shared = lock(&shared);
            let waiting = shared.waiting.take().filter(|_| outcome.is_ok());
            shared.outcome = Some(outcome);
            drop(shared);
            if let Some(waiting) = waiting {
                waiting.request(StopReason::Enough);
            }
        };
        let thread = thread::Builder::new().stack_size(8 << 20);
        // Without a thread there is no solution, and others think all the same.
        if thread.spawn(work).is_ok() {
            self.attempt = Some(attempt);
        }
    }
}

impl Attempt {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        self.stop.request(StopReason::Enough);
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The position after joint moves.
fn position(moves: &[Vec<String>]) -> Start {
    let joint = |moves: &Vec<String>| match moves.as_slice() {
        [only] => only.clone(),
        all => format!("({})", all.join(" ")),
    };
    match moves {
        [] => Start::Initial,
        moves => Start::After(moves.iter().map(joint).collect::<Vec<_>>().join("; ")),
    }
}

fn solved(request: &Request) -> Result<SolvedGame, PlayerError> {
    let path = request.out.as_deref().expect("the request has a file");
    let answer = solver::solve(request, &mut |_| {});
    let answer = answer.map_err(|it| PlayerError::Solve(it.error));
    let opened = answer.and_then(|answer| match answer.file {
        Some(Err(failed)) => Err(PlayerError::Solve(failed.error)),
        _ => {
            let limits = Limits {
                stop: Stop::new(),
                ..request.limits.clone()
            };
            Ok(solver::open(path, &limits)?)
        }
    });
    // Where open files cannot be removed, the folder is removed later.
    let _ = std::fs::remove_file(path);
    opened
}

fn is_limit(error: &PlayerError) -> bool {
    match error {
        PlayerError::Solve(error) => matches!(error.kind(), Kind::Limit | Kind::Stopped(_)),
        _ => false,
    }
}
