//! How the states of a solved game are spread, as JSON and as a picture.

use game::{Count, Layer, Rewards, Value, WorthByLayer};
use play::{Figures, SolvedGame, Survey};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::value_json;

use crate::SCHEMA;
use crate::plot::Plot;
use crate::value::role_name;

/// What is told of how the states of a file are spread.
#[derive(Debug, Serialize)]
pub struct StatsReport<'a> {
    schema: u32,
    file: &'a str,
    game: &'a str,
    roles: &'a [String],
    model: String,
    level: String,
    /// Whether the file has only some of the states.
    partial: bool,
    cyclic: Option<bool>,
    engine: &'a str,
    bytes: u64,
    rules_hash: &'a str,
    states: String,
    terminals: Option<String>,
    unresolved: String,
    buckets: Vec<BucketReport>,
    /// The value of the start; what its first chooser gets more than the best of the
    /// others there.
    start: Json,
    first_player: Option<String>,
    first_player_advantage: Option<f64>,
    mean_rewards: Option<Vec<f64>>,
    decisive_share: Option<f64>,
    /// For each role the most moves that a win of it takes.
    longest_wins: Vec<LongestReport>,
    only_move_states: Option<String>,
    forced_states: Option<String>,
    turns: Option<Vec<TurnsReport>>,
    layers: Option<Vec<LayerReport>>,
}

#[derive(Debug, Serialize)]
struct BucketReport {
    rewards: Json,
    states: String,
    /// Whether these are states that the file does not know.
    #[serde(skip_serializing_if = "is_false")]
    unknown: bool,
}

#[derive(Debug, Serialize)]
struct LongestReport {
    role: String,
    distance: u64,
}

#[derive(Debug, Serialize)]
struct TurnsReport {
    role: String,
    states: String,
    won: String,
    lost: String,
    moves: String,
    mistakes: String,
}

#[derive(Debug, Serialize)]
struct LayerReport {
    index: usize,
    states: String,
    buckets: Vec<BucketReport>,
}

fn is_false(it: &bool) -> bool {
    !it
}

impl<'a> StatsReport<'a> {
    /// What is told of a file; without a survey what that would tell is null.
    pub fn new(
        file: &'a str,
        solved: &'a SolvedGame,
        figures: &Figures,
        survey: Option<&Survey>,
    ) -> Self {
        let (about, roles) = (solved.about(), solved.roles());
        let counts = solved.file().counts();
        let bucket = |value: &Value, states: Count| BucketReport {
            rewards: value_json(value),
            states: states.to_string(),
            unknown: false,
        };
        let layer = |(index, layer): (usize, &Vec<(Option<Value>, Count)>)| LayerReport {
            index,
            states: layer.iter().map(|it| it.1).sum::<Count>().to_string(),
            buckets: layer
                .iter()
                .map(|(value, states)| BucketReport {
                    unknown: value.is_none(),
                    ..bucket(value.as_ref().unwrap_or(&Value::Unresolved), *states)
                })
                .collect(),
        };
        let turns = |survey: &Survey| {
            let turns = roles.iter().zip(&survey.turns);
            let report = turns.map(|(role, it)| TurnsReport {
                role: role.clone(),
                states: it.states.to_string(),
                won: it.won.to_string(),
                lost: it.lost.to_string(),
                moves: it.moves.to_string(),
                mistakes: it.mistakes.to_string(),
            });
            report.collect()
        };
        StatsReport {
            schema: SCHEMA,
            file,
            game: &about.game,
            roles,
            model: about.model.to_string(),
            level: about.level.to_string(),
            partial: solved.is_partial(),
            cyclic: about.cyclic,
            engine: &about.engine,
            bytes: solved.file().bytes(),
            rules_hash: &about.rules_hash,
            states: counts.states.to_string(),
            terminals: about.terminals.map(|it| it.to_string()),
            unresolved: counts.unresolved.to_string(),
            buckets: counts
                .buckets
                .iter()
                .map(|it| bucket(&it.value, it.states))
                .collect(),
            start: figures.start.as_ref().map_or(Json::Null, value_json),
            first_player: role_name(roles, figures.first),
            first_player_advantage: figures.advantage,
            mean_rewards: figures.mean.clone(),
            decisive_share: figures.decisive,
            longest_wins: figures
                .longest
                .iter()
                .map(|(role, distance)| LongestReport {
                    role: roles[role.index()].clone(),
                    distance: *distance,
                })
                .collect(),
            only_move_states: survey.map(|it| it.only_moves.to_string()),
            forced_states: survey.map(|it| it.forced.to_string()),
            turns: survey.map(turns),
            layers: survey.map(|it| it.layers.iter().enumerate().map(layer).collect()),
        }
    }
}

/// The layers of a file as a picture: their states, and with a survey what they are
/// worth.
pub fn stats_plot(solved: &SolvedGame, survey: Option<&Survey>) -> String {
    let rewards = |value: &Value| match value {
        Value::Rewards(rewards) => Some(rewards.clone()),
        _ => None,
    };
    let buckets = solved.file().counts().buckets.iter();
    let values: Vec<Rewards> = buckets.filter_map(|it| rewards(&it.value)).collect();
    let known = |layer: &Vec<(Option<Value>, Count)>| {
        let parts = layer.iter();
        let parts = parts.filter_map(|(value, count)| Some((rewards(value.as_ref()?)?, *count)));
        parts.collect()
    };
    let worth: WorthByLayer = match survey {
        Some(survey) => survey.layers.iter().map(known).collect(),
        None => Vec::new(),
    };
    let counted: Vec<Count> = match survey {
        Some(survey) => {
            let sum = |layer: &Vec<(Option<Value>, Count)>| layer.iter().map(|it| it.1).sum();
            survey.layers.iter().map(sum).collect()
        }
        None => solved.about().layers.clone().unwrap_or_default(),
    };
    let layers = (0..).zip(counted);
    let layers: Vec<Layer> = layers
        .map(|(index, states)| Layer { index, states })
        .collect();
    let plot = Plot {
        title: &solved.about().game,
        roles: solved.roles(),
        layers: &layers,
        effort: &[],
        worth: &worth,
        values: &values,
    };
    plot.to_svg()
}
