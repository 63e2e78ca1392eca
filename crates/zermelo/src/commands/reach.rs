//! `zermelo reach`: how many states there are.

use explicit::Reached;
use game::{Layer, Playable};
use gdl::Interpreter;
use ground::Simulator;
use judge::{Limits, Purpose, explore};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, ReachArguments};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::progress::Reporter;
use crate::storage::Work;
use crate::{input, output, resources};

#[derive(Serialize)]
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
    let mut engine = Engine::choose(arguments.engine, &rules, context)?;
    let reached = match &mut engine {
        Engine::Explicit(game) => {
            let named = (text.name.as_str(), rules.hash().to_string());
            reach_explicitly(game, named, arguments, context)?
        }
        Engine::Reference(game) => reach(game, arguments, context)?,
    };
    let report = Report {
        schema: SCHEMA,
        game: text.name,
        rules_hash: rules.hash().to_string(),
        states: reached.states.to_string(),
        terminals: reached.terminals.to_string(),
        layers: reached.layers.into_iter().map(Into::into).collect(),
        complete: reached.complete,
        engine: engine.name(),
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
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

fn reach_explicitly(
    game: &mut Simulator,
    (name, hash): (&str, String),
    arguments: &ReachArguments,
    context: &Context,
) -> Result<Reached, Failure> {
    let start = game.initial()?;
    let facts = context.analyse(game.game())?;
    let identity = explicit::identity(game, &facts, &start);
    let work = Work::new(&arguments.storage, "reach", (name, &hash), identity);
    let mut reporter = Reporter::start("reach");
    let answer = work.during(|storage| {
        let task = context.task(game, &facts, start, storage);
        let answer = explicit::reach(task, arguments.depth, &mut |progress| {
            reporter.report(progress);
        });
        Ok(answer?)
    })?;
    drop(reporter);
    context.explain_way(answer.way);
    Ok(answer.result)
}

fn reach(
    game: &mut Interpreter,
    arguments: &ReachArguments,
    context: &Context,
) -> Result<Reached, Failure> {
    let limits = Limits {
        max_depth: arguments.depth,
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let initial = game.initial()?;
    let mut reporter = Reporter::start("reach");
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
        reporter.report(progress);
    })?;
    Ok(Reached::of(&graph))
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
