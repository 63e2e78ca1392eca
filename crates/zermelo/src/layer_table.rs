//! Layers as a table, with what each took as far as that is known.

use report::{LayerEffort, LayerReport, grouped, human_size};

use crate::output::{DIM, RESET};

/// The heads of a table of layers, and its rows.
pub fn table(layers: &[LayerReport]) -> String {
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
