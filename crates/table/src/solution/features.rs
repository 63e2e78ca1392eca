//! Required features: what a reader must know to read a file right.
//!
//! A reader ignores fields that it does not know; that is safe where the rest
//! means the same without them. A feature that changes what the rest means is
//! required by name, and a reader that does not know the name refuses the file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The features that this program knows.
const KNOWN: [&str; 2] = [PARTS, UNREACHABLE_STATES];
/// The game is a sum of parts: the detail has what they are worth.
pub const PARTS: &str = "parts";
/// The file may have states that cannot be reached, and is closed under moves: the detail
/// has the number of moves after which play from them ends.
pub const UNREACHABLE_STATES: &str = "unreachable-states";
/// The number of moves after which play from every state of an endgame database has ended,
/// whatever is played, if the file says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub Option<u64>);

/// Most letters of a name.
const MAX_NAME: usize = 64;

/// The features that a file requires, by name, each with the details that
/// readers need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Features(BTreeMap<String, Json>);

impl Features {
    pub fn add(&mut self, name: &str, detail: Json) {
        assert!(is_name(name), "`{name}` is no name of a feature");
        self.0.insert(name.to_owned(), detail);
    }

    /// The details of a feature, if it is required.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }

    /// What an endgame database says of the moves until the end; none if the file is none.
    pub fn steps(&self) -> Result<Option<Steps>, &'static str> {
        let Some(detail) = self.get(UNREACHABLE_STATES) else {
            return Ok(None);
        };
        match detail.get("steps") {
            Some(Json::Null) => Ok(Some(Steps(None))),
            Some(steps) => {
                let steps = steps.as_u64().ok_or("steps that are no number")?;
                Ok(Some(Steps(Some(steps))))
            }
            None => Err("an endgame database that says nothing of its steps"),
        }
    }

    /// The names of those that this program does not know.
    pub fn unknown(&self) -> Result<Vec<String>, &'static str> {
        if !self.0.keys().all(|name| is_name(name)) {
            return Err("a feature without a proper name");
        }
        let unknown = self.0.keys().filter(|name| !KNOWN.contains(&name.as_str()));
        Ok(unknown.cloned().collect())
    }
}

/// Names are shown to people unchanged, so they have plain letters only.
fn is_name(name: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_cannot_be_shown_is_damage() {
        let required = |name: &str| {
            let json = serde_json::json!({ name: null });
            serde_json::from_value::<Features>(json).unwrap().unknown()
        };
        assert_eq!(required(PARTS), Ok(Vec::new()));
        assert_eq!(required("halves"), Ok(vec!["halves".to_owned()]));
        let long = "x".repeat(MAX_NAME + 1);
        for name in ["", "Parts", "\u{1b}[2J", "a b", &long] {
            assert!(required(name).is_err(), "{name:?}");
        }
    }
}
