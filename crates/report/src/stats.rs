//! How the states of a solved game are spread, as JSON and as a picture.

use game::{Count, Layer, Rewards, RoleId, Value, WorthByLayer};
use play::{Contest, Figures, LayerMeans, NamedMove, OnlyMove, SolvedGame, Survey};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::value_json;

use crate::SCHEMA;
use crate::plot::Plot;
use crate::value::role_name;

/// The states of a layer by value.
type Counts = Vec<(Option<Value>, Count)>;

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
    states: Option<String>,
    terminals: Option<String>,
    unresolved: Option<String>,
    buckets: Option<Vec<BucketReport>>,
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
    /// Where the mean reward of a role changes most from one layer to the next.
    largest_swing: Option<SwingReport>,
    /// The moves, by name, that cost most in all states together.
    costliest_moves: Option<Vec<NamedMoveReport>>,
    /// The positions in which the only move is hardest to find.
    hardest_only_moves: Option<Vec<OnlyMoveReport>>,
    /// The mean rewards of the start if one role plays perfectly and the others at
    /// random.
    against_random: Option<Vec<ContestReport>>,
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
    mean_rewards: Option<Vec<f64>>,
    /// What a move costs its mover if all are equally likely, in points.
    mean_cost: Option<f64>,
    buckets: Vec<BucketReport>,
}

#[derive(Debug, Serialize)]
struct SwingReport {
    role: String,
    layer: usize,
    from: f64,
    to: f64,
}

#[derive(Debug, Serialize)]
struct NamedMoveReport {
    role: String,
    #[serde(rename = "move")]
    text: String,
    states: String,
    mistakes: String,
    points_lost: f64,
}

#[derive(Debug, Serialize)]
struct OnlyMoveReport {
    moves: Vec<String>,
    role: String,
    #[serde(rename = "move")]
    text: String,
    choices: usize,
    distance: Option<u64>,
}

#[derive(Debug, Serialize)]
struct ContestReport {
    perfect: Option<String>,
    mean_rewards: Vec<f64>,
    exact: bool,
    games: Option<u64>,
    unfinished: Option<u64>,
    errors: Option<Vec<f64>>,
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
        contests: Option<&[Contest]>,
    ) -> Self {
        let (about, roles) = (solved.about(), solved.roles());
        let counts = solved.counts();
        let bucket = |value: &Value, states: Count| BucketReport {
            rewards: value_json(value),
            states: states.to_string(),
            unknown: false,
        };
        let layer = |(index, layer, means): (usize, &Counts, &LayerMeans)| LayerReport {
            index,
            mean_rewards: means.rewards.clone(),
            mean_cost: means.cost,
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
            game: &about.subject.game,
            roles,
            model: about.terms.model.to_string(),
            level: about.terms.level.to_string(),
            partial: solved.is_partial(),
            cyclic: about.terms.cyclic,
            engine: &about.subject.engine,
            bytes: solved.file().bytes(),
            rules_hash: &about.subject.rules_hash,
            states: counts.states.map(|it| it.to_string()),
            terminals: counts.terminals.map(|it| it.to_string()),
            unresolved: counts.unresolved.map(|it| it.to_string()),
            buckets: counts.buckets.as_ref().map(|buckets| {
                let buckets = buckets.iter();
                buckets.map(|it| bucket(&it.value, it.states)).collect()
            }),
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
            largest_swing: survey.and_then(|it| SwingReport::new(roles, largest_swing(it)?)),
            costliest_moves: survey.map(|it| {
                let moves = it.costliest.iter();
                moves.map(|it| NamedMoveReport::new(roles, it)).collect()
            }),
            hardest_only_moves: survey.map(|it| {
                let positions = it.hardest.iter();
                positions.map(|it| OnlyMoveReport::new(roles, it)).collect()
            }),
            against_random: contests.map(|it| {
                let contests = it.iter();
                contests.map(|it| ContestReport::new(roles, it)).collect()
            }),
            layers: survey.map(|it| {
                let layers = it.layers.iter().zip(&it.means).enumerate();
                let layers = layers.map(|(index, (counts, means))| (index, counts, means));
                layers.map(layer).collect()
            }),
        }
    }
}

impl SwingReport {
    fn new(roles: &[String], swing: Swing) -> Option<Self> {
        Some(SwingReport {
            role: role_name(roles, Some(swing.role))?,
            layer: swing.layer,
            from: swing.from,
            to: swing.to,
        })
    }
}

impl NamedMoveReport {
    fn new(roles: &[String], named: &NamedMove) -> Self {
        NamedMoveReport {
            role: roles[named.role.index()].clone(),
            text: named.text.clone(),
            states: named.states.to_string(),
            mistakes: named.mistakes.to_string(),
            points_lost: named.half_points as f64 / 2.0,
        }
    }
}

impl OnlyMoveReport {
    fn new(roles: &[String], only: &OnlyMove) -> Self {
        OnlyMoveReport {
            moves: only.path.clone(),
            role: roles[only.mover.index()].clone(),
            text: only.text.clone(),
            choices: only.moves,
            distance: only.distance,
        }
    }
}

impl ContestReport {
    fn new(roles: &[String], contest: &Contest) -> Self {
        let sample = contest.sample.as_ref();
        ContestReport {
            perfect: role_name(roles, contest.perfect),
            mean_rewards: contest.rewards.clone(),
            exact: sample.is_none(),
            games: sample.map(|it| it.games),
            unfinished: sample.map(|it| it.unfinished),
            errors: sample.map(|it| it.errors.clone()),
        }
    }
}

/// A change of a role's mean reward from one layer to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The role.
    pub role: RoleId,
    /// The second of the two layers.
    pub layer: usize,
    /// The mean in the first of them, in points.
    pub from: f64,
    /// The mean in the second.
    pub to: f64,
}

/// The largest change of a role's mean reward from one layer to the next; the first of
/// equal ones. `None` if there is no change.
pub fn largest_swing(survey: &Survey) -> Option<Swing> {
    let mut largest: Option<Swing> = None;
    for (before, pair) in survey.means.windows(2).enumerate() {
        let (Some(from), Some(to)) = (&pair[0].rewards, &pair[1].rewards) else {
            continue;
        };
        for role in RoleId::all(from.len()) {
            let swing = Swing {
                role,
                layer: before + 1,
                from: from[role.index()],
                to: to[role.index()],
            };
            let most = largest.map_or(0.0, |it| (it.to - it.from).abs());
            if (swing.to - swing.from).abs() > most {
                largest = Some(swing);
            }
        }
    }
    largest
}

/// The layers of a file as a picture: their states, and with a survey what they are
/// worth.
pub fn stats_plot(solved: &SolvedGame, survey: Option<&Survey>) -> String {
    let rewards = |value: &Value| match value {
        Value::Rewards(rewards) => Some(rewards.clone()),
        _ => None,
    };
    let counts = solved.counts();
    let buckets = counts.buckets.iter().flatten();
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
        None => counts.layers.unwrap_or_default(),
    };
    let layers = (0..).zip(counted);
    let layers: Vec<Layer> = layers
        .map(|(index, states)| Layer { index, states })
        .collect();
    let plot = Plot {
        title: &solved.about().subject.game,
        roles: solved.roles(),
        layers: &layers,
        effort: &[],
        worth: &worth,
        values: &values,
    };
    plot.to_svg()
}
