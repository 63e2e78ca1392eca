//! The solution of a game, as far as it is told without its table of states.

use std::fmt;

use crate::{Count, Level, Model, Rewards, RoleId, Warning};

/// What a state is worth under optimal play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// These rewards, at the end of play or as the agreed worth of infinite
    /// play.
    Rewards(Rewards),
    /// One role: play cannot be brought to an end. Worse than every reward.
    Infinite,
    /// Backward induction does not force a value here.
    Unresolved,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Rewards(rewards) => rewards.fmt(f),
            Value::Infinite => f.write_str("infinite"),
            Value::Unresolved => f.write_str("unresolved"),
        }
    }
}

/// The states that are worth the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// What they are worth; never [`Value::Unresolved`].
    pub value: Value,
    /// How many there are.
    pub states: Count,
}

/// The states that are first reached after the same number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of moves.
    pub index: u64,
    /// The number of states.
    pub states: Count,
}

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
    /// What infinite play counts; `None` where it cannot happen.
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
    /// What the user should know beside the result.
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
