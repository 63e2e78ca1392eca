//! `zermelo stats`: how the states of a solved game are spread.

use game::{Count, Layer, Rewards, RoleId, Value};
use play::{SolvedGame, Survey, survey};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::value_json;

use super::solve::rewards_text;
use super::{Context, SCHEMA};
use crate::arguments::Format;
use crate::failure::Failure;
use crate::file_arguments::StatsArguments;
use crate::number::{counted, grouped};
use crate::output::{BOLD, DIM, RESET};
use crate::plot::{Plot, PlotFile};
use crate::{output, solved};

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    file: String,
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

#[derive(Serialize)]
struct BucketReport {
    rewards: Json,
    states: String,
    /// Whether these are states that the file does not know.
    #[serde(skip_serializing_if = "is_false")]
    unknown: bool,
}

#[derive(Serialize)]
struct LongestReport {
    role: String,
    distance: u64,
}

#[derive(Serialize)]
struct TurnsReport {
    role: String,
    states: String,
    won: String,
    lost: String,
    moves: String,
    mistakes: String,
}

#[derive(Serialize)]
struct LayerReport {
    index: usize,
    states: String,
    buckets: Vec<BucketReport>,
}

fn is_false(it: &bool) -> bool {
    !it
}

/// What is told without a walk over all states.
struct Figures {
    first: Option<RoleId>,
    /// None if the file does not know.
    start: Option<Value>,
    advantage: Option<f64>,
    mean: Option<Vec<f64>>,
    decisive: Option<f64>,
    /// For each role the most moves that a win of it takes.
    longest: Vec<(RoleId, u64)>,
}

/// Runs the command.
pub fn run(arguments: &StatsArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let mut solved = solved::open(&arguments.file, context)?;
    let figures = Figures::new(&mut solved)?;
    let all = solved.file().counts().states;
    let survey = match all <= arguments.states as Count {
        true => survey(&mut solved, arguments.states, &context.stop)?,
        false => None,
    };
    if survey.is_none() {
        // A part may have few states of a game of many.
        let many = match solved.is_partial() {
            true => format!("more than {}", grouped(arguments.states)),
            false => grouped(all),
        };
        output::warn(&format!(
            "{many} states are too many to walk over: give more with --states"
        ));
    }
    match context.format {
        Format::Text => output::data(&describe(&solved, &figures, survey.as_ref()))?,
        Format::Json => output::json(&report(arguments, &solved, &figures, survey.as_ref()))?,
    }
    draw(&plot, &solved, survey.as_ref())
}

impl Figures {
    fn new(solved: &mut SolvedGame) -> Result<Self, Failure> {
        let start = solved.start().clone();
        let position = solved.position(&start)?;
        let value = position.outcome.as_ref().map(|it| it.value.clone());
        let points = |rewards: &Rewards, role: RoleId| rewards[role].half_points() as f64 / 2.0;
        let advantage = match (&value, position.mover) {
            (Some(Value::Rewards(rewards)), Some(first)) if rewards.role_count() > 1 => {
                let others = RoleId::all(rewards.role_count()).filter(|&role| role != first);
                let best = others
                    .map(|role| points(rewards, role))
                    .fold(f64::MIN, f64::max);
                Some(points(rewards, first) - best)
            }
            _ => None,
        };
        let counts = solved.file().counts();
        let valued = counts.buckets.iter().filter_map(|it| match &it.value {
            Value::Rewards(rewards) => Some((rewards, it.states as f64)),
            _ => None,
        });
        let all: f64 = valued.clone().map(|it| it.1).sum();
        let roles = RoleId::all(solved.roles().len());
        let several = solved.roles().len() > 1;
        let sum = |role| {
            let parts = valued.clone();
            parts
                .map(|(rewards, states)| points(rewards, role) * states)
                .sum::<f64>()
                / all
        };
        let decisive: f64 = valued
            .clone()
            .filter(|(rewards, _)| rewards.leader().is_some())
            .map(|it| it.1)
            .sum();
        let outcomes = solved.file().outcomes().iter();
        let wins = outcomes.filter_map(|it| match &it.value {
            Value::Rewards(rewards) => Some((rewards.leader()?, it.distance?)),
            _ => None,
        });
        let longest = |role| {
            let own = wins.clone().filter(|it| it.0 == role);
            own.max_by_key(|it| it.1)
        };
        Ok(Figures {
            first: position.mover,
            start: value,
            advantage,
            mean: (all > 0.0).then(|| roles.map(sum).collect()),
            decisive: (all > 0.0 && several).then_some(decisive / all),
            longest: RoleId::all(solved.roles().len())
                .filter_map(longest)
                .collect(),
        })
    }
}

fn describe(solved: &SolvedGame, figures: &Figures, survey: Option<&Survey>) -> String {
    let (about, roles) = (solved.about(), solved.roles());
    let counts = solved.file().counts();
    let mut text = format!("{BOLD}{}{RESET}\n\n", about.game);
    let mut row = |what: &str, value: String| text.push_str(&format!("  {what:16} {value}\n"));
    let start = figures.start.as_ref();
    row(
        "Start",
        start.map_or("unknown".to_owned(), |it| rewards_text(roles, it)),
    );
    if let (Some(first), Some(advantage)) = (figures.first, figures.advantage) {
        let first = &roles[first.index()];
        row(
            "First player",
            format!("{first}, {advantage:+} at the start"),
        );
    }
    let terminals = about
        .terminals
        .map(|it| format!(", {} terminal", grouped(it)));
    let states = grouped(counts.states);
    let part = match solved.is_partial() {
        true => " in the file, which has a part of all",
        false => "",
    };
    row(
        "States",
        format!("{states}{}{part}", terminals.unwrap_or_default()),
    );
    if let Some(share) = figures.decisive {
        row("Decisive", format!("{:.1} % of the states", share * 100.0));
    }
    if let Some(mean) = &figures.mean {
        let pairs = roles.iter().zip(mean);
        let pairs: Vec<String> = pairs.map(|(role, it)| format!("{role} {it:.2}")).collect();
        row("Mean rewards", pairs.join(", "));
    }
    let longest = figures.longest.iter();
    let longest = longest.map(|(role, distance)| {
        let moves = counted(*distance, "move");
        format!("{moves} for {}", roles[role.index()])
    });
    let longest: Vec<String> = longest.collect();
    if !longest.is_empty() {
        let what = if roles.len() > 1 { "win" } else { "way" };
        row(&format!("Longest {what}"), longest.join(", "));
    }
    if let Some(survey) = survey {
        let choices: Count = survey.turns.iter().map(|it| it.states).sum();
        let share = survey.only_moves as f64 / choices.max(1) as f64 * 100.0;
        let only = grouped(survey.only_moves);
        row(
            "Only moves",
            format!("in {only} states, {share:.1} % of those with a choice"),
        );
        row(
            "Forced",
            format!("{} states without a choice", grouped(survey.forced)),
        );
        for (role, turns) in roles.iter().zip(&survey.turns).filter(|it| it.1.states > 0) {
            let part = |count: Count, of: Count| count as f64 / of.max(1) as f64 * 100.0;
            let (won, lost) = (
                part(turns.won, turns.states),
                part(turns.lost, turns.states),
            );
            let mistakes = part(turns.mistakes, turns.moves);
            let states = grouped(turns.states);
            let stand = match roles.len() {
                1 => String::new(),
                _ => format!(": {won:.1} % won, {lost:.1} % lost"),
            };
            row(
                &format!("{role} to move"),
                format!("{states} states{stand}; {mistakes:.1} % of the moves are mistakes"),
            );
        }
        text.push_str(&layers_text(solved, survey));
    }
    text
}

/// Layers down, values across.
fn layers_text(solved: &SolvedGame, survey: &Survey) -> String {
    let values = values(solved, survey);
    let mut text = format!("\n  {DIM}{:>5}{:>16}", "layer", "states");
    for value in &values {
        text.push_str(&format!("{:>14}", value_name(value.as_ref())));
    }
    text.push_str(&format!("{RESET}\n"));
    for (index, layer) in survey.layers.iter().enumerate() {
        let all: Count = layer.iter().map(|it| it.1).sum();
        text.push_str(&format!("  {index:>5}{:>16}", grouped(all)));
        for value in &values {
            text.push_str(&format!("{:>14}", grouped(count_of(layer, value.as_ref()))));
        }
        text.push('\n');
    }
    text
}

fn value_name(value: Option<&Value>) -> String {
    match value {
        Some(Value::Rewards(rewards)) => rewards.to_string(),
        Some(Value::Infinite) => "infinite".to_owned(),
        Some(Value::Unresolved) => "unresolved".to_owned(),
        None => "unknown".to_owned(),
    }
}

fn count_of(layer: &[(Option<Value>, Count)], value: Option<&Value>) -> Count {
    let found = layer.iter().find(|it| it.0.as_ref() == value);
    found.map_or(0, |it| it.1)
}

/// The values that occur: those of the file in its order, then the others.
fn values(solved: &SolvedGame, survey: &Survey) -> Vec<Option<Value>> {
    let buckets = solved.file().counts().buckets.iter();
    let mut values: Vec<Option<Value>> = buckets.map(|it| Some(it.value.clone())).collect();
    for (value, _) in survey.layers.iter().flatten() {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

fn report<'a>(
    arguments: &StatsArguments,
    solved: &'a SolvedGame,
    figures: &Figures,
    survey: Option<&Survey>,
) -> Report<'a> {
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
    Report {
        schema: SCHEMA,
        file: arguments.file.display().to_string(),
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
        first_player: solved::role_name(roles, figures.first),
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

fn draw(plot: &PlotFile<'_>, solved: &SolvedGame, survey: Option<&Survey>) -> Result<(), Failure> {
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
    let worth: Vec<Vec<(Rewards, Count)>> = match survey {
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
    plot.draw(&Plot {
        title: &solved.about().game,
        layers: &layers
            .map(|(index, states)| Layer { index, states })
            .collect::<Vec<_>>(),
        effort: &[],
        worth: &worth,
        values: &values,
    })
}
