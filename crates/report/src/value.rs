//! Values, rewards and positions as JSON.

use game::{Initial, RoleId, Value};
use play::Judgement;
use serde::Serialize;
use serde_json::json;
use table::solution::{Outcome, reward_json, value_json};

/// The value of an outcome; unresolved if there is none.
pub fn outcome_value(outcome: Option<&Outcome>) -> &Value {
    outcome.map_or(&Value::Unresolved, |it| &it.value)
}

/// The value of an outcome; null if there is none.
pub fn outcome(outcome: Option<&Outcome>) -> serde_json::Value {
    value_json(outcome_value(outcome))
}

/// What a move costs; null where there is no number.
pub fn cost(judgement: Judgement) -> serde_json::Value {
    match judgement {
        Judgement::Forced | Judgement::Unjudged | Judgement::Mistake(None) => json!(null),
        Judgement::Only | Judgement::Best | Judgement::Inaccuracy => 0.into(),
        Judgement::Mistake(Some(cost)) => reward_json(cost),
    }
}

/// A role's name.
pub fn role_name(roles: &[String], role: Option<RoleId>) -> Option<String> {
    role.map(|role| roles[role.index()].clone())
}

/// The worth of infinite play; null where it cannot happen.
pub fn infinite(worth: Option<&Value>) -> serde_json::Value {
    worth.map_or(json!(null), value_json)
}

/// What is told of the position that was solved.
#[derive(Debug, Serialize)]
pub struct InitialReport {
    rewards: serde_json::Value,
    distance: Option<u64>,
    mover: Option<String>,
    best_moves: Vec<String>,
    line: Vec<String>,
}

impl InitialReport {
    /// The same with names of roles.
    pub fn new(roles: &[String], initial: &Initial) -> Self {
        InitialReport {
            rewards: value_json(&initial.value),
            distance: initial.distance,
            mover: role_name(roles, initial.mover),
            best_moves: initial.best_moves.clone(),
            line: initial.line.clone(),
        }
    }
}
