//! Layers, with what each took.

use game::Layer;
use serde::Serialize;

/// What a layer took, as far as the run worked on it.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct LayerEffort {
    /// The number of moves to it.
    #[serde(skip)]
    pub index: u64,
    /// The nodes of its states as one set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
    /// The nodes of the sets that tell what its states are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_nodes: Option<usize>,
    /// The seconds in which it was found and expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward_seconds: Option<f64>,
    /// The seconds in which it was valued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backward_seconds: Option<f64>,
    /// The memory in use after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

impl LayerEffort {
    /// Adds the nodes of sets, which are known of layers of earlier runs too: of each
    /// layer, and of the sets that tell values.
    pub fn with_nodes(effort: &[Self], nodes: &[usize], value_nodes: &[usize]) -> Vec<Self> {
        let layer = |(index, &nodes): (usize, &usize)| {
            let index = index as u64;
            let timed = effort.iter().find(|row| row.index == index);
            LayerEffort {
                index,
                nodes: Some(nodes),
                value_nodes: value_nodes.get(index as usize).copied(),
                ..timed.copied().unwrap_or_default()
            }
        };
        nodes.iter().enumerate().map(layer).collect()
    }
}

/// A layer, for programs.
#[derive(Debug, Serialize)]
pub struct LayerReport {
    /// The number of moves to it.
    pub index: u64,
    /// The number of its states, in decimal.
    pub states: String,
    /// What it took.
    #[serde(flatten)]
    pub effort: Option<LayerEffort>,
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
}
