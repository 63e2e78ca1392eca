//! Values, rewards and positions as JSON.

use game::{Initial, Reward, RoleId, Value};
use play::Judgement;
use serde::Serialize;
use serde_json::json;
use table::solution::Outcome;

/// A reward as a number: an integer where it is one.
pub fn reward(reward: Reward) -> serde_json::Value {
    match reward.points() {
        Some(points) => points.into(),
        None => (reward.half_points() as f64 / 2.0).into(),
    }
}

/// A value: the list of rewards, `["infinite"]`, or null if it is unresolved.
pub fn value(value: &Value) -> serde_json::Value {
    match value {
        Value::Rewards(rewards) => rewards.iter().map(reward).collect(),
        Value::Infinite => json!(["infinite"]),
        Value::Unresolved => json!(null),
    }
}

/// The value of an outcome; unresolved if there is none.
pub fn outcome_value(outcome: Option<&Outcome>) -> &Value {
    outcome.map_or(&Value::Unresolved, |it| &it.value)
}

/// The value of an outcome; null if there is none.
pub fn outcome(outcome: Option<&Outcome>) -> serde_json::Value {
    value(outcome_value(outcome))
}

/// What a move costs; null where there is no number.
pub fn cost(judgement: Judgement) -> serde_json::Value {
    match judgement {
        Judgement::Forced | Judgement::Unjudged | Judgement::Mistake(None) => json!(null),
        Judgement::Only | Judgement::Best | Judgement::Inaccuracy => 0.into(),
        Judgement::Mistake(Some(cost)) => reward(cost),
    }
}

/// A role's name.
pub fn role_name(roles: &[String], role: Option<RoleId>) -> Option<String> {
    role.map(|role| roles[role.index()].clone())
}

/// The worth of infinite play; null where it cannot happen.
pub fn infinite(worth: Option<&Value>) -> serde_json::Value {
    worth.map_or(json!(null), value)
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
            rewards: value(&initial.value),
            distance: initial.distance,
            mover: role_name(roles, initial.mover),
            best_moves: initial.best_moves.clone(),
            line: initial.line.clone(),
        }
    }
}
