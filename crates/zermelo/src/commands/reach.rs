//! `zermelo reach`: how many states there are.

use game::{Layer, Playable};
use gdl::State;
use judge::{Graph, Limits, Purpose, explore};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, ReachArguments};
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::progress::Reporter;
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
    let mut game = context.interpreter(&rules)?;
    let limits = Limits {
        max_depth: arguments.depth,
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let initial = game.initial()?;
    let mut reporter = Reporter::start("reach");
    let graph = explore(
        &mut game,
        initial,
        Purpose::Reach,
        &limits,
        &mut |progress| {
            reporter.report(progress);
        },
    )?;
    drop(reporter);
    match context.format {
        Format::Text => {
            output::data(&describe(&text.name, &graph));
            output::used();
        }
        Format::Json => output::json(&Report {
            schema: SCHEMA,
            game: text.name,
            rules_hash: rules.hash().to_string(),
            states: graph.state_count().to_string(),
            terminals: graph.terminal_count().to_string(),
            layers: graph.layers().into_iter().map(Into::into).collect(),
            complete: graph.is_complete(),
            engine: "reference",
            cpu_seconds: resources::cpu_seconds(),
            peak_memory_bytes: resources::peak_memory_bytes(),
        }),
    }
    Ok(())
}

fn describe(name: &str, graph: &Graph<State>) -> String {
    let layers = graph.layers();
    let mut text = format!(
        "{BOLD}{name}{RESET}: {} states, {} of them terminal\n\n  layer        states\n",
        grouped(graph.state_count()),
        grouped(graph.terminal_count()),
    );
    for layer in &layers {
        text.push_str(&format!(
            "  {:>5}  {:>12}\n",
            layer.index,
            grouped(layer.states)
        ));
    }
    if !graph.is_complete() {
        text.push_str("\nThere is more beyond the last layer.\n");
    }
    text
}
