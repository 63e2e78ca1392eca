//! What the JSON of whatever was solved begins with.

use game::{Level, Model};
use serde::Serialize;
use solver::{Engine, Game};

use crate::SCHEMA;

/// Which game was solved, how, and for what.
#[derive(Debug, Serialize)]
pub(crate) struct Heading {
    schema: u32,
    game: String,
    roles: Vec<String>,
    engine: &'static str,
    algorithm: &'static str,
    model: String,
    level: String,
}

impl Heading {
    pub fn new(
        game: &Game,
        roles: &[String],
        (engine, algorithm): (Engine, &'static str),
        (model, level): (Model, Level),
    ) -> Self {
        Heading {
            schema: SCHEMA,
            game: game.name.clone(),
            roles: roles.to_vec(),
            engine: engine.name(),
            algorithm,
            model: model.to_string(),
            level: level.to_string(),
        }
    }
}
