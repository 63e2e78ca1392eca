//! An endgame database as JSON.

use game::{Initial, Value};
use serde::Serialize;
use solver::{Database, Game};

use crate::heading::Heading;
use crate::layers::{LayerEffort, LayerReport};
use crate::solve::{BucketReport, FileReport};
use crate::used::Used;
use crate::value::InitialReport;

/// What is told of an endgame database: the fields of a solution, null where they are not
/// known. All counts are of stored states.
#[derive(Debug, Serialize)]
pub struct DatabaseReport {
    #[serde(flatten)]
    heading: Heading,
    infinite: Option<()>,
    cyclic: Option<bool>,
    rules_hash: String,
    states: String,
    /// What `states` counts.
    counted: &'static str,
    terminals: String,
    layers: Option<Vec<LayerReport>>,
    /// Null if the database does not have the position.
    initial: Option<InitialReport>,
    buckets: Vec<BucketReport>,
    unresolved: String,
    stored: String,
    /// The steps that were asked for; null for as many as the limits allow.
    backward: Option<u64>,
    /// Whether nothing more could be stored, with these steps.
    complete: bool,
    /// The states by the number of moves that play from them can last; null if that was not
    /// counted.
    steps: Option<Vec<String>>,
    parts: Option<()>,
    combination: Option<()>,
    warnings: Vec<String>,
    #[serde(flatten)]
    used: Used,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<FileReport>,
}

impl DatabaseReport {
    /// What is told of a database of so many steps, and whether all of them were made;
    /// warnings are in the door's words.
    pub fn new(
        game: &Game,
        database: &Database,
        (backward, complete): (Option<u64>, bool),
        effort: &[LayerEffort],
        warnings: Vec<String>,
        used: Used,
    ) -> Self {
        let endgames = &database.endgames;
        let first = |initial: &Initial| InitialReport::new(&database.roles, initial);
        let known = endgames.initial.as_ref();
        let known = known.filter(|it| it.value != Value::Unresolved);
        let steps = endgames.steps.iter().map(ToString::to_string);
        DatabaseReport {
            heading: Heading::new(
                game,
                &database.roles,
                (database.engine, database.algorithm),
                (endgames.model, endgames.level),
            ),
            infinite: None,
            cyclic: database.cyclic,
            rules_hash: game.rules.hash().to_string(),
            states: endgames.states.to_string(),
            counted: "stored",
            terminals: endgames.terminals.to_string(),
            layers: match endgames.layers.is_empty() {
                true => None,
                false => Some(LayerReport::all(&endgames.layers, effort)),
            },
            initial: known.map(first),
            buckets: endgames.buckets.iter().map(BucketReport::new).collect(),
            unresolved: "0".to_owned(),
            stored: endgames.states.to_string(),
            backward,
            complete,
            steps: (!endgames.steps.is_empty()).then(|| steps.collect()),
            parts: None,
            combination: None,
            warnings,
            used,
            file: match &database.file {
                Some(Ok(file)) => Some(FileReport::new(file)),
                _ => None,
            },
        }
    }
}
