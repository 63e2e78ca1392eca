//! `zermelo reach`: how many states there are.

use game::{Layer, Playable};
use judge::{Limits, Purpose, explore};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, ReachArguments};
use crate::engine::{Engine, on_game};
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::progress::Reporter;
use crate::{input, output, resources};

#[derive(Default, Serialize)]
struct Report {
    schema: u32,
    game: String,
    rules_hash: String,
    states: String,
    terminals: String,
    layers: Vec<LayerReport>,
    /// Whether nothing was left out by `--depth`.
    complete: bool,
    engine: &'static str,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

/// A layer, for programs.
#[derive(Serialize)]
pub struct LayerReport {
    index: u64,
    states: String,
}

impl From<Layer> for LayerReport {
    fn from(layer: Layer) -> Self {
        LayerReport {
            index: layer.index,
            states: layer.states.to_string(),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &ReachArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let limits = Limits {
        max_depth: arguments.depth,
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let mut engine = Engine::choose(arguments.engine, &rules, context)?;
    let report = Report {
        schema: SCHEMA,
        game: text.name,
        rules_hash: rules.hash().to_string(),
        engine: engine.name(),
        ..on_game!(&mut engine, game => reach(game, &limits)?)
    };
    match context.format {
        Format::Text => {
            output::data(&describe(&report))?;
            output::used();
        }
        Format::Json => output::json(&report)?,
    }
    Ok(())
}

/// What is found, still without the names of game and engine.
fn reach<G: Playable>(game: &mut G, limits: &Limits) -> Result<Report, Failure>
where
    Failure: From<G::Error>,
{
    let initial = game.initial()?;
    let mut reporter = Reporter::start("reach");
    let graph = explore(game, initial, Purpose::Reach, limits, &mut |progress| {
        reporter.report(progress);
    })?;
    Ok(Report {
        states: graph.state_count().to_string(),
        terminals: graph.terminal_count().to_string(),
        layers: graph.layers().into_iter().map(Into::into).collect(),
        complete: graph.is_complete(),
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
        ..Report::default()
    })
}

fn describe(report: &Report) -> String {
    let mut text = format!(
        "{BOLD}{}{RESET}: {} states, {} of them terminal\n\n  layer        states\n",
        report.game,
        grouped(&report.states),
        grouped(&report.terminals),
    );
    for layer in &report.layers {
        let states = grouped(&layer.states);
        text.push_str(&format!("  {:>5}  {states:>12}\n", layer.index));
    }
    if !report.complete {
        text.push_str("\nThere is more beyond the last layer.\n");
    }
    text
}
