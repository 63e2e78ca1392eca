//! Positions as JSON.

use play::{Choice, Position, SolvedGame};
use serde::Serialize;
use serde_json::Value as Json;

use crate::SCHEMA;
use crate::parts::SumReport;
use crate::value::{cost, outcome, role_name};

/// What is told of one position of a file.
#[derive(Debug, Serialize)]
pub struct QueryReport<'a> {
    schema: u32,
    file: &'a str,
    game: &'a str,
    roles: &'a [String],
    model: String,
    rules_hash: &'a str,
    #[serde(flatten)]
    position: PositionReport,
    line: Vec<String>,
    /// The parts of the position, if the game was solved by them.
    #[serde(flatten)]
    sum: Option<SumReport>,
    warnings: Vec<String>,
}

impl<'a> QueryReport<'a> {
    /// What is told of a position, with best play from it; warnings are in the door's
    /// words.
    pub fn new(
        file: &'a str,
        solved: &'a SolvedGame,
        position: &Position,
        line: Vec<String>,
        warnings: Vec<String>,
    ) -> Self {
        QueryReport {
            schema: SCHEMA,
            file,
            game: &solved.about().subject.game,
            roles: solved.roles(),
            model: solved.about().terms.model.to_string(),
            rules_hash: &solved.about().subject.rules_hash,
            position: PositionReport::new(solved, position),
            line,
            sum: SumReport::new(solved, &position.state),
            warnings,
        }
    }
}

/// A position for programs.
#[derive(Debug, Serialize)]
pub struct PositionReport {
    state: String,
    known: bool,
    terminal: bool,
    rewards: Json,
    distance: Option<u64>,
    mover: Option<String>,
    moves: Vec<MoveReport>,
}

/// A move for programs.
#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    text: String,
    rewards: Json,
    distance: Option<u64>,
    judgement: &'static str,
    cost: Json,
}

impl PositionReport {
    /// A position of a solved game.
    pub fn new(solved: &SolvedGame, position: &Position) -> Self {
        PositionReport {
            state: solved.state_text(&position.state),
            known: position.outcome.is_some(),
            terminal: position.terminal,
            rewards: outcome(position.outcome.as_ref()),
            distance: position.outcome.as_ref().and_then(|it| it.distance),
            mover: role_name(solved.roles(), position.mover),
            moves: position.moves.iter().map(MoveReport::new).collect(),
        }
    }
}

impl MoveReport {
    fn new(choice: &Choice) -> Self {
        MoveReport {
            text: choice.text.clone(),
            rewards: outcome(choice.outcome.as_ref()),
            distance: choice.outcome.as_ref().and_then(|it| it.distance),
            judgement: choice.judgement.name(),
            cost: cost(choice.judgement),
        }
    }
}
