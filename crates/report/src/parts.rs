//! The parts of a game as JSON.

use decompose::{PartSummary, Summary};
use serde::Serialize;

/// What is told of a part.
#[derive(Debug, Serialize)]
pub struct PartReport {
    fluents: Vec<String>,
    moves: usize,
    states: Option<String>,
    impartial: bool,
    nimber: Option<u32>,
    genus: Option<String>,
    value: Option<String>,
    outcome: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
}

impl PartReport {
    /// All parts, with the names of their fluents.
    pub fn all(summary: &Summary, fluents: &[Vec<String>]) -> Vec<Self> {
        let parts = summary.parts.iter().zip(fluents);
        let report = |(part, fluents): (&PartSummary, &Vec<String>)| {
            let worth = part.worth.clone();
            let (mean, temperature) = worth.heat.unzip();
            PartReport {
                fluents: fluents.clone(),
                moves: part.moves.len(),
                states: part.states.map(|it| it.to_string()),
                impartial: summary.is_impartial,
                nimber: worth.nimber,
                genus: worth.genus,
                value: worth.value,
                outcome: worth.outcome.map(|it| it.to_string()),
                mean,
                temperature,
            }
        };
        parts.map(report).collect()
    }
}
