//! What the user should know beside the result.

use std::collections::BTreeSet;

use game::{Options, Reward, Rewards, RoleId};

use crate::outcome::OutcomeId;

/// How many goal values out of range are told one by one.
const TOLD_APART: usize = 5;

/// Warns of goal values outside 0..100, which are used as they are.
pub fn goals_out_of_range(roles: &[String], terminal: &[Rewards]) -> Vec<String> {
    let range = Reward::from_points(0)..=Reward::from_points(100);
    let found: BTreeSet<(RoleId, Reward)> = terminal
        .iter()
        .flat_map(|rewards| RoleId::all(roles.len()).zip(rewards.iter()))
        .filter(|(_, reward)| !range.contains(reward))
        .collect();
    let told = found.iter().take(TOLD_APART).map(|(role, reward)| {
        let role = &roles[role.index()];
        format!("role {role} has the goal value {reward}, which is outside 0..100")
    });
    let more = found.len().saturating_sub(TOLD_APART);
    let rest = (more > 0).then(|| format!("{more} more goal values are outside 0..100"));
    told.chain(rest).collect()
}

/// Warns of options that make no difference to the game at hand.
pub fn idle_options(options: &Options, cyclic: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    if options.draw_distances && cyclic {
        warnings.push("--draw-distances makes no difference to a cyclic game".to_owned());
    }
    if options.infinite.is_some() && !cyclic {
        warnings.push("--infinite makes no difference to a game that always ends".to_owned());
    }
    warnings
}

/// Warns of states without a value, and says what to do about it.
pub(crate) fn unresolved(labels: &[Option<OutcomeId>]) -> Option<String> {
    let count = labels.iter().filter(|label| label.is_none()).count();
    let all = labels.len();
    (count > 0).then(|| {
        format!(
            "{count} of {all} states are unresolved: play can be infinite, and the roles' \
             interests are not opposed; --model guaranteed gives every state a value"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_out_of_range_is_told_once_and_many_are_summed_up() {
        let roles = ["x".to_owned()];
        let rewards = |points: &[i32]| -> Vec<_> {
            points.iter().map(|&p| Rewards::from_points(&[p])).collect()
        };
        assert!(goals_out_of_range(&roles, &rewards(&[0, 100])).is_empty());
        let two = goals_out_of_range(&roles, &rewards(&[101, -1, 101]));
        assert_eq!(
            two,
            [
                "role x has the goal value -1, which is outside 0..100",
                "role x has the goal value 101, which is outside 0..100"
            ]
        );
        let many = goals_out_of_range(&roles, &rewards(&[-1, -2, -3, -4, -5, -6, -7]));
        assert_eq!(many.len(), 6);
        assert_eq!(many[5], "2 more goal values are outside 0..100");
    }
}
