//! The games of the library, as JSON.

use library::{Entry, Parameter};
use serde::Serialize;

use crate::SCHEMA;

/// What is told of the games of the library.
#[derive(Debug, Serialize)]
pub struct GamesReport {
    schema: u32,
    games: Vec<GameReport>,
}

#[derive(Debug, Serialize)]
struct GameReport {
    name: String,
    title: String,
    summary: String,
    source: String,
    results: String,
    parameters: Vec<ParameterReport>,
}

#[derive(Debug, Serialize)]
struct ParameterReport {
    name: String,
    default: String,
    range: String,
    summary: String,
}

impl GamesReport {
    /// What is told of these games.
    pub fn new(games: &[&Entry]) -> Self {
        GamesReport {
            schema: SCHEMA,
            games: games.iter().copied().map(report).collect(),
        }
    }
}

fn report(entry: &Entry) -> GameReport {
    let parameter = |parameter: &Parameter| ParameterReport {
        name: parameter.name().to_owned(),
        default: parameter.default().to_string(),
        range: parameter.kind().to_string(),
        summary: parameter.summary().to_owned(),
    };
    GameReport {
        name: entry.name().to_owned(),
        title: entry.title().to_owned(),
        summary: entry.summary().to_owned(),
        source: entry.source().to_owned(),
        results: entry.results().to_owned(),
        parameters: entry.parameters().iter().map(parameter).collect(),
    }
}
