//! `zermelo reach`: how many states there are.

use explicit::Reached;
use report::{LayerReport, Plot, ReachReport, grouped};
use solver::Census;

use crate::arguments::{Format, ReachArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::output::{BOLD, RESET};
use crate::plot_file::PlotFile;
use crate::{cache, input, layer_table, order, output};

/// Runs the command.
pub fn run(arguments: &ReachArguments, context: &Context) -> Result<(), Failure> {
    let game = input::game(&arguments.game)?;
    let plot = PlotFile::open(&arguments.plot)?;
    let census = Census {
        depth: arguments.depth,
        engine: arguments.engine.into(),
        order: order::asked(arguments.order.as_deref(), arguments.engine)?,
        limits: context.limits(),
        keep: cache::keep(&arguments.storage),
        ..Census::new(game)
    };
    let mut narrator = Narrator::new(context.verbose);
    let counted = solver::reach(&census, &mut |event| narrator.hear(event))?;
    let nodes = counted.nodes.as_deref().map(|nodes| (nodes, [].as_slice()));
    let effort = narrator.effort(nodes);
    let reached = &counted.reached;
    match context.format {
        Format::Text => {
            let layers = LayerReport::all(&reached.layers, &effort);
            output::data(&describe(&census.game.name, reached, &layers))?;
            output::used();
        }
        Format::Json => {
            let used = output::usage();
            output::json(&ReachReport::new(&census.game, &counted, &effort, used))?;
        }
    }
    plot.draw(&Plot {
        title: &census.game.name,
        roles: &[],
        layers: &reached.layers,
        effort: &effort,
        worth: &Vec::new(),
        values: &[],
    })
}

fn describe(name: &str, reached: &Reached, layers: &[LayerReport]) -> String {
    let (states, terminals) = (grouped(reached.states), grouped(reached.terminals));
    let mut text =
        format!("{BOLD}{name}{RESET}: {states} states, {terminals} of them terminal\n\n");
    text.push_str(&layer_table::table(layers));
    if !reached.complete {
        text.push_str("\nThere is more beyond the last layer.\n");
    }
    text
}
