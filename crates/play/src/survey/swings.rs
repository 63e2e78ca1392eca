//! How the mean value changes from layer to layer, and what careless moves cost there.

use game::{RoleId, Value};

use crate::position::{Judgement, Position};

/// Means over the states of one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerMeans {
    /// The rewards of each role, over the states that have rewards, in points; `None` if
    /// there are none.
    pub rewards: Option<Vec<f64>>,
    /// What a move costs its mover if all are equally likely, over the states in which a
    /// role has a choice and all moves are judged, in points; `None` if there are none.
    pub cost: Option<f64>,
}

/// The sums for these means.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// In half points.
    rewards: Vec<i64>,
    rewarded: u64,
    cost: f64,
    judged: u64,
}

impl Sums {
    /// Adds a state.
    pub fn add(&mut self, position: &Position) {
        if let Some(Value::Rewards(rewards)) = position.outcome.as_ref().map(|it| &it.value) {
            self.rewards.resize(rewards.role_count(), 0);
            for role in RoleId::all(rewards.role_count()) {
                self.rewards[role.index()] += rewards[role].half_points();
            }
            self.rewarded += 1;
        }
        if let Some(cost) = mean_cost(position) {
            self.cost += cost;
            self.judged += 1;
        }
    }

    /// The means.
    pub fn means(&self) -> LayerMeans {
        let rewards = self.rewards.iter();
        let mean = |&sum: &i64| sum as f64 / 2.0 / self.rewarded as f64;
        LayerMeans {
            rewards: (self.rewarded > 0).then(|| rewards.map(mean).collect()),
            cost: (self.judged > 0).then(|| self.cost / self.judged as f64),
        }
    }
}

/// What a move costs on average, in points; `None` if nobody has a choice, or that is not
/// a number.
fn mean_cost(position: &Position) -> Option<f64> {
    position.mover?;
    let mut half_points = 0;
    for choice in &position.moves {
        half_points += match choice.judgement {
            Judgement::Only | Judgement::Best | Judgement::Inaccuracy => 0,
            Judgement::Mistake(Some(cost)) => cost.half_points(),
            Judgement::Mistake(None) | Judgement::Forced | Judgement::Unjudged => return None,
        };
    }
    Some(half_points as f64 / 2.0 / position.moves.len() as f64)
}
