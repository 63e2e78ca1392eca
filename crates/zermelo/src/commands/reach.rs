//! `zermelo reach`: how many states there are.

use game::Layer;
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, ReachArguments};
use crate::effort::LayerEffort;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::number::{grouped, human_size};
use crate::output::{BOLD, DIM, RESET};
use crate::plot::{Plot, PlotFile};
use crate::reaching::Reaching;
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
    #[serde(flatten)]
    effort: Option<LayerEffort>,
}

impl LayerReport {
    /// Layers with what they took, as far as that is known.
    pub fn all(layers: &[Layer], effort: &[LayerEffort]) -> Vec<Self> {
        let report = |layer: &Layer| LayerReport {
            index: layer.index,
            states: layer.states.to_string(),
            effort: effort.iter().find(|it| it.index == layer.index).copied(),
        };
        layers.iter().map(report).collect()
    }

    /// The heads of a table of layers, and its rows.
    pub fn table(layers: &[Self]) -> String {
        let known = |value: fn(&LayerEffort) -> bool| {
            let mut effort = layers.iter().filter_map(|layer| layer.effort.as_ref());
            effort.any(value)
        };
        let columns: Vec<Column> = COLUMNS
            .iter()
            .filter(|column| known(column.known))
            .copied()
            .collect();
        let mut text = format!("  {DIM}layer {:>20}", "states");
        for column in &columns {
            text.push_str(&format!("{:>14}", column.name));
        }
        text.push_str(&format!("{RESET}\n"));
        for layer in layers {
            text.push_str(&format!(
                "  {:>5} {:>20}",
                layer.index,
                grouped(&layer.states)
            ));
            for column in &columns {
                let cell = layer.effort.as_ref().and_then(column.text);
                text.push_str(&format!("{:>14}", cell.unwrap_or_else(|| "–".to_owned())));
            }
            text.push('\n');
        }
        text
    }
}

/// What a column of the table of layers shows.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    known: fn(&LayerEffort) -> bool,
    text: fn(&LayerEffort) -> Option<String>,
}

const COLUMNS: [Column; 5] = [
    Column {
        name: "nodes",
        known: |it| it.nodes.is_some(),
        text: |it| it.nodes.map(grouped),
    },
    Column {
        name: "valued nodes",
        known: |it| it.value_nodes.is_some(),
        text: |it| it.value_nodes.map(grouped),
    },
    Column {
        name: "forward s",
        known: |it| it.forward_seconds.is_some(),
        text: |it| it.forward_seconds.map(|it| format!("{it:.2}")),
    },
    Column {
        name: "backward s",
        known: |it| it.backward_seconds.is_some(),
        text: |it| it.backward_seconds.map(|it| format!("{it:.2}")),
    },
    Column {
        name: "memory",
        known: |it| it.memory_bytes.is_some(),
        text: |it| it.memory_bytes.map(human_size),
    },
];

/// Runs the command.
pub fn run(arguments: &ReachArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let plot = PlotFile::open(&arguments.plot)?;
    let mut engine = Engine::choose(arguments.engine, &rules, context)?;
    let reaching = Reaching {
        named: (text.name.as_str(), rules.hash().to_string()),
        arguments,
        context,
    };
    let answer = reaching.reach(&mut engine)?;
    let reached = answer.result;
    let report = Report {
        schema: SCHEMA,
        game: text.name,
        rules_hash: rules.hash().to_string(),
        states: reached.states.to_string(),
        terminals: reached.terminals.to_string(),
        layers: LayerReport::all(&reached.layers, &answer.effort),
        complete: reached.complete,
        engine: answer.engine,
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
    plot.draw(&Plot {
        title: &report.game,
        layers: &reached.layers,
        effort: &answer.effort,
        worth: &[],
        values: &[],
    })
}

fn describe(report: &Report) -> String {
    let mut text = format!(
        "{BOLD}{}{RESET}: {} states, {} of them terminal\n\n",
        report.game,
        grouped(&report.states),
        grouped(&report.terminals),
    );
    text.push_str(&LayerReport::table(&report.layers));
    if !report.complete {
        text.push_str("\nThere is more beyond the last layer.\n");
    }
    text
}
