//! Many matches as JSON.

use game::RoleId;
use play::Summary;
use player::{Grounds, Record, Standing};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::reward_json;

use crate::SCHEMA;
use crate::record::slip_text;
use crate::used::Used;

/// A match that was conducted.
#[derive(Clone, Debug)]
pub struct Conducted {
    /// How it was played.
    pub record: Record,
    /// Which of the entrants had each role, by number.
    pub entrants: Vec<usize>,
    /// How well each role chose, if a solution tells.
    pub summaries: Option<Vec<Summary>>,
}

/// An entrant over all its matches.
#[derive(Clone, Debug)]
pub struct Entered {
    /// What it is called.
    pub who: String,
    /// What it got.
    pub standing: Standing,
    /// The number of moves that were not its own, or not legal.
    pub slips: usize,
    /// How well it chose, if a solution tells.
    pub summary: Option<Summary>,
    /// Moves that it said are proven to be best, and all its moves.
    pub proven: (usize, usize),
}

impl Entered {
    /// The entrants of these matches, by number.
    pub fn of(names: &[String], matches: &[Conducted]) -> Vec<Self> {
        let entered = |(number, who): (usize, &String)| {
            let mut entered = Entered {
                who: who.clone(),
                standing: Standing::default(),
                slips: 0,
                summary: None,
                proven: (0, 0),
            };
            for conducted in matches {
                let seats = conducted.entrants.iter().enumerate();
                for (role, _) in seats.filter(|(_, it)| **it == number) {
                    entered.add(conducted, role);
                }
            }
            entered
        };
        names.iter().enumerate().map(entered).collect()
    }

    fn add(&mut self, conducted: &Conducted, role: usize) {
        let record = &conducted.record;
        if let Some(rewards) = &record.rewards {
            self.standing.add(rewards[RoleId::new(role)]);
        }
        self.slips += record.slip_count(role);
        if let Some(summaries) = &conducted.summaries {
            let sum = self.summary.get_or_insert_with(Summary::default);
            sum.add(&summaries[role]);
        }
        let grounds = record.grounds.iter().filter_map(|it| it.get(role));
        self.proven.0 += grounds.filter(|it| **it == Some(Grounds::Proven)).count();
        self.proven.1 += record.moves.len();
    }
}

/// What is told of many matches.
#[derive(Debug, Serialize)]
pub struct MatchesReport {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    seed: u64,
    results: Vec<ResultReport>,
    players: Vec<EntrantReport>,
    #[serde(flatten)]
    used: Used,
}

#[derive(Debug, Serialize)]
struct ResultReport {
    #[serde(rename = "match")]
    name: String,
    /// Who played, in role order.
    players: Vec<String>,
    /// Null if the match was given up.
    rewards: Option<Vec<Json>>,
    /// The number of joint moves.
    moves: usize,
    errors: Vec<ErrorReport>,
    /// In role order; null where no solution tells, or there was no choice.
    perfect_move_rate: Option<Vec<Option<f64>>>,
}

#[derive(Debug, Serialize)]
struct ErrorReport {
    /// The move, from 1; 0 at the start.
    #[serde(rename = "move")]
    number: usize,
    role: String,
    error: String,
}

#[derive(Debug, Serialize)]
struct EntrantReport {
    who: String,
    matches: usize,
    mean_reward: Option<f64>,
    interval: Option<[f64; 2]>,
    errors: usize,
    perfect_move_rate: Option<f64>,
    points_lost: Option<Json>,
    proven_moves: usize,
    moves: usize,
}

impl MatchesReport {
    /// What is told of matches of a game whose random numbers began with `seed`.
    pub fn new(
        game: &solver::Game,
        roles: &[String],
        seed: u64,
        (matches, entered): (&[Conducted], &[Entered]),
        used: Used,
    ) -> Self {
        MatchesReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: roles.to_vec(),
            seed,
            results: matches.iter().map(ResultReport::new).collect(),
            players: entered.iter().map(EntrantReport::new).collect(),
            used,
        }
    }
}

impl ResultReport {
    fn new(conducted: &Conducted) -> Self {
        let record = &conducted.record;
        let rewards = record.rewards.as_ref();
        let summaries = conducted.summaries.as_ref();
        let mut errors = Vec::new();
        for (number, slips) in record.slips.iter().enumerate() {
            for (role, slip) in record.roles.iter().zip(slips) {
                if slip.is_some() {
                    errors.push(ErrorReport {
                        number,
                        role: role.clone(),
                        error: slip_text(slip),
                    });
                }
            }
        }
        ResultReport {
            name: record.id.clone(),
            players: record.players.clone(),
            rewards: rewards.map(|it| it.iter().map(reward_json).collect()),
            moves: record.moves.len(),
            errors,
            perfect_move_rate: summaries.map(|all| all.iter().map(Summary::perfect_rate).collect()),
        }
    }
}

impl EntrantReport {
    fn new(entered: &Entered) -> Self {
        let (mean, interval) = (entered.standing.mean(), entered.standing.interval());
        let summary = entered.summary.as_ref();
        EntrantReport {
            who: entered.who.clone(),
            matches: entered.standing.matches(),
            mean_reward: mean,
            interval: interval.map(|(low, high)| [low, high]),
            errors: entered.slips,
            perfect_move_rate: summary.and_then(Summary::perfect_rate),
            points_lost: summary.map(|it| reward_json(it.lost)),
            proven_moves: entered.proven.0,
            moves: entered.proven.1,
        }
    }
}
