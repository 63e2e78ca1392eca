//! Lines that answer a batch. All of them have the same fields.

use serde::Serialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use table::solution::Outcome;

use crate::SCHEMA;
use crate::query::PositionReport;
use crate::value::outcome as outcome_json;

/// A line that answers another one.
#[derive(Serialize)]
pub struct Answer<'l> {
    schema: u32,
    id: Option<&'l RawValue>,
    error: Option<String>,
    #[serde(flatten)]
    found: Found,
}

impl<'l> Answer<'l> {
    /// The answer to a line with this `id`.
    pub fn new(id: Option<&'l RawValue>, result: Result<Found, String>, brief: bool) -> Self {
        let (error, found) = match (result, brief) {
            (Ok(found), _) => (None, found),
            (Err(error), true) => (Some(error), Found::NothingBrief(BriefReport::default())),
            (Err(error), false) => (Some(error), Found::Nothing(NoPosition::default())),
        };
        Answer {
            schema: SCHEMA,
            id,
            error,
            found,
        }
    }

    /// Whether it says why there is no answer.
    pub fn is_refusal(&self) -> bool {
        self.error.is_some()
    }
}

/// What a line is told.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Found {
    /// The value alone.
    Brief(BriefReport),
    /// The position with its moves.
    Full(Box<PositionReport>),
    NothingBrief(BriefReport),
    Nothing(NoPosition),
}

/// What a position is worth.
#[derive(Default, Serialize)]
pub struct BriefReport {
    known: Option<bool>,
    rewards: Json,
    distance: Option<u64>,
}

impl BriefReport {
    /// What is known of a position.
    pub fn new(outcome: Option<&Outcome>) -> Self {
        BriefReport {
            known: Some(outcome.is_some()),
            rewards: outcome_json(outcome),
            distance: outcome.and_then(|it| it.distance),
        }
    }
}

/// The fields of a position where there is none: all of them null.
#[derive(Default, Serialize)]
pub struct NoPosition {
    state: (),
    known: (),
    terminal: (),
    rewards: (),
    distance: (),
    mover: (),
    moves: (),
}
