//! What a solution file says about its game without a walk over all states.

use game::{Rewards, RoleId, Value};

use crate::{PlayError, SolvedGame};

/// What a file says without a walk over all states.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Who chooses first.
    pub first: Option<RoleId>,
    /// What the start is worth; `None` if the file does not know.
    pub start: Option<Value>,
    /// The first chooser's lead over the best of the others there, in points.
    pub advantage: Option<f64>,
    /// The mean rewards over all states with rewards, in points.
    pub mean: Option<Vec<f64>>,
    /// The share of states in which one role gets more than all others.
    pub decisive: Option<f64>,
    /// For each role the length of its longest win, in moves.
    pub longest: Vec<(RoleId, u64)>,
}

impl Figures {
    /// Reads the figures of a file.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if it cannot be read.
    pub fn new(solved: &SolvedGame) -> Result<Self, PlayError> {
        let start = solved.start().clone();
        let position = solved.position(&start)?;
        let value = position.outcome.as_ref().map(|it| it.value.clone());
        let points = |rewards: &Rewards, role: RoleId| rewards[role].half_points() as f64 / 2.0;
        let advantage = match (&value, position.mover) {
            (Some(Value::Rewards(rewards)), Some(first)) if rewards.role_count() > 1 => {
                let others = RoleId::all(rewards.role_count()).filter(|&role| role != first);
                let best = others
                    .map(|role| points(rewards, role))
                    .fold(f64::MIN, f64::max);
                Some(points(rewards, first) - best)
            }
            _ => None,
        };
        let buckets = solved.counts().buckets.unwrap_or_default();
        let valued = buckets.iter().filter_map(|it| match &it.value {
            Value::Rewards(rewards) => Some((rewards, it.states as f64)),
            _ => None,
        });
        let all: f64 = valued.clone().map(|it| it.1).sum();
        let roles = RoleId::all(solved.roles().len());
        let several = solved.roles().len() > 1;
        let sum = |role| {
            let parts = valued.clone();
            parts
                .map(|(rewards, states)| points(rewards, role) * states)
                .sum::<f64>()
                / all
        };
        let decisive: f64 = valued
            .clone()
            .filter(|(rewards, _)| rewards.leader().is_some())
            .map(|it| it.1)
            .sum();
        let outcomes = solved.file().outcomes().iter();
        let wins = outcomes.filter_map(|it| match &it.value {
            Value::Rewards(rewards) => Some((rewards.leader()?, it.distance?)),
            _ => None,
        });
        let longest = |role| {
            let own = wins.clone().filter(|it| it.0 == role);
            own.max_by_key(|it| it.1)
        };
        Ok(Figures {
            first: position.mover,
            start: value,
            advantage,
            mean: (all > 0.0).then(|| roles.map(sum).collect()),
            decisive: (all > 0.0 && several).then_some(decisive / all),
            longest: RoleId::all(solved.roles().len())
                .filter_map(longest)
                .collect(),
        })
    }
}
