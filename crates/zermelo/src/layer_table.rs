//! Layers as a table, with what each took as far as that is known.

use report::{LayerEffort, LayerReport, grouped, human_size};

use crate::columns::{self, Column};

/// What a column shows of a layer.
type Cell = fn(&LayerReport) -> Option<String>;

const COLUMNS: [(&str, Cell); 7] = [
    ("layer", |it| Some(format!("{:>5}", it.index))),
    ("states", |it| Some(grouped(&it.states))),
    ("nodes", |it| effort(it)?.nodes.map(grouped)),
    ("by value", |it| effort(it)?.value_nodes.map(grouped)),
    ("forward", |it| effort(it)?.forward_seconds.map(seconds)),
    ("back", |it| effort(it)?.backward_seconds.map(seconds)),
    ("memory", |it| effort(it)?.memory_bytes.map(human_size)),
];

fn effort(layer: &LayerReport) -> Option<&LayerEffort> {
    layer.effort.as_ref()
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.2} s")
}

/// The heads of a table of layers, and its rows.
pub fn table(layers: &[LayerReport]) -> String {
    let columns = COLUMNS.iter().filter_map(|(head, cell)| {
        let cells: Vec<Option<String>> = layers.iter().map(cell).collect();
        let known = cells.iter().any(Option::is_some);
        let cells = cells.into_iter().map(|it| it.unwrap_or("–".to_owned()));
        known.then(|| Column::new(head, cells))
    });
    columns::table(&columns.collect::<Vec<_>>())
}
