//! Opponent models: which of two reward vectors a role would rather have.

use std::cmp::Ordering;
use std::fmt;

use crate::{Reward, Rewards, RoleId, Value};

/// What a role wants of a reward vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// The greater own reward; then the smaller sum of the others'; then the
    /// lexicographically smaller vector (Max^n, made deterministic).
    Own,
    /// The greater lead over the best of the others; then as [`Model::Own`].
    Difference,
    /// For each role separately, what it can force against all others together.
    ///
    /// A vector of such security values is not the outcome of one line of play, so
    /// [`Model::compare`] looks only at the role's own reward.
    Guaranteed,
}

impl Model {
    /// Compares the rewards `a` with `b` for `role`: `Greater` is better.
    ///
    /// Under `Own` and `Difference` only equal vectors compare equal, so that
    /// backward induction has one result.
    pub fn compare(self, role: RoleId, a: &Rewards, b: &Rewards) -> Ordering {
        match self {
            Model::Own => own(role, a, b),
            Model::Difference => lead(role, a)
                .cmp(&lead(role, b))
                .then_with(|| own(role, a, b)),
            Model::Guaranteed => a[role].cmp(&b[role]),
        }
    }

    /// The same for values: rewards by the model, all of them above infinite play
    /// without a worth, and that above unresolved.
    pub fn compare_values(self, role: RoleId, a: &Value, b: &Value) -> Ordering {
        match (a, b) {
            (Value::Rewards(a), Value::Rewards(b)) => self.compare(role, a, b),
            _ => b.cmp(a),
        }
    }

    /// Whether the orders of the first two roles are exact opposites on these values.
    ///
    /// A value may occur twice. Roles that do not tell two values apart are not opposed.
    pub fn opposes(self, values: &[Value]) -> bool {
        let prefers = |role, a: &Value, b: &Value| self.compare_values(RoleId::new(role), a, b);
        let mut ladder: Vec<&Value> = values.iter().collect();
        ladder.sort_by(|a, b| prefers(0, a, b));
        ladder.dedup();
        // In orders, what holds of neighbours holds of all.
        let mut steps = ladder.windows(2);
        steps.all(|it| prefers(0, it[0], it[1]).is_lt() && prefers(1, it[1], it[0]).is_lt())
    }

    /// Whether a move of `mover` from a state worth `now` to one worth `then` is a best
    /// move: it keeps the value and, if the state has a distance, goes one step along
    /// it.
    pub fn is_best(
        self,
        mover: RoleId,
        (now, distance): (&Value, Option<u64>),
        (then, after): (&Value, Option<u64>),
    ) -> bool {
        match (self, now, then) {
            // Each role's part of the vector is independent: only the mover's counts.
            (Model::Guaranteed, Value::Rewards(now), Value::Rewards(then)) => {
                now[mover] == then[mover]
            }
            _ => {
                let on_time = |distance| after.is_some_and(|after| after + 1 == distance);
                now == then && distance.is_none_or(on_time)
            }
        }
    }

    /// The model that applies to a game of `role_count` roles: with one role all are
    /// the same.
    pub fn among(self, role_count: usize) -> Self {
        match role_count {
            1 => Model::Own,
            _ => self,
        }
    }

    /// What `role` loses if it gets the rewards `to` instead of `from`, in points of
    /// its reward. Never negative, if `from` is no worse in the order of the model.
    ///
    /// The loss is measured in the first quantity of the model in which the two differ.
    /// A lead counts half: each point that goes from one role to another changes it by
    /// two, so where rewards have a constant sum this is the loss of own reward, under
    /// every model. Half a half point is rounded up: no lost lead counts as zero.
    pub fn loss(self, role: RoleId, from: &Rewards, to: &Rewards) -> Reward {
        let own = from[role].half_points() - to[role].half_points();
        let lead = lead(role, from) - lead(role, to);
        Reward::from_half_points(match self {
            Model::Difference if lead != 0 && from.role_count() > 1 => (lead + 1).div_euclid(2),
            _ => own,
        })
    }
}

fn own(role: RoleId, a: &Rewards, b: &Rewards) -> Ordering {
    let others = |rewards: &Rewards| rewards.sum_half_points() - rewards[role].half_points();
    a[role]
        .cmp(&b[role])
        .then_with(|| others(b).cmp(&others(a)))
        .then_with(|| b.cmp(a))
}

/// The own reward minus the largest of the others, in half points.
fn lead(role: RoleId, rewards: &Rewards) -> i64 {
    let best_other = RoleId::all(rewards.role_count())
        .filter(|&other| other != role)
        .map(|other| rewards[other].half_points())
        .max();
    rewards[role].half_points() - best_other.unwrap_or(Reward::from_points(0).half_points())
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Own => "own",
            Model::Difference => "difference",
            Model::Guaranteed => "guaranteed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefers(model: Model, role: usize, better: &[i32], worse: &[i32]) {
        let (better, worse) = (Rewards::from_points(better), Rewards::from_points(worse));
        let role = RoleId::new(role);
        assert_eq!(model.compare(role, &better, &worse), Ordering::Greater);
        assert_eq!(model.compare(role, &worse, &better), Ordering::Less);
    }

    #[test]
    fn own_reward_first_then_the_opponents_loss() {
        prefers(Model::Own, 0, &[60, 100], &[50, 0]);
        prefers(Model::Own, 1, &[0, 50], &[100, 50]);
    }

    #[test]
    fn difference_first_then_own_reward() {
        prefers(Model::Difference, 0, &[50, 0], &[60, 100]);
        prefers(Model::Difference, 0, &[60, 60], &[50, 50]);
    }

    fn opposes(model: Model, values: &[[i32; 2]]) -> bool {
        let values = values.iter().map(|it| Rewards::from_points(it));
        model.opposes(&values.map(Value::Rewards).collect::<Vec<_>>())
    }

    #[test]
    fn one_value_that_both_like_better_is_no_opposition() {
        let constant = [[50, 50], [100, 0], [0, 100], [50, 50]];
        assert!(opposes(Model::Difference, &constant));
        assert!(opposes(Model::Own, &constant));
        assert!(!opposes(Model::Difference, &[[50, 50], [0, 0], [100, 0]]));
        // The sum need not be constant.
        assert!(opposes(Model::Own, &[[60, 20], [30, 40], [0, 50]]));
        // The second role is indifferent to the first's reward.
        assert!(!opposes(Model::Guaranteed, &[[60, 20], [30, 20]]));
    }

    #[test]
    fn a_lead_that_is_lost_is_no_gain_of_points() {
        let loss = |model: Model, role, from: &[i32], to: &[i32]| {
            let (from, to) = (Rewards::from_points(from), Rewards::from_points(to));
            model.loss(RoleId::new(role), &from, &to).to_string()
        };
        // The own reward grows, the other's by more.
        assert_eq!(loss(Model::Difference, 0, &[16, 1], &[72, 65]), "4");
        assert_eq!(loss(Model::Difference, 1, &[9, 2], &[90, 80]), "1.5");
        for model in [Model::Own, Model::Difference, Model::Guaranteed] {
            assert_eq!(loss(model, 0, &[100, 0], &[50, 50]), "50");
            assert_eq!(loss(model, 0, &[60, 60], &[50, 50]), "10");
        }
        assert_eq!(
            loss(Model::Difference, 2, &[0, 0, 100], &[0, 100, 0]),
            "100"
        );
        assert_eq!(loss(Model::Difference, 0, &[100], &[90]), "10");
    }

    #[test]
    fn nothing_worse_is_a_gain() {
        let vectors: Vec<Vec<i32>> = (0..64).map(|i| vec![i % 4, i / 4 % 4, i / 16]).collect();
        for (a, b) in vectors
            .iter()
            .flat_map(|a| vectors.iter().map(move |b| (a, b)))
        {
            let (a, b) = (Rewards::from_points(a), Rewards::from_points(b));
            for model in [Model::Own, Model::Difference, Model::Guaranteed] {
                if model.compare(RoleId::new(0), &a, &b) == Ordering::Greater {
                    let loss = model.loss(RoleId::new(0), &a, &b);
                    assert!(loss.half_points() >= 0, "{model}: {a} to {b} costs {loss}");
                }
            }
        }
    }

    #[test]
    fn three_roles_compare_sums_then_vectors() {
        prefers(Model::Own, 0, &[50, 0, 20], &[50, 30, 0]);
        prefers(Model::Own, 0, &[50, 0, 30], &[50, 30, 0]);
        prefers(Model::Difference, 0, &[50, 30, 30], &[50, 40, 0]);
        prefers(Model::Difference, 0, &[60, 40, 0], &[50, 30, 0]);
    }

    #[test]
    fn rewards_are_above_infinite_play_and_that_above_the_unresolved() {
        let rewards = Value::Rewards(Rewards::from_points(&[-5]));
        for model in [Model::Own, Model::Difference, Model::Guaranteed] {
            let compare = |a, b| model.compare_values(RoleId::new(0), a, b);
            assert_eq!(compare(&rewards, &Value::Infinite), Ordering::Greater);
            assert_eq!(
                compare(&Value::Unresolved, &Value::Infinite),
                Ordering::Less
            );
            assert_eq!(compare(&rewards, &rewards), Ordering::Equal);
        }
    }

    #[test]
    fn a_best_move_keeps_the_value_and_is_on_time() {
        let value = |points: &[i32]| Value::Rewards(Rewards::from_points(points));
        let (win, draw) = (value(&[100, 0]), value(&[50, 50]));
        let best = |model: Model, now, then| model.is_best(RoleId::new(0), now, then);
        for model in [Model::Own, Model::Difference] {
            assert!(best(model, (&win, Some(3)), (&win, Some(2))));
            assert!(!best(model, (&win, Some(3)), (&win, Some(4))));
            assert!(!best(model, (&win, Some(3)), (&win, None)));
            assert!(best(model, (&draw, None), (&draw, Some(7))));
            assert!(!best(model, (&win, None), (&draw, None)));
        }
        let other = value(&[100, 30]);
        assert!(best(Model::Guaranteed, (&win, Some(3)), (&other, None)));
        assert!(!best(Model::Own, (&win, None), (&other, None)));
    }

    #[test]
    fn with_one_role_all_models_are_the_same() {
        assert_eq!(Model::Guaranteed.among(1), Model::Own);
        assert_eq!(Model::Guaranteed.among(2), Model::Guaranteed);
    }

    #[test]
    fn one_role_wants_more() {
        prefers(Model::Own, 0, &[100], &[90]);
        prefers(Model::Difference, 0, &[100], &[90]);
    }
}
