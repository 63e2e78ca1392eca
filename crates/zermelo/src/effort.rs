//! What each layer took: time, memory, nodes.

use std::collections::BTreeMap;
use std::time::Instant;

use report::LayerEffort;
use solver::Event;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Forward,
    Backward,
}

/// Takes the time of layers.
pub struct LayerClock {
    rows: BTreeMap<u64, LayerEffort>,
    since: Instant,
    /// The layer that is being worked on, where the engine tells that.
    open: Option<(Pass, u64)>,
}

impl LayerClock {
    /// Starts the clock.
    pub fn start() -> Self {
        LayerClock {
            rows: BTreeMap::new(),
            since: Instant::now(),
            open: None,
        }
    }

    /// Takes notice of how far the work is.
    pub fn notice(&mut self, event: &Event<'_>) {
        match *event {
            Event::Sets(symbolic::Progress::Forward { layer, .. }) => {
                self.close((Pass::Forward, layer));
            }
            Event::Sets(symbolic::Progress::Backward { layer, .. }) => {
                self.close((Pass::Backward, layer));
            }
            Event::States(explicit::Progress::Forward { layer, .. }) => {
                self.open((Pass::Forward, layer));
            }
            Event::States(explicit::Progress::Backward { layer, .. }) => {
                self.open((Pass::Backward, layer));
            }
            _ => {}
        }
    }

    /// What all layers took.
    pub fn finish(mut self) -> Vec<LayerEffort> {
        if let Some(open) = self.open {
            self.close(open);
        }
        self.rows.into_values().collect()
    }

    fn open(&mut self, layer: (Pass, u64)) {
        match self.open.replace(layer) {
            Some(before) if before != layer => self.close(before),
            _ => {}
        }
    }

    /// Notes that a layer is done.
    fn close(&mut self, (pass, layer): (Pass, u64)) {
        let now = Instant::now();
        let seconds = (now - self.since).as_secs_f64();
        self.since = now;
        let row = self.rows.entry(layer).or_insert(LayerEffort {
            index: layer,
            ..LayerEffort::default()
        });
        match pass {
            Pass::Forward => row.forward_seconds = Some(seconds),
            Pass::Backward => row.backward_seconds = Some(seconds),
        }
        row.memory_bytes = host::memory_bytes();
    }
}

/// Adds the nodes of sets, which are known of layers of earlier runs too.
pub fn with_nodes(
    effort: Vec<LayerEffort>,
    nodes: &[usize],
    value_nodes: &[usize],
) -> Vec<LayerEffort> {
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
