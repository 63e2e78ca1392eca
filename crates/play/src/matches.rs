//! Matches that were played: as ggp-base writes them, or as plain lists of moves.
//!
//! In: a text. Out: [`Match`]es. Not here: whether their moves are legal.
//!
//! JSON is an object as ggp-base's servers publish it, an array of such objects, or
//! several of them one after the other. Of an object `moves` is read (for each step
//! the moves of all roles, in order), and if they are there `matchId` and
//! `playerNamesFromHost`. Any other text is one match: its moves are separated by
//! line ends or `;`, and lines that begin with `#` are comments.

use serde_json::{Deserializer, Value as Json};
use thiserror::Error;

/// A match: who played, and the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its name, if the text has one.
    pub name: Option<String>,
    /// The players' names in the order of roles, if the text has them.
    pub players: Vec<String>,
    /// The moves in KIF: the mover's, or the list of all roles'.
    pub moves: Vec<String>,
}

/// Why a text has no matches.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// It begins like JSON, but is not.
    #[error("not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// An object lacks what a match needs.
    #[error("match {number} of the text: {what}")]
    NotAMatch {
        /// Which one, from 1.
        number: usize,
        /// What is missing.
        what: &'static str,
    },
}

/// The matches of a text.
///
/// # Errors
///
/// [`MatchError`] if it is JSON without matches.
pub fn read_matches(text: &str) -> Result<Vec<Match>, MatchError> {
    match text.trim_start().starts_with(['{', '[']) {
        true => from_json(text),
        false => Ok(vec![from_list(text)]),
    }
}

fn from_list(text: &str) -> Match {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with('#'));
    let moves = lines.flat_map(|line| line.split(';')).map(str::trim);
    let moves = moves.filter(|text| !text.is_empty());
    Match {
        name: None,
        players: Vec::new(),
        moves: moves.map(str::to_owned).collect(),
    }
}

fn from_json(text: &str) -> Result<Vec<Match>, MatchError> {
    let mut objects = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Json>() {
        match value? {
            Json::Array(several) => objects.extend(several),
            one => objects.push(one),
        }
    }
    let numbered = (1..).zip(&objects);
    let read = |(number, object): (usize, &Json)| {
        from_object(object).map_err(|what| MatchError::NotAMatch { number, what })
    };
    numbered.map(read).collect()
}

fn from_object(object: &Json) -> Result<Match, &'static str> {
    let steps = object.get("moves").and_then(Json::as_array);
    let steps = steps.ok_or("it has no array `moves`")?;
    let text = |json: &Json| json.as_str().map(str::to_owned);
    let step = |step: &Json| match step {
        Json::String(text) => Some(text.clone()),
        Json::Array(moves) => {
            let moves: Vec<String> = moves.iter().map(text).collect::<Option<_>>()?;
            match moves.as_slice() {
                [only] => Some(only.clone()),
                all => Some(format!("({})", all.join(" "))),
            }
        }
        _ => None,
    };
    let moves: Option<Vec<String>> = steps.iter().map(step).collect();
    let players = object.get("playerNamesFromHost").and_then(Json::as_array);
    let players = players.into_iter().flatten();
    Ok(Match {
        name: object.get("matchId").and_then(text),
        players: players.map(|name| text(name).unwrap_or_default()).collect(),
        moves: moves.ok_or("`moves` has something else than texts and arrays of texts")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_moves_and_comments() {
        let found = read_matches("# first\nmark 1 1; (mark 2 2)\n\n(noop (mark 3 3))\n").unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].moves,
            ["mark 1 1", "(mark 2 2)", "(noop (mark 3 3))"]
        );
    }

    #[test]
    fn json_has_joint_moves_and_names() {
        let one = r#"{"matchId": "m", "moves": [["( mark 1 1 )", "noop"]],
            "playerNamesFromHost": ["A", null], "goalValues": [0, 100]}"#;
        let expected = Match {
            name: Some("m".to_owned()),
            players: vec!["A".to_owned(), String::new()],
            moves: vec!["(( mark 1 1 ) noop)".to_owned()],
        };
        assert_eq!(read_matches(one).unwrap(), vec![expected.clone()]);
        for several in [format!("[{one}, {one}]"), format!("{one}\n{one}")] {
            let expected = [expected.clone(), expected.clone()];
            assert_eq!(read_matches(&several).unwrap(), expected);
        }
    }

    #[test]
    fn other_json_is_refused() {
        for text in ["{", "{}", "[1]", r#"{"moves": [1]}"#, r#"{"moves": [[2]]}"#] {
            assert!(read_matches(text).is_err(), "{text}");
        }
    }
}
