//! Rewards as numbers from 0 to 1, and which of them cannot be exceeded.
//!
//! In: the goals that the rules have, and what each role wants. Out: for mean rewards a
//! role's utility, which UCT weighs against what is little known.

use game::{GoalValue, Model, Rewards, RoleId};
use ground::{GroundGame, NodeId};

/// The range of the rewards of each role, in half points.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    model: Model,
    least: Box<[i64]>,
    most: Box<[i64]>,
    /// For each role the least utility in half points, and the factor to 1.
    utility: Box<[(f64, f64)]>,
}

impl Scale {
    /// The range of the goals of a game, and of what infinite play is worth if that is
    /// given.
    pub fn new(game: &GroundGame, model: Model, infinite: Option<&Rewards>) -> Self {
        let roles = RoleId::all(game.roles().len());
        let given = |role: RoleId| infinite.map(|worth| worth[role].half_points());
        let half_points = |role: RoleId| {
            let goals = game.goals(role).iter();
            let goals = goals.filter(|(_, node)| *node != NodeId::FALSE);
            let goals = goals.filter_map(|(value, _)| match value {
                GoalValue::Integer(points) => Some(i64::from(*points) * 2),
                GoalValue::Other(_) => None,
            });
            goals.chain(given(role)).collect::<Vec<i64>>()
        };
        let all: Vec<Vec<i64>> = roles.map(half_points).collect();
        let least: Box<[i64]> = all
            .iter()
            .map(|it| it.iter().min().copied().unwrap_or(0))
            .collect();
        let most: Box<[i64]> = all
            .iter()
            .map(|it| it.iter().max().copied().unwrap_or(0))
            .collect();
        let mut scale = Scale {
            model: model.among(least.len()),
            utility: vec![(0.0, 0.0); least.len()].into(),
            least,
            most,
        };
        scale.utility = RoleId::all(scale.least.len())
            .map(|role| scale.factor(role))
            .collect();
        scale
    }

    /// The least utility of a role, and the factor that takes the greatest to 1.
    fn factor(&self, role: RoleId) -> (f64, f64) {
        let me = role.index();
        let highest = |list: &[i64]| {
            let others = list.iter().enumerate().filter(|&(other, _)| other != me);
            others.map(|(_, &it)| it).max().unwrap_or(0)
        };
        let (low, high) = match self.model {
            Model::Difference => (
                self.least[me] - highest(&self.most),
                self.most[me] - highest(&self.least),
            ),
            _ => (self.least[me], self.most[me]),
        };
        match high > low {
            true => (low as f64, 1.0 / (high - low) as f64),
            false => (low as f64 - 0.5, 1.0),
        }
    }

    /// The utility of mean rewards for a role, from 0 to 1: its lead over the best of the
    /// others under `difference`, otherwise its own reward.
    ///
    /// With three roles and more the lead of the means stands for the mean of the leads.
    #[inline]
    pub fn utility(&self, role: RoleId, sums: &[i64], count: i64) -> f32 {
        let me = role.index();
        let lead = match self.model {
            Model::Difference => sums[me] - best_other(sums, me),
            _ => sums[me],
        };
        let (low, factor) = self.utility[me];
        ((lead as f64 / count as f64 - low) * factor) as f32
    }

    /// Whether a role cannot get anything better, in the order of the model, than rewards
    /// with the most for it and the least for all others.
    ///
    /// `own` and `difference` put such rewards before all that the rules' goals and the
    /// given worth of infinite play allow: the own reward and the lead are then the
    /// greatest, the sum of the others the smallest, and no other vector has all of these.
    pub fn is_best(&self, role: RoleId, rewards: &Rewards) -> bool {
        self.model != Model::Guaranteed
            && RoleId::all(self.least.len()).all(|it| {
                let bound = if it == role {
                    self.most[it.index()]
                } else {
                    self.least[it.index()]
                };
                rewards[it].half_points() == bound
            })
    }

    /// What each role wants.
    pub fn model(&self) -> Model {
        self.model
    }

    /// What play is worth that was given up, in half points: half way between least and
    /// most, as for a draw; with one role the least, as play without an end.
    pub fn given_up(&self) -> Vec<i64> {
        let roles = self.least.iter().zip(&self.most);
        match self.least.len() {
            1 => self.least.to_vec(),
            _ => roles.map(|(least, most)| (least + most) / 2).collect(),
        }
    }
}

#[inline]
fn best_other(sums: &[i64], me: usize) -> i64 {
    match sums.len() {
        2 => sums[1 - me],
        _ => {
            let others = sums.iter().enumerate().filter(|&(other, _)| other != me);
            others.map(|(_, &it)| it).max().unwrap_or(0)
        }
    }
}
