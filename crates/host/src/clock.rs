//! The time and memory of each layer.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::resources;

/// What a layer took, as far as this run worked on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LayerCost {
    /// The number of moves to it.
    pub layer: u64,
    /// The seconds in which it was found and expanded.
    pub forward_seconds: Option<f64>,
    /// The seconds in which it was valued.
    pub backward_seconds: Option<f64>,
    /// Memory in use after that, in bytes.
    pub memory_bytes: Option<u64>,
}

/// In which direction a layer is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It is found and expanded.
    Forward,
    /// It is valued.
    Backward,
}

/// Measures the time of layers.
#[derive(Debug)]
pub struct LayerClock {
    rows: BTreeMap<u64, LayerCost>,
    since: Instant,
    /// The layer in progress, if the engine reports it.
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

    /// The costs of all layers.
    pub fn finish(mut self) -> Vec<LayerCost> {
        if let Some(open) = self.open {
            self.close(open);
        }
        self.rows.into_values().collect()
    }

    /// Notes that a layer is being worked on.
    pub fn open(&mut self, layer: (Pass, u64)) {
        match self.open.replace(layer) {
            Some(before) if before != layer => self.close(before),
            _ => {}
        }
    }

    /// Notes that a layer is done.
    pub fn close(&mut self, (pass, layer): (Pass, u64)) {
        let now = Instant::now();
        let seconds = (now - self.since).as_secs_f64();
        self.since = now;
        let row = self.rows.entry(layer).or_insert(LayerCost {
            layer,
            ..LayerCost::default()
        });
        match pass {
            Pass::Forward => row.forward_seconds = Some(seconds),
            Pass::Backward => row.backward_seconds = Some(seconds),
        }
        row.memory_bytes = resources::memory_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_that_another_one_follows_is_done() {
        let mut clock = LayerClock::start();
        for layer in [0, 0, 1] {
            clock.open((Pass::Forward, layer));
        }
        clock.open((Pass::Backward, 0));
        let costs = clock.finish();
        let told = |cost: &LayerCost| {
            let (forward, backward) = (cost.forward_seconds, cost.backward_seconds);
            (cost.layer, forward.is_some(), backward.is_some())
        };
        let told: Vec<_> = costs.iter().map(told).collect();
        assert_eq!(told, [(0, true, true), (1, true, false)]);
    }
}
