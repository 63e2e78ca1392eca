//! The solution of a game, without the table of its states.

use std::collections::BTreeMap;

use crate::{Count, Level, Model, Rewards, RoleId, Value, Warning};

/// The states that are worth the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// What they are worth; never [`Value::Unresolved`].
    pub value: Value,
    /// How many there are.
    pub states: Count,
}

impl Bucket {
    /// Numbers of states as buckets: each value that occurs once, best for the first
    /// role first. Where the model leaves ties, the greater vector comes first.
    pub fn in_order(model: Model, counts: impl IntoIterator<Item = (Value, Count)>) -> Vec<Bucket> {
        let mut sums: BTreeMap<Value, Count> = BTreeMap::new();
        for (value, states) in counts {
            *sums.entry(value).or_default() += states;
        }
        let bucket = |(value, states)| Bucket { value, states };
        let mut buckets: Vec<Bucket> = sums.into_iter().map(bucket).collect();
        buckets.retain(|bucket| bucket.states > 0);
        buckets.sort_by(|a, b| {
            let by_model = model.compare_values(RoleId::new(0), &b.value, &a.value);
            by_model.then_with(|| b.value.cmp(&a.value))
        });
        buckets
    }
}

/// The states that are first reached after the same number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of moves.
    pub index: u64,
    /// The number of states.
    pub states: Count,
}

/// For each layer, how many of its states have which rewards. States without rewards are
/// left out.
pub type WorthByLayer = Vec<Vec<(Rewards, Count)>>;

/// What is known of the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// What it is worth.
    pub value: Value,
    /// The number of joint moves until the end, where it has a meaning.
    pub distance: Option<u64>,
    /// The role that has a choice here.
    pub mover: Option<RoleId>,
    /// The mover's best moves, in KIF.
    pub best_moves: Vec<String>,
    /// Best play from here on, in KIF: the mover's move, or where nobody has a
    /// choice the list of all roles' moves.
    pub line: Vec<String>,
}

/// A solved game in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The model under which the values hold.
    pub model: Model,
    /// How much is solved.
    pub level: Level,
    /// The value of infinite play; `None` where it cannot happen.
    pub infinite: Option<Value>,
    /// Whether a reachable state can be reached again.
    pub cyclic: bool,
    /// The number of distinct reachable states.
    pub states: Count,
    /// How many of them are terminal.
    pub terminals: Count,
    /// The states by first appearance.
    pub layers: Vec<Layer>,
    /// The initial state.
    pub initial: Initial,
    /// The states by value: best for the first role first.
    pub buckets: Vec<Bucket>,
    /// The number of states whose value backward induction does not force.
    pub unresolved: Count,
    /// What the user should know besides the result.
    pub warnings: Vec<Warning>,
}

impl Solution {
    /// All rewards that states are worth, best for the first role first.
    pub fn rewards(&self) -> Vec<Rewards> {
        let rewards = self
            .buckets
            .iter()
            .filter_map(|bucket| match &bucket.value {
                Value::Rewards(rewards) => Some(rewards.clone()),
                _ => None,
            });
        rewards.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(model: Model, counts: &[(&[i32], Count)]) -> String {
        let value = |(points, states): &(&[i32], Count)| {
            let value = match points {
                [] => Value::Infinite,
                points => Value::Rewards(Rewards::from_points(points)),
            };
            (value, *states)
        };
        let buckets = Bucket::in_order(model, counts.iter().map(value));
        let text = |bucket: Bucket| match bucket.value {
            Value::Rewards(rewards) => format!("{rewards}:{}", bucket.states),
            _ => format!("infinite:{}", bucket.states),
        };
        let texts: Vec<String> = buckets.into_iter().map(text).collect();
        texts.join(" ")
    }

    #[test]
    fn buckets_are_best_for_the_first_role_first() {
        let counts: [(&[i32], Count); 4] =
            [(&[0, 100], 1), (&[60, 90], 2), (&[50, 0], 3), (&[70, 0], 0)];
        assert_eq!(told(Model::Own, &counts), "60/90:2 50/0:3 0/100:1");
        assert_eq!(told(Model::Difference, &counts), "50/0:3 60/90:2 0/100:1");
    }

    #[test]
    fn equal_values_are_one_bucket_and_infinite_play_is_the_last() {
        let counts: [(&[i32], Count); 4] = [(&[], 5), (&[1], 2), (&[7], 1), (&[1], 3)];
        assert_eq!(told(Model::Own, &counts), "7:1 1:5 infinite:5");
    }

    #[test]
    fn ties_have_the_greater_vector_first() {
        let counts: [(&[i32], Count); 3] = [(&[50, 10], 1), (&[50, 30], 2), (&[60, 0], 3)];
        assert_eq!(told(Model::Guaranteed, &counts), "60/0:3 50/30:2 50/10:1");
    }
}
