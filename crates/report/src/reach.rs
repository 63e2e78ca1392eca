//! Counts of states as JSON.

use serde::Serialize;
use solver::{Counted, Game};

use crate::SCHEMA;
use crate::layers::{LayerEffort, LayerReport};
use crate::used::Used;

/// What is told of the states of a game.
#[derive(Debug, Serialize)]
pub struct ReachReport {
    schema: u32,
    game: String,
    rules_hash: String,
    states: String,
    terminals: String,
    layers: Vec<LayerReport>,
    /// Whether nothing was left out by a bound on moves.
    complete: bool,
    engine: &'static str,
    #[serde(flatten)]
    used: Used,
}

impl ReachReport {
    /// What is told of a census.
    pub fn new(game: &Game, counted: &Counted, effort: &[LayerEffort], used: Used) -> Self {
        let reached = &counted.reached;
        ReachReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            states: reached.states.to_string(),
            terminals: reached.terminals.to_string(),
            layers: LayerReport::all(&reached.layers, effort),
            complete: reached.complete,
            engine: counted.engine.name(),
            used,
        }
    }
}
