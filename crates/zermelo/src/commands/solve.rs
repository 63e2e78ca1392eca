//! `zermelo solve`: the value of every reachable state.

use std::path::PathBuf;

use game::{Initial, Model, Playable, Solution, Value};
use serde::Serialize;
use serde_json::json;
use table::solution::value_json;

use super::reach::LayerReport;
use super::{Context, SCHEMA, weak};
use crate::arguments::{Format, LevelArgument, SolveArguments};
use crate::engine::{Engine, on_game};
use crate::failure::Failure;
use crate::number::{counted, grouped};
use crate::output::{BOLD, DIM, RESET};
use crate::plot::{Plot, PlotFile};
use crate::solving::{Answer, Solving, options};
use crate::storage::Work;
use crate::target::{Game, Target, Written};
use crate::{input, output, resources, words};

#[derive(Serialize)]
struct Report {
    schema: u32,
    game: String,
    roles: Vec<String>,
    engine: &'static str,
    algorithm: &'static str,
    model: String,
    level: String,
    infinite: serde_json::Value,
    cyclic: bool,
    rules_hash: String,
    states: String,
    terminals: String,
    layers: Vec<LayerReport>,
    initial: InitialReport,
    buckets: Vec<BucketReport>,
    unresolved: String,
    warnings: Vec<String>,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Written>,
}

/// What is told of the position that was solved.
#[derive(Serialize)]
pub(super) struct InitialReport {
    rewards: serde_json::Value,
    distance: Option<u64>,
    mover: Option<String>,
    best_moves: Vec<String>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct BucketReport {
    rewards: serde_json::Value,
    states: String,
}

/// Runs the command.
pub fn run(arguments: &SolveArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let plot = PlotFile::open(&arguments.plot)?;
    let mut engine = Engine::choose(arguments.engine, &rules, context)?;
    if arguments.level == LevelArgument::Weak {
        return weak::run(&text.name, &rules, &mut engine, arguments, context);
    }
    let solving = Solving {
        named: (text.name.as_str(), rules.hash().to_string()),
        arguments,
        context,
    };
    let hash = rules.hash().to_string();
    let begin = |path: &PathBuf| Target::create(path, &hash, context.memory_left() / 4);
    let mut target = arguments.out.as_ref().map(begin).transpose()?;
    let solved = solving.solve(&mut engine, target.as_mut());
    let roles = &on_game!(&engine, game => game.roles().to_vec());
    let game = Game {
        arguments: &arguments.game,
        rules: &rules,
        roles,
    };
    let solved = solved.map_err(|failure| match target.take() {
        Some(target) => target.rescue(&game, &options(arguments), failure),
        None => failure,
    });
    let (answer, written, unwritten) = match solved {
        // Layers that are kept need not be found again.
        Err(failure) if failure.of_output => {
            (solving.solve(&mut engine, None)?, None, Some(failure))
        }
        solved => {
            let answer = solved?;
            let written = target.map(|target| target.finish(&game, &answer));
            match written.transpose() {
                Ok(written) => (answer, written, None),
                Err(failure) => (answer, None, Some(failure)),
            }
        }
    };
    // Only once the file is there nothing needs to be gone on from. The result is
    // there either way, and told.
    let unwritten = match (unwritten, &answer.work) {
        (Some(failure), Some(work)) => Some(work.told(failure)),
        (Some(failure), None) => Some(failure),
        (None, work) => {
            work.iter().for_each(Work::clear);
            None
        }
    };
    for warning in words::warnings(roles, &answer.result.warnings) {
        output::warn(&warning);
    }
    let picture = picture(&text.name, &answer);
    match context.format {
        Format::Text => {
            output::data(&describe(&text.name, roles, &answer.result))?;
            if let Some(file) = &written {
                output::data(&file.describe())?;
            }
            if context.verbose {
                let layers = LayerReport::all(&answer.result.layers, &answer.effort);
                output::data(&format!("\n{}", LayerReport::table(&layers)))?;
            }
            output::used();
        }
        Format::Json => {
            let report = report(text.name, roles, hash, answer, written);
            output::json(&report)?;
        }
    }
    unwritten.map_or(Ok(()), Err)?;
    plot.write(&picture)
}

/// The layers, as a picture.
fn picture(name: &str, answer: &Answer<Solution>) -> String {
    let buckets = answer.result.buckets.iter();
    let values = buckets.filter_map(|bucket| match &bucket.value {
        Value::Rewards(rewards) => Some(rewards.clone()),
        _ => None,
    });
    let plot = Plot {
        title: name,
        layers: &answer.result.layers,
        effort: &answer.effort,
        worth: &answer.worth,
        values: &values.collect::<Vec<_>>(),
    };
    plot.to_svg()
}

fn report(
    name: String,
    roles: &[String],
    rules_hash: String,
    answer: Answer<Solution>,
    file: Option<Written>,
) -> Report {
    let solution = answer.result;
    let buckets = solution.buckets.into_iter().map(|bucket| BucketReport {
        rewards: value_json(&bucket.value),
        states: bucket.states.to_string(),
    });
    Report {
        schema: SCHEMA,
        game: name,
        roles: roles.to_vec(),
        engine: answer.engine,
        algorithm: answer.algorithm,
        model: solution.model.to_string(),
        level: solution.level.to_string(),
        infinite: solution.infinite.as_ref().map_or(json!(null), value_json),
        cyclic: solution.cyclic,
        rules_hash,
        states: solution.states.to_string(),
        terminals: solution.terminals.to_string(),
        layers: LayerReport::all(&solution.layers, &answer.effort),
        initial: InitialReport::new(roles, solution.initial),
        buckets: buckets.collect(),
        unresolved: solution.unresolved.to_string(),
        warnings: words::warnings(roles, &solution.warnings),
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
        file,
    }
}

impl InitialReport {
    /// The same in words.
    pub(super) fn new(roles: &[String], initial: Initial) -> Self {
        InitialReport {
            rewards: value_json(&initial.value),
            distance: initial.distance,
            mover: initial.mover.map(|mover| roles[mover.index()].clone()),
            best_moves: initial.best_moves,
            line: initial.line,
        }
    }
}

fn describe(name: &str, roles: &[String], solution: &Solution) -> String {
    let initial = &solution.initial;
    let mut text = format!(
        "{BOLD}{name}{RESET}: {}\n\n",
        verdict(roles, solution.model, initial)
    );
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:12} {value}\n"));
    };
    row("Rewards", rewards_text(roles, &initial.value));
    if let Some(mover) = initial.mover {
        row("To move", roles[mover.index()].clone());
        if !initial.best_moves.is_empty() {
            row("Best moves", initial.best_moves.join(", "));
        }
    }
    if !initial.line.is_empty() {
        row("Best play", initial.line.join("; "));
    }
    row(
        "States",
        format!(
            "{} reachable, {} terminal, {}",
            grouped(solution.states),
            grouped(solution.terminals),
            counted(solution.layers.len(), "layer")
        ),
    );
    row("Play", play_text(roles, solution));
    row("Model", solution.model.to_string());
    text + &buckets_text(solution)
}

/// The result in words.
pub(super) fn verdict(roles: &[String], model: Model, initial: &Initial) -> String {
    let moves = initial.distance.filter(|&distance| distance > 0);
    let moves = moves.map_or(String::new(), |distance| {
        format!(" in {}", counted(distance, "move"))
    });
    match &initial.value {
        Value::Infinite => "there is no way to an end".to_owned(),
        Value::Unresolved => "the value is unresolved".to_owned(),
        Value::Rewards(rewards) => match (roles, rewards.leader()) {
            ([_], _) => format!("{rewards} points{moves}"),
            // Not the end of any one play: each can force its own part.
            _ if model == Model::Guaranteed => {
                let value = rewards_text(roles, &initial.value);
                format!("what each can force: {value}")
            }
            ([_, _], None) => format!("a draw{moves}"),
            ([_, _], Some(winner)) => format!("{} wins{moves}", roles[winner.index()]),
            _ => format!("{rewards}{moves}"),
        },
    }
}

pub(super) fn rewards_text(roles: &[String], value: &Value) -> String {
    match value {
        Value::Rewards(rewards) => {
            let pairs = roles.iter().zip(rewards.iter());
            let pairs: Vec<String> = pairs
                .map(|(role, reward)| format!("{role} {reward}"))
                .collect();
            pairs.join(", ")
        }
        Value::Infinite => "infinite".to_owned(),
        Value::Unresolved => "unresolved".to_owned(),
    }
}

fn play_text(roles: &[String], solution: &Solution) -> String {
    match &solution.infinite {
        None => "always ends".to_owned(),
        Some(Value::Rewards(worth)) => {
            let worth = rewards_text(roles, &Value::Rewards(worth.clone()));
            format!("can go on for ever, which counts {worth}")
        }
        Some(_) => "can go on for ever, which is worse than every end".to_owned(),
    }
}

fn buckets_text(solution: &Solution) -> String {
    let mut text = format!(
        "\n  {DIM}{:<16}{:>16}{:>9}{RESET}\n",
        "rewards", "states", "share"
    );
    let mut row = |what: String, states: u128| {
        let share = states as f64 / solution.states as f64 * 100.0;
        text.push_str(&format!(
            "  {what:<16}{:>16}{share:>7.1} %\n",
            grouped(states)
        ));
    };
    for bucket in &solution.buckets {
        let what = match &bucket.value {
            Value::Rewards(rewards) => rewards.to_string(),
            Value::Infinite => "infinite".to_owned(),
            Value::Unresolved => "unresolved".to_owned(),
        };
        row(what, bucket.states);
    }
    if solution.unresolved > 0 {
        row("unresolved".to_owned(), solution.unresolved);
    }
    text
}
