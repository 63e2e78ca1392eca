//! Words for warnings.

use game::Warning;

/// How many goal values out of range are told one by one.
const TOLD_APART: usize = 5;

/// Warnings about a game with these roles, a line each.
pub fn told(roles: &[String], warnings: &[Warning]) -> Vec<String> {
    let lines = warnings.iter().flat_map(|it| warning(roles, it));
    lines.collect()
}

fn warning(roles: &[String], warning: &Warning) -> Vec<String> {
    match warning {
        Warning::GoalsOutOfRange(goals) => {
            let told = goals.iter().take(TOLD_APART).map(|(role, reward)| {
                let role = &roles[role.index()];
                format!("role {role} has the goal value {reward}, which is outside 0..100")
            });
            let more = goals.len().saturating_sub(TOLD_APART);
            let rest = (more > 0).then(|| format!("{more} more goal values are outside 0..100"));
            told.chain(rest).collect()
        }
        Warning::IdleDrawDistances => {
            vec!["--draw-distances makes no difference to a cyclic game".to_owned()]
        }
        Warning::IdleInfinite => {
            vec!["--infinite makes no difference to a game that always ends".to_owned()]
        }
        Warning::Unresolved { unresolved, states } => vec![format!(
            "{unresolved} of {states} states are unresolved: play can be infinite, and the roles' \
             interests are not opposed; --model guaranteed gives every state a value"
        )],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Reward, RoleId};

    #[test]
    fn goals_out_of_range_are_told_apart_and_many_are_summed_up() {
        let told = |points: &[i32]| {
            let goal = |&points: &i32| (RoleId::new(0), Reward::from_points(points));
            let goals = points.iter().map(goal).collect();
            super::told(&["x".to_owned()], &[Warning::GoalsOutOfRange(goals)])
        };
        assert_eq!(
            told(&[-1, 101]),
            [
                "role x has the goal value -1, which is outside 0..100",
                "role x has the goal value 101, which is outside 0..100"
            ]
        );
        let many = told(&[-7, -6, -5, -4, -3, -2, -1]);
        assert_eq!(many.len(), 6);
        assert_eq!(many[5], "2 more goal values are outside 0..100");
    }
}
