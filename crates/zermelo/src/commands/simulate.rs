//! `zermelo simulate`: what random playouts show.

use ground::{Budget, GroundGame, PlayoutError, Playouts, Statistics};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, SimulateArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::{input, output, resources};

#[derive(Serialize)]
struct Report {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    playouts: u64,
    /// Playouts that were given up, after `--length` moves.
    unfinished: u64,
    states: String,
    /// Of the finished playouts; null if there is none.
    mean_rewards: Option<Vec<f64>>,
    mean_length: Option<f64>,
    /// How often each role got more than all others.
    wins: Vec<u64>,
    /// Legal joint moves in a state, on average.
    branching: Option<f64>,
    seed: u64,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &SimulateArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let game = GroundGame::new(&rules, &Budget::new(context.stop.clone()))?;
    let playouts = Playouts {
        count: arguments.playouts,
        seed: arguments.seed,
        max_length: arguments.length,
        threads: context.threads(),
        stop: context.stop.clone(),
    };
    let statistics = playouts
        .run(&game)
        .map_err(|error| failure(error, game.roles()))?;
    let rules_hash = rules.hash().to_string();
    let report = report(text.name, rules_hash, game.roles(), arguments, &statistics);
    match context.format {
        Format::Json => output::json(&report),
        Format::Text => {
            output::data(&describe(&report))?;
            output::used();
            Ok(())
        }
    }
}

fn failure(error: PlayoutError, roles: &[String]) -> Failure {
    match error {
        PlayoutError::Stopped(reason) => Failure::stopped(reason, ""),
        PlayoutError::Fault { fault, state } => {
            let fault = fault.describe(roles);
            Failure::new(
                Exit::Rules,
                format!("the game is ill-formed: {fault}\n  in {state}"),
            )
        }
        error => Failure::new(Exit::Bug, error.to_string()),
    }
}

fn report(
    name: String,
    rules_hash: String,
    roles: &[String],
    arguments: &SimulateArguments,
    statistics: &Statistics,
) -> Report {
    let mean = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
    let finished = statistics.finished;
    let rewards = statistics.half_points.iter();
    let rewards = rewards.map(|&sum| mean(sum as f64 / 2.0, finished));
    Report {
        schema: SCHEMA,
        game: name,
        rules_hash,
        roles: roles.to_vec(),
        playouts: finished + statistics.unfinished,
        unfinished: statistics.unfinished,
        states: statistics.states.to_string(),
        mean_rewards: rewards.collect(),
        mean_length: mean(statistics.moves as f64, finished),
        wins: statistics.wins.clone(),
        branching: mean(
            statistics.choices as f64,
            statistics.states - finished - statistics.unfinished,
        ),
        seed: arguments.seed,
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
    }
}

fn describe(report: &Report) -> String {
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.2}"));
    let finished = report.playouts - report.unfinished;
    let mut text = format!(
        "{BOLD}{}{RESET}: {} playouts, {} states\n\n  {:16}{:>14}{:>10}\n",
        report.game,
        grouped(report.playouts),
        grouped(&report.states),
        "role",
        "mean reward",
        "ahead",
    );
    for (place, role) in report.roles.iter().enumerate() {
        let reward = number(report.mean_rewards.as_ref().map(|means| means[place]));
        let share = report.wins[place] as f64 / finished.max(1) as f64 * 100.0;
        text.push_str(&format!("  {role:16}{reward:>14}{share:>8.1} %\n"));
    }
    text.push_str(&format!(
        "\n  Length     {} moves on average\n",
        number(report.mean_length)
    ));
    text.push_str(&format!(
        "  Branching  {} joint moves on average\n",
        number(report.branching)
    ));
    if report.unfinished > 0 {
        let unfinished = grouped(report.unfinished);
        text.push_str(&format!(
            "  Given up   {unfinished} playouts, as too long\n"
        ));
    }
    text
}
