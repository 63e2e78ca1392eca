//! Values as JSON: in the meta document of a file, and in the output of doors.
//!
//! A reward is a number, rewards are a list of them; infinite play without a worth is
//! the list of the word `infinite`, and null says that there is no value.

use game::{Reward, Rewards, Value};
use serde_json::{Value as Json, json};

/// A reward as a number of points.
pub fn reward_json(reward: Reward) -> Json {
    match reward.points() {
        Some(points) => json!(points),
        None => json!(reward.half_points() as f64 / 2.0),
    }
}

/// A value as JSON.
pub fn value_json(value: &Value) -> Json {
    match value {
        Value::Rewards(rewards) => rewards.iter().map(reward_json).collect(),
        Value::Infinite => json!(["infinite"]),
        Value::Unresolved => Json::Null,
    }
}

/// Reads a value, in a game of `roles` roles; `None` if it is none.
pub fn value_of(json: &Json, roles: usize) -> Option<Value> {
    let rewards = match json {
        Json::Null => return Some(Value::Unresolved),
        Json::Array(rewards) => rewards,
        _ => return None,
    };
    if let [Json::String(word)] = rewards.as_slice() {
        return (word == "infinite").then_some(Value::Infinite);
    }
    let rewards: Option<Vec<Reward>> = rewards.iter().map(reward_of).collect();
    let rewards = rewards.filter(|rewards| rewards.len() == roles)?;
    Some(Value::Rewards(Rewards::new(rewards)))
}

fn reward_of(json: &Json) -> Option<Reward> {
    // Goal values have 32 bits, so doubling them is exact.
    let half_points = json.as_f64()? * 2.0;
    let exact = half_points.fract() == 0.0 && half_points.abs() < f64::from(1_u32 << 31) * 4.0;
    exact.then(|| Reward::from_half_points(half_points as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        let odd = Rewards::new([Reward::from_half_points(75), Reward::from_points(-3)]);
        for (value, text) in [
            (Value::Rewards(odd), "[37.5,-3]"),
            (Value::Infinite, "[\"infinite\"]"),
            (Value::Unresolved, "null"),
        ] {
            let json = value_json(&value);
            assert_eq!(json.to_string(), text);
            assert_eq!(value_of(&json, 2), Some(value));
        }
    }

    #[test]
    fn what_is_no_value_of_the_roles_is_refused() {
        for json in [
            json!([1]),
            json!(["finite"]),
            json!([0.3, 1]),
            json!("infinite"),
        ] {
            assert_eq!(value_of(&json, 2), None, "{json}");
        }
    }
}
