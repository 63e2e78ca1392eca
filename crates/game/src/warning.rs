//! What the user should know besides the result.
//!
//! In: goal values, options, numbers of states. Out: facts without words: only a door
//! knows what its user can do about them.

use std::collections::BTreeSet;

use crate::{Count, Options, Reward, Rewards, RoleId};

/// A fact that does not prevent an answer. Doors have words for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Goal values outside 0..100, each once, by role; they are used as they are.
    GoalsOutOfRange(Vec<(RoleId, Reward)>),
    /// [`Options::draw_distances`] makes no difference: the game is cyclic.
    IdleDrawDistances,
    /// [`Options::infinite`] makes no difference: play always ends.
    IdleInfinite,
    /// Some states have no value, for play can be infinite and the roles' interests
    /// are not opposed. [`Model::Guaranteed`](crate::Model::Guaranteed) would give
    /// every state one.
    Unresolved {
        /// How many have none.
        unresolved: Count,
        /// How many states there are.
        states: Count,
    },
}

impl Warning {
    /// The warning about goal values outside 0..100, if there are any.
    pub fn goals_out_of_range(ends: &[Rewards]) -> Option<Self> {
        let range = Reward::from_points(0)..=Reward::from_points(100);
        let found: BTreeSet<(RoleId, Reward)> = ends
            .iter()
            .flat_map(|rewards| RoleId::all(rewards.role_count()).zip(rewards.iter()))
            .filter(|(_, reward)| !range.contains(reward))
            .collect();
        let found: Vec<_> = found.into_iter().collect();
        (!found.is_empty()).then_some(Warning::GoalsOutOfRange(found))
    }

    /// The warning about options that make no difference to this game.
    pub fn idle_options(options: &Options, cyclic: bool) -> Option<Self> {
        match cyclic {
            true => options.draw_distances.then_some(Warning::IdleDrawDistances),
            false => options.infinite.as_ref().map(|_| Warning::IdleInfinite),
        }
    }

    /// The warning about states without a value.
    pub fn unresolved(unresolved: Count, states: Count) -> Option<Self> {
        (unresolved > 0).then_some(Warning::Unresolved { unresolved, states })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Model};

    #[test]
    fn a_goal_out_of_range_is_told_once() {
        let rewards = |points: &[i32]| -> Vec<_> {
            let pair = |&points: &i32| Rewards::from_points(&[50, points]);
            points.iter().map(pair).collect()
        };
        assert_eq!(Warning::goals_out_of_range(&rewards(&[0, 100])), None);
        let found = [-1, 101].map(|it| (RoleId::new(1), Reward::from_points(it)));
        assert_eq!(
            Warning::goals_out_of_range(&rewards(&[101, -1, 101])),
            Some(Warning::GoalsOutOfRange(found.to_vec()))
        );
    }

    #[test]
    fn an_option_is_idle_on_one_kind_of_game_only() {
        let options = Options {
            model: Model::Own,
            infinite: Some(Rewards::from_points(&[50, 50])),
            draw_distances: true,
            level: Level::Strong,
        };
        let idle = |cyclic| Warning::idle_options(&options, cyclic);
        assert_eq!(idle(true), Some(Warning::IdleDrawDistances));
        assert_eq!(idle(false), Some(Warning::IdleInfinite));
        let unset = Options {
            infinite: None,
            draw_distances: false,
            ..options
        };
        for cyclic in [false, true] {
            assert_eq!(Warning::idle_options(&unset, cyclic), None);
        }
    }

    #[test]
    fn only_states_without_a_value_are_warned_of() {
        assert_eq!(Warning::unresolved(0, 5), None);
        let (unresolved, states) = (2, 5);
        let warning = Warning::Unresolved { unresolved, states };
        assert_eq!(Warning::unresolved(2, 5), Some(warning));
    }
}
