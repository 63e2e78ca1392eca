//! The roles' preferences, after `docs/semantics.md`: written independently of the
//! engines, without shared code.
//!
//! In: a model, a role, two values. Out: which the role prefers; whether two
//! roles' interests are exactly opposed.

use std::cmp::Ordering;

use crate::value::Value;

/// What a role wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The greatest lead over the best of the others, then as `Own`.
    Difference,
    /// The greatest own reward, then the smallest sum of the others', then the
    /// lexicographically smaller vector.
    Own,
    /// For each role separately, what it can force against all others.
    Guaranteed,
}

impl Model {
    /// The model of this name in a file.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "difference" => Some(Model::Difference),
            "own" => Some(Model::Own),
            "guaranteed" => Some(Model::Guaranteed),
            _ => None,
        }
    }

    /// Compares two values for a role; `Greater` is better. Infinite play of one
    /// role is worse than every reward.
    ///
    /// Values that are unresolved are never compared.
    pub fn prefers(self, role: usize, one: &Value, other: &Value) -> Ordering {
        match (one, other) {
            (Value::Rewards(one), Value::Rewards(other)) => match self {
                Model::Difference => lead(role, one)
                    .cmp(&lead(role, other))
                    .then_with(|| own(role, one, other)),
                Model::Own => own(role, one, other),
                Model::Guaranteed => one[role].cmp(&other[role]),
            },
            (Value::Rewards(_), _) => Ordering::Greater,
            (_, Value::Rewards(_)) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// Whether two roles rank these values in exactly opposite orders.
    pub fn opposes(self, values: &[Value]) -> bool {
        let pairs = values.iter().enumerate();
        pairs.into_iter().all(|(place, one)| {
            let mut others = values[place + 1..].iter();
            others.all(|other| self.prefers(0, one, other) == self.prefers(1, other, one))
        })
    }
}

fn own(role: usize, one: &[i64], other: &[i64]) -> Ordering {
    let others = |all: &[i64]| all.iter().sum::<i64>() - all[role];
    let by_own = one[role].cmp(&other[role]);
    let by_others = others(other).cmp(&others(one));
    by_own.then(by_others).then_with(|| other.cmp(one))
}

fn lead(role: usize, rewards: &[i64]) -> i64 {
    let others = rewards.iter().enumerate().filter(|it| it.0 != role);
    rewards[role] - others.map(|(_, &reward)| reward).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(rewards: &[i64]) -> Value {
        Value::Rewards(rewards.into())
    }

    #[test]
    fn the_page_s_example_depends_on_the_model() {
        let (rich, ahead) = (value(&[60, 100]), value(&[50, 0]));
        assert_eq!(Model::Own.prefers(0, &rich, &ahead), Ordering::Greater);
        assert_eq!(Model::Difference.prefers(0, &rich, &ahead), Ordering::Less);
    }

    #[test]
    fn ties_are_broken_by_the_others_and_then_from_the_left() {
        for model in [Model::Own, Model::Difference] {
            let (less, more) = (value(&[50, 20, 20]), value(&[50, 20, 30]));
            assert_eq!(model.prefers(0, &less, &more), Ordering::Greater);
        }
        let (left, right) = (value(&[50, 10, 30]), value(&[50, 30, 10]));
        assert_eq!(Model::Own.prefers(0, &left, &right), Ordering::Greater);
    }

    #[test]
    fn a_constant_sum_opposes_and_a_common_good_does_not() {
        let sum = [value(&[0, 100]), value(&[100, 0]), value(&[50, 50])];
        assert!(Model::Difference.opposes(&sum) && Model::Own.opposes(&sum));
        assert!(!Model::Own.opposes(&[value(&[0, 0]), value(&[10, 10])]));
    }
}
