//! The values of states, as a solution file writes them.
//!
//! In: JSON, or the goals of a state. Out: values that can be tested for
//! equality. Not here: preferences (`order.rs`).

use std::fmt;

use serde_json::Value as Json;

/// What a state is worth; rewards in role order, in half points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// What each role gets.
    Rewards(Box<[i64]>),
    /// The only role cannot bring play to an end.
    Infinite,
    /// Nothing forces a value.
    Unresolved,
}

/// What a state is worth and how far its end is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub value: Value,
    pub distance: Option<u64>,
}

/// Largest absolute reward, in half points: twice 32 bits.
const MAX_HALF_POINTS: i64 = 1 << 33;

impl Value {
    /// Reads a value of a file, for this many roles.
    pub fn from_json(json: &Json, roles: usize) -> Option<Self> {
        match json {
            Json::Null => Some(Value::Unresolved),
            Json::Array(list) => match list.as_slice() {
                [Json::String(word)] if word == "infinite" && roles == 1 => Some(Value::Infinite),
                list if list.len() == roles => {
                    let rewards = list.iter().map(half_points);
                    Some(Value::Rewards(rewards.collect::<Option<_>>()?))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

fn half_points(json: &Json) -> Option<i64> {
    let half_points = match json.as_i64() {
        Some(points) => points.checked_mul(2)?,
        None => {
            let double = json.as_f64()? * 2.0;
            let whole = double.fract() == 0.0 && double.abs() <= MAX_HALF_POINTS as f64;
            whole.then_some(double as i64)?
        }
    };
    (half_points.abs() <= MAX_HALF_POINTS).then_some(half_points)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rewards = match self {
            Value::Infinite => return f.write_str("infinite"),
            Value::Unresolved => return f.write_str("unresolved"),
            Value::Rewards(rewards) => rewards,
        };
        for (place, &half_points) in rewards.iter().enumerate() {
            let slash = if place == 0 { "" } else { "/" };
            match half_points % 2 {
                0 => write!(f, "{slash}{}", half_points / 2)?,
                _ => write!(f, "{slash}{:.1}", half_points as f64 / 2.0)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_and_shown() {
        let shown = |json: Json, roles| Value::from_json(&json, roles).map(|it| it.to_string());
        assert_eq!(shown(json!([37.5, -2]), 2).unwrap(), "37.5/-2");
        assert_eq!(shown(json!(["infinite"]), 1).unwrap(), "infinite");
        assert_eq!(shown(json!(null), 2).unwrap(), "unresolved");
        for wrong in [
            json!([1]),
            json!(["infinite"]),
            json!([1, "2"]),
            json!([0.25, 1]),
            json!(7),
        ] {
            assert_eq!(shown(wrong, 2), None);
        }
    }
}
