//! Random playouts as JSON.

use ground::Statistics;
use serde::Serialize;
use solver::Game;

use crate::SCHEMA;
use crate::used::Used;

/// What is told of random playouts.
#[derive(Debug, Serialize)]
pub struct SimulateReport {
    schema: u32,
    /// The game.
    pub game: String,
    rules_hash: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The number of playouts.
    pub playouts: u64,
    /// Playouts that were given up, as too long.
    pub unfinished: u64,
    /// The number of states seen, in decimal.
    pub states: String,
    /// Of the finished playouts; null if there is none.
    pub mean_rewards: Option<Vec<f64>>,
    /// In moves.
    pub mean_length: Option<f64>,
    /// How often each role got more than all others.
    pub wins: Vec<u64>,
    /// Legal joint moves in a state, on average.
    pub branching: Option<f64>,
    seed: u64,
    #[serde(flatten)]
    used: Used,
}

impl SimulateReport {
    /// What is told of playouts whose random numbers began with `seed`.
    pub fn new(
        game: &Game,
        roles: &[String],
        statistics: &Statistics,
        seed: u64,
        used: Used,
    ) -> Self {
        let mean = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        let finished = statistics.finished;
        let rewards = statistics.half_points.iter();
        let rewards = rewards.map(|&sum| mean(sum as f64 / 2.0, finished));
        SimulateReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: roles.to_vec(),
            playouts: finished + statistics.unfinished,
            unfinished: statistics.unfinished,
            states: statistics.states.to_string(),
            mean_rewards: rewards.collect(),
            mean_length: mean(statistics.moves as f64, finished),
            wins: statistics.wins.clone(),
            branching: mean(
                statistics.choices as f64,
                statistics.states - finished - statistics.unfinished,
            ),
            seed,
            used,
        }
    }
}
