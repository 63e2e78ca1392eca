//! A solution as JSON.

use explicit::WeakSolution;
use game::{Bucket, Layer, Solution};
use serde::Serialize;
use solver::{Answer, Game, Solved, SumSolution, Written};
use table::solution::value_json;

use crate::heading::Heading;
use crate::layers::{LayerEffort, LayerReport};
use crate::parts::SummandReport;
use crate::used::Used;
use crate::value::{InitialReport, infinite};

/// What is told of a solution. With the first state alone solved, what has no meaning
/// is null.
#[derive(Debug, Serialize)]
pub struct SolveReport {
    #[serde(flatten)]
    heading: Heading,
    infinite: serde_json::Value,
    cyclic: Option<bool>,
    rules_hash: String,
    states: Option<String>,
    /// What `states` counts where it is not those that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<&'static str>,
    terminals: Option<String>,
    layers: Option<Vec<LayerReport>>,
    initial: InitialReport,
    buckets: Option<Vec<BucketReport>>,
    unresolved: Option<String>,
    /// The states in the file, if one was written.
    stored: Option<String>,
    /// The parts by which the game was solved, and how they combine.
    parts: Option<Vec<SummandReport>>,
    combination: Option<&'static str>,
    warnings: Vec<String>,
    #[serde(flatten)]
    used: Used,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<FileReport>,
}

#[derive(Debug, Serialize)]
pub(crate) struct BucketReport {
    rewards: serde_json::Value,
    states: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct FileReport {
    path: String,
    bytes: u64,
    states: String,
}

impl SolveReport {
    /// What is told of an answer; warnings are in the door's words.
    pub fn new(
        game: &Game,
        answer: &Answer,
        effort: &[LayerEffort],
        warnings: Vec<String>,
        used: Used,
    ) -> Self {
        let about = SolveReport {
            heading: Heading::new(
                game,
                &answer.roles,
                (answer.engine, answer.algorithm),
                (answer.model(), answer.level()),
            ),
            infinite: serde_json::Value::Null,
            cyclic: None,
            rules_hash: game.rules.hash().to_string(),
            states: None,
            counted: None,
            terminals: None,
            layers: None,
            initial: InitialReport::new(&answer.roles, answer.initial()),
            buckets: None,
            unresolved: None,
            stored: match &answer.file {
                Some(Ok(file)) => Some(file.states.to_string()),
                _ => None,
            },
            parts: None,
            combination: None,
            warnings,
            used,
            file: match &answer.file {
                Some(Ok(file)) => Some(FileReport::new(file)),
                _ => None,
            },
        };
        match &answer.solved {
            Solved::All(solution) => about.of_all(solution, effort),
            Solved::First(solution) => about.of_first(solution),
            Solved::Sum(solution) => about.of_sum(solution),
        }
    }

    fn of_all(self, solution: &Solution, effort: &[LayerEffort]) -> Self {
        let buckets = solution.buckets.iter().map(BucketReport::new);
        SolveReport {
            infinite: infinite(solution.infinite.as_ref()),
            cyclic: Some(solution.cyclic),
            states: Some(solution.states.to_string()),
            terminals: Some(solution.terminals.to_string()),
            layers: Some(LayerReport::all(&solution.layers, effort)),
            buckets: Some(buckets.collect()),
            unresolved: Some(solution.unresolved.to_string()),
            ..self
        }
    }

    fn of_sum(self, solution: &SumSolution) -> Self {
        let about = SolveReport {
            cyclic: Some(solution.cyclic),
            infinite: infinite(solution.infinite.as_ref()),
            parts: Some(SummandReport::all(&solution.summary, &solution.fluents)),
            combination: Some(solution.combination),
            unresolved: Some("0".to_owned()),
            ..self
        };
        let Some(counted) = &solution.counted else {
            return about;
        };
        let layers = (0..).zip(&counted.layers);
        let layers = layers.map(|(index, &states)| Layer { index, states });
        SolveReport {
            states: Some(counted.states.to_string()),
            terminals: Some(counted.terminals.to_string()),
            layers: Some(LayerReport::all(&layers.collect::<Vec<Layer>>(), &[])),
            buckets: Some(counted.buckets.iter().map(BucketReport::new).collect()),
            ..about
        }
    }

    fn of_first(self, solution: &WeakSolution) -> Self {
        SolveReport {
            infinite: infinite(solution.infinite.as_ref()),
            cyclic: solution.cyclic,
            states: Some(solution.visited.to_string()),
            counted: Some("visited"),
            ..self
        }
    }
}

impl BucketReport {
    pub fn new(bucket: &Bucket) -> Self {
        BucketReport {
            rewards: value_json(&bucket.value),
            states: bucket.states.to_string(),
        }
    }
}

impl FileReport {
    pub fn new(file: &Written) -> Self {
        FileReport {
            path: file.path.display().to_string(),
            bytes: file.bytes,
            states: file.states.to_string(),
        }
    }
}
