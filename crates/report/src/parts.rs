//! The parts of a game as JSON.

use decompose::{PartSummary, Summary, WorthSummary};
use game::Value;
use play::{SolvedGame, State};
use serde::Serialize;
use solver::{Decomposed, Game, SumSolution};
use table::solution::value_json;

use crate::SCHEMA;
use crate::used::Used;
use crate::value::InitialReport;

/// What is told of a game that was taken apart. What is not known is null.
#[derive(Debug, Serialize)]
pub struct DecomposeReport {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    parts: Vec<SummandReport>,
    combination: &'static str,
    impartial: Option<bool>,
    #[serde(flatten)]
    worth: WorthReport,
    rewards: Option<serde_json::Value>,
    initial: Option<InitialReport>,
    states: Option<String>,
    pieces: Option<usize>,
    /// How many elements the quotient has that decides sums of wild positions.
    quotient: Option<usize>,
    /// The conditions that were proven, or why the game is not solved by parts.
    why: Vec<String>,
    /// How many groups of fluents moves connect, for each component.
    components: Option<Vec<usize>>,
    #[serde(flatten)]
    used: Used,
}

impl DecomposeReport {
    /// What is told of a game; `why` is in the door's words.
    pub fn new(game: &Game, told: &Decomposed, why: Vec<String>, used: Used) -> Self {
        let components = told.dependencies.as_ref().map(|it| {
            let components = it.components();
            components.iter().map(Vec::len).collect()
        });
        let about = DecomposeReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: told.roles.clone(),
            parts: Vec::new(),
            combination: "none",
            impartial: None,
            worth: WorthReport::default(),
            rewards: None,
            initial: None,
            states: None,
            pieces: None,
            quotient: None,
            why,
            components,
            used,
        };
        match &told.solved {
            Ok(solution) => about.of_sum(told, solution),
            Err(_) => about,
        }
    }

    fn of_sum(self, told: &Decomposed, solution: &SumSolution) -> Self {
        let summary = &solution.summary;
        let rewards = match &solution.initial.value {
            value @ Value::Rewards(_) => Some(value_json(value)),
            Value::Infinite | Value::Unresolved => None,
        };
        DecomposeReport {
            parts: SummandReport::all(summary, &solution.fluents),
            combination: solution.combination,
            impartial: Some(summary.is_impartial),
            worth: WorthReport::new(&summary.worth),
            rewards,
            initial: Some(InitialReport::new(&told.roles, &solution.initial)),
            states: solution.counted.as_ref().map(|it| it.states.to_string()),
            pieces: (summary.pieces > 0).then_some(summary.pieces),
            quotient: summary.quotient,
            ..self
        }
    }
}

/// What a position is worth.
#[derive(Debug, Default, Serialize)]
struct WorthReport {
    nimber: Option<u32>,
    genus: Option<String>,
    value: Option<String>,
    outcome: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
}

impl WorthReport {
    fn new(worth: &WorthSummary) -> Self {
        let (mean, temperature) = worth.heat.clone().unzip();
        WorthReport {
            nimber: worth.nimber,
            genus: worth.genus.clone(),
            value: worth.value.clone(),
            outcome: worth.outcome.map(|it| it.to_string()),
            mean,
            temperature,
        }
    }
}

/// What is told of a part.
#[derive(Debug, Serialize)]
pub struct SummandReport {
    fluents: Vec<String>,
    moves: usize,
    states: Option<String>,
    impartial: bool,
    #[serde(flatten)]
    worth: WorthReport,
}

impl SummandReport {
    /// All parts, with the names of their fluents.
    pub fn all(summary: &Summary, fluents: &[Vec<String>]) -> Vec<Self> {
        let parts = summary.parts.iter().zip(fluents);
        let report = |(part, fluents): (&PartSummary, &Vec<String>)| SummandReport {
            fluents: fluents.clone(),
            moves: part.moves.len(),
            states: part.states.map(|it| it.to_string()),
            impartial: summary.is_impartial,
            worth: WorthReport::new(&part.worth),
        };
        parts.map(report).collect()
    }
}

/// What is told of a position of a game that was solved by its parts.
#[derive(Debug, Serialize)]
pub struct SumReport {
    parts: Vec<SummandReport>,
    combination: &'static str,
    #[serde(flatten)]
    worth: WorthReport,
}

impl SumReport {
    /// The parts of a state; `None` if the game was not solved by its parts.
    pub fn new(solved: &SolvedGame, state: &State) -> Option<Self> {
        let (summary, game) = (solved.summary(state)?, solved.referee().ground()?);
        let names = summary.parts.iter().map(|part| {
            let names = part.fluents.iter();
            names.map(|it| game.fluents()[it.index()].clone()).collect()
        });
        Some(SumReport {
            parts: SummandReport::all(&summary, &names.collect::<Vec<_>>()),
            combination: solved.parts()?.combination(),
            worth: WorthReport::new(&summary.worth),
        })
    }
}
