//! The parts of a game as JSON.

use decompose::{PartSummary, Summary};
use play::{SolvedGame, State};
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

/// What is told of a position of a game that was solved by its parts.
#[derive(Debug, Serialize)]
pub struct SumReport {
    parts: Vec<PartReport>,
    combination: &'static str,
    nimber: Option<u32>,
    genus: Option<String>,
    value: Option<String>,
    outcome: Option<String>,
}

impl SumReport {
    /// The parts of a state; `None` if the game was not solved by its parts.
    pub fn new(solved: &SolvedGame, state: &State) -> Option<Self> {
        let (summary, game) = (solved.summary(state)?, solved.referee().ground()?);
        let names = summary.parts.iter().map(|part| {
            let names = part.fluents.iter();
            names.map(|it| game.fluents()[it.index()].clone()).collect()
        });
        let worth = summary.worth.clone();
        Some(SumReport {
            parts: PartReport::all(&summary, &names.collect::<Vec<_>>()),
            combination: solved.parts()?.combination(),
            nimber: worth.nimber,
            genus: worth.genus,
            value: worth.value,
            outcome: worth.outcome.map(|it| it.to_string()),
        })
    }
}
