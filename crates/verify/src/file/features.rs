//! The features of the format that a file requires.
//!
//! A feature that is known must be checked, not merely skipped: otherwise a file could
//! be called right that other readers read differently.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// The game is a sum of parts.
pub const PARTS: &str = "parts";
/// The file is an endgame database: it may have states that cannot be reached, and has all
/// successors of each.
pub const UNREACHABLE_STATES: &str = "unreachable-states";
/// The features that are known.
const KNOWN: &[&str] = &[PARTS, UNREACHABLE_STATES];

/// The part of a meta document that must be read before the rest.
#[derive(Deserialize)]
struct Beginning {
    required: Map<String, Json>,
}

/// The required features of a file, and what it says of them.
#[derive(Debug, Default)]
pub struct Features(Map<String, Json>);

impl Features {
    /// Reads them from a meta document.
    pub fn from_json(document: &[u8]) -> Result<Self, String> {
        let beginning: Beginning = serde_json::from_slice(document)
            .map_err(|error| format!("the required features cannot be understood: {error}"))?;
        let letter = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        let names = |name: &&String| !(1..=64).contains(&name.len()) || !name.chars().all(letter);
        match beginning.required.keys().find(names) {
            Some(name) => Err(format!("{name:?} is no name of a feature")),
            None => Ok(Features(beginning.required)),
        }
    }

    /// The names of those that are not known.
    pub fn unknown(&self) -> Vec<String> {
        let names = self.0.keys();
        let names = names.filter(|name| !KNOWN.contains(&name.as_str()));
        names.cloned().collect()
    }

    /// What an endgame database says of the moves until the end: at most so many, or
    /// nothing. None if the file is no such database.
    pub fn endgames(&self) -> Result<Option<Option<u64>>, String> {
        let Some(detail) = self.get(UNREACHABLE_STATES) else {
            return Ok(None);
        };
        match detail.get("steps") {
            Some(Json::Null) => Ok(Some(None)),
            Some(Json::Number(steps)) if steps.is_u64() => Ok(Some(steps.as_u64())),
            _ => Err(format!("{detail} does not say how many steps it has")),
        }
    }

    /// What the file says of a feature, if it requires it.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }
}
