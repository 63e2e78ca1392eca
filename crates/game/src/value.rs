//! What a state is worth.

use std::fmt;

use crate::Rewards;

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
