//! Splits sets by several questions, one after the other.

use game::{Rewards, Value};

use crate::diagram::{Halt, Set};
use crate::space::Space;

/// Disjoint sets, each with its answers so far.
pub(crate) type Parts<T> = Vec<(Vec<T>, Set)>;

/// Splits each part by the answers to one more question.
pub(crate) fn refine<'a, T: Clone + 'a>(
    space: &Space,
    parts: &[(Vec<T>, Set)],
    answers: impl Iterator<Item = (&'a T, &'a Set)> + Clone,
) -> Result<Parts<T>, Halt> {
    let mut finer = Vec::new();
    for (known, set) in parts {
        for (answer, states) in answers.clone() {
            let both = space.and(set, states)?;
            if !both.is_empty() {
                let mut known = known.clone();
                known.push(answer.clone());
                finer.push((known, both));
            }
        }
    }
    Ok(finer)
}

/// The one value, or the vector of what each role can force.
pub(crate) fn together(values: &[Value]) -> Value {
    if let [value] = values {
        return value.clone();
    }
    let rewards = values.iter().filter_map(|value| match value {
        Value::Rewards(own) => own.iter().next(),
        Value::Infinite | Value::Unresolved => None,
    });
    Value::Rewards(Rewards::new(rewards))
}
