//! Mean rewards by playing games, where there are too many states or games can go on for
//! ever.

use game::{Draws, RoleId, Stop, Value};

use super::{Contest, Sample, contests};
use crate::{Choice, Oracle, PlayError, Position, SolvedGame, State};

/// Positions of a contest after which games that still go on are given up.
const MAX_POSITIONS: usize = 1 << 17;

/// What 95 % of a normal distribution are within, in standard deviations.
const WITHIN: f64 = 1.96;

/// The mean rewards of each contest over so many games, the same on every call; `None` if
/// some value that was needed is not known.
///
/// # Errors
///
/// As [`SolvedGame::position`]; [`PlayError::Stopped`] on request.
pub fn sampled<O: Oracle>(
    solved: &SolvedGame<O>,
    games: usize,
    stop: &Stop,
) -> Result<Option<Vec<Contest>>, PlayError> {
    let mut all = Vec::new();
    for perfect in contests(solved.roles().len()) {
        let Some(contest) = contest(solved, perfect, games, stop)? else {
            return Ok(None);
        };
        all.push(contest);
    }
    Ok(Some(all))
}

fn contest<O: Oracle>(
    solved: &SolvedGame<O>,
    perfect: Option<RoleId>,
    games: usize,
    stop: &Stop,
) -> Result<Option<Contest>, PlayError> {
    let mut draws = Draws::new(1);
    let mut sums = Sums::new(solved.roles().len());
    let mut running = vec![solved.start().clone(); games];
    let mut positions = 0;
    while !running.is_empty() && positions < MAX_POSITIONS {
        positions += running.len();
        if let Some(reason) = stop.requested() {
            return Err(PlayError::Stopped(reason));
        }
        let mut next = Vec::with_capacity(running.len());
        for position in solved.positions(&running)? {
            let position = position?;
            match after(position, perfect, &mut draws) {
                After::Move(state) => next.push(state),
                After::End(value) => sums.add(&value),
                After::Unknown => return Ok(None),
            }
        }
        running = next;
    }
    Ok(sums.contest(perfect, running.len()))
}

/// What comes after a position.
enum After {
    Move(State),
    End(Vec<f64>),
    Unknown,
}

fn after(position: Position, perfect: Option<RoleId>, draws: &mut Draws) -> After {
    if position.terminal {
        return match position.outcome.map(|it| it.value) {
            Some(Value::Rewards(rewards)) => {
                let points = rewards.iter().map(|it| it.half_points() as f64 / 2.0);
                After::End(points.collect())
            }
            _ => After::Unknown,
        };
    }
    let picky = position.mover.is_some() && position.mover == perfect;
    let moves = position.moves.into_iter();
    let made = moves.filter(|it: &Choice| it.judgement.is_best() || !picky);
    let mut made: Vec<Choice> = made.collect();
    match made.len() {
        0 => After::Unknown,
        count => After::Move(made.swap_remove(draws.below(count)).next),
    }
}

/// Sums of rewards and of their squares, for each role.
struct Sums {
    games: u64,
    rewards: Vec<(f64, f64)>,
}

impl Sums {
    fn new(roles: usize) -> Self {
        Sums {
            games: 0,
            rewards: vec![(0.0, 0.0); roles],
        }
    }

    fn add(&mut self, rewards: &[f64]) {
        self.games += 1;
        for (sum, reward) in self.rewards.iter_mut().zip(rewards) {
            sum.0 += reward;
            sum.1 += reward * reward;
        }
    }

    /// The means; `None` if no game came to an end.
    fn contest(&self, perfect: Option<RoleId>, unfinished: usize) -> Option<Contest> {
        if self.games == 0 {
            return None;
        }
        let games = self.games as f64;
        let mean = |sum: &(f64, f64)| sum.0 / games;
        let error = |sum: &(f64, f64)| {
            let variance = (sum.1 / games - mean(sum).powi(2)).max(0.0);
            WITHIN * (variance / games).sqrt()
        };
        Some(Contest {
            perfect,
            rewards: self.rewards.iter().map(mean).collect(),
            sample: Some(Sample {
                games: self.games,
                unfinished: unfinished as u64,
                errors: self.rewards.iter().map(error).collect(),
            }),
        })
    }
}
