//! Layers as a table, with what each took as far as that is known.

use report::{LayerEffort, LayerReport, grouped, human_size};

use crate::output::{DIM, RESET};

/// What a column shows of a layer.
type Cell = fn(&LayerEffort) -> Option<String>;

const COLUMNS: [(&str, Cell); 5] = [
    ("nodes", |it| it.nodes.map(grouped)),
    ("valued nodes", |it| it.value_nodes.map(grouped)),
    ("forward s", |it| it.forward_seconds.map(seconds)),
    ("backward s", |it| it.backward_seconds.map(seconds)),
    ("memory", |it| it.memory_bytes.map(human_size)),
];

fn seconds(seconds: f64) -> String {
    format!("{seconds:.2}")
}

/// The heads of a table of layers, and its rows.
pub fn table(layers: &[LayerReport]) -> String {
    let cell = |layer: &LayerReport, cell: Cell| layer.effort.as_ref().and_then(cell);
    let known = |column: &&(&str, Cell)| layers.iter().any(|it| cell(it, column.1).is_some());
    let columns: Vec<&(&str, Cell)> = COLUMNS.iter().filter(known).collect();
    let mut text = format!("  {DIM}layer {:>20}", "states");
    for (name, _) in &columns {
        text.push_str(&format!("{name:>14}"));
    }
    text.push_str(&format!("{RESET}\n"));
    for layer in layers {
        let states = grouped(&layer.states);
        text.push_str(&format!("  {:>5} {states:>20}", layer.index));
        for (_, column) in &columns {
            let cell = cell(layer, *column).unwrap_or_else(|| "–".to_owned());
            text.push_str(&format!("{cell:>14}"));
        }
        text.push('\n');
    }
    text
}
