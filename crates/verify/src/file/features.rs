//! The features of the format that a file requires.
//!
//! None is known yet. A feature that becomes known must be checked, not merely
//! skipped: otherwise a file could be called right that other readers read
//! differently.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// The features that are known.
const KNOWN: &[&str] = &[];

/// The part of a meta document that must be read before the rest.
#[derive(Deserialize)]
struct Beginning {
    required: Map<String, Json>,
}

/// The names of the required features that are not known.
pub fn unknown_features(document: &[u8]) -> Result<Vec<String>, String> {
    let beginning: Beginning = serde_json::from_slice(document)
        .map_err(|error| format!("the required features cannot be understood: {error}"))?;
    let mut unknown = Vec::new();
    for (name, _) in beginning.required {
        let letter = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        if name.is_empty() || name.len() > 64 || !name.chars().all(letter) {
            return Err(format!("{name:?} is no name of a feature"));
        }
        if !KNOWN.contains(&name.as_str()) {
            unknown.push(name);
        }
    }
    Ok(unknown)
}
