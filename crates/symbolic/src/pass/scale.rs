//! Rewards in a line, from the worst to the best for the first role.
//!
//! If every other role that moves has the same line, or the reverse, one set of pairs
//! holds the values of all states. *Grade* g of a scale means "at least the reward
//! after place g", and a state is paired with each grade that it makes (or with each
//! that it misses, which says the same).

use std::cmp::Ordering;

use game::{Model, Rewards, RoleId};

/// Different rewards, the worst for the first role first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale {
    pub rewards: Vec<Rewards>,
}

/// The grades that a state is paired with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Those that it makes.
    Makes,
    /// Those that it misses.
    Misses,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Side::Makes => Side::Misses,
            Side::Misses => Side::Makes,
        }
    }
}

impl Scale {
    /// This scale with more rewards on it.
    pub fn with<'r>(&self, model: Model, more: impl Iterator<Item = &'r Rewards>) -> Self {
        let mut rewards = self.rewards.clone();
        rewards.extend(more.cloned());
        rewards.sort_by(|a, b| model.compare(RoleId::new(0), a, b));
        rewards.dedup();
        Scale { rewards }
    }

    /// The place of rewards that are on it.
    pub fn place(&self, rewards: &Rewards) -> usize {
        let place = self.rewards.iter().position(|it| it == rewards);
        place.expect("the rewards are on the scale")
    }

    /// What a role wants of the next state: to make as many grades as possible, or to
    /// miss as many as possible. None if it ranks rewards in another way.
    pub fn wants(&self, model: Model, role: RoleId) -> Option<Side> {
        let all = |ordering| {
            let mut pairs = self.rewards.windows(2);
            pairs.all(|pair| model.compare(role, &pair[1], &pair[0]) == ordering)
        };
        if all(Ordering::Greater) {
            return Some(Side::Makes);
        }
        all(Ordering::Less).then_some(Side::Misses)
    }

    /// The number of grades.
    pub fn grades(&self) -> usize {
        self.rewards.len().saturating_sub(1)
    }

    /// The number of variables of a grade's code. A code beyond the last grade's stands
    /// for the last grade too.
    pub fn bits(&self) -> u32 {
        self.grades().next_power_of_two().trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(model: Model, points: &[[i32; 2]]) -> Scale {
        let rewards: Vec<Rewards> = points.iter().map(|it| Rewards::from_points(it)).collect();
        Scale::default().with(model, rewards.iter())
    }

    #[test]
    fn where_one_gains_what_the_other_loses_there_is_one_line() {
        let scale = scale(Model::Own, &[[50, 50], [0, 100], [100, 0], [50, 50]]);
        let points = [[0, 100], [50, 50], [100, 0]].map(|it| Rewards::from_points(&it));
        assert_eq!(scale.rewards, points);
        assert_eq!((scale.grades(), scale.bits()), (2, 1));
        let wants = [0, 1].map(|role| scale.wants(Model::Own, RoleId::new(role)));
        assert_eq!(wants, [Some(Side::Makes), Some(Side::Misses)]);
    }

    #[test]
    fn where_both_may_gain_there_is_none() {
        let scale = scale(Model::Difference, &[[0, 100], [0, 0], [50, 50], [100, 0]]);
        let wants = [0, 1].map(|role| scale.wants(Model::Difference, RoleId::new(role)));
        // Both would rather have 50 each than nothing.
        assert_eq!(wants, [Some(Side::Makes), None]);
        assert_eq!((scale.grades(), scale.bits()), (3, 2));
    }

    #[test]
    fn one_reward_needs_no_grade() {
        let scale = scale(Model::Own, &[[50, 50]]);
        assert_eq!((scale.grades(), scale.bits()), (0, 0));
        assert_eq!(Scale::default().bits(), 0);
    }
}
