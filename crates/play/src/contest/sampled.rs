//! Mean rewards by playing games, where there are too many states or games can go on for
//! ever.

use game::{Draws, Rewards, RoleId, Stop};

use super::{Contest, Sample, contests};
use crate::expand::Expanded;
use crate::{Oracle, PlayError, SolvedGame, State};

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
        for turn in turns(solved, &running, perfect)? {
            match after(turn, &mut draws) {
                After::Move(state) => next.push(state),
                After::End(value) => sums.add(&value),
                After::Unknown => return Ok(None),
            }
        }
        running = next;
    }
    Ok(sums.contest(perfect, running.len()))
}

/// What may come after a position.
enum Turn {
    /// One of these states: where the perfect role chooses, those after its best moves.
    Moves(Vec<State>),
    End(Vec<f64>),
    Unknown,
}

/// What may come after positions. Only where the perfect role chooses their values are asked
/// for: that takes longest.
fn turns<O: Oracle>(
    solved: &SolvedGame<O>,
    positions: &[State],
    perfect: Option<RoleId>,
) -> Result<Vec<Turn>, PlayError> {
    let expanded = solved.referee().expand(positions, true)?;
    let mut turns = Vec::with_capacity(expanded.len());
    let (mut asked, mut places) = (Vec::new(), Vec::new());
    for expanded in expanded {
        let expanded = expanded?;
        let chooses = perfect.is_some() && expanded.mover == perfect;
        let states = |it: &Expanded| it.moves.iter().map(|(_, next)| next.clone()).collect();
        turns.push(match (expanded.terminal, &expanded.end) {
            (true, Some(rewards)) => Turn::End(points(rewards)),
            (true, None) => Turn::Unknown,
            (false, _) if !chooses => Turn::Moves(states(&expanded)),
            (false, _) => {
                places.push(turns.len());
                asked.push(Ok(expanded));
                Turn::Unknown
            }
        });
    }
    for (place, position) in places.into_iter().zip(solved.judge(asked)?) {
        let moves = position?.moves.into_iter();
        let best = moves.filter(|it| it.judgement.is_best());
        turns[place] = Turn::Moves(best.map(|it| it.next).collect());
    }
    Ok(turns)
}

fn points(rewards: &Rewards) -> Vec<f64> {
    let points = rewards.iter().map(|it| it.half_points() as f64 / 2.0);
    points.collect()
}

/// What comes after a position.
enum After {
    Move(State),
    End(Vec<f64>),
    Unknown,
}

fn after(turn: Turn, draws: &mut Draws) -> After {
    match turn {
        Turn::Moves(mut states) if !states.is_empty() => {
            let place = draws.below(states.len());
            After::Move(states.swap_remove(place))
        }
        Turn::End(points) => After::End(points),
        Turn::Moves(_) | Turn::Unknown => After::Unknown,
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
