//! The backward pass: the values of all layers, the last first.
//!
//! In: [`Layers`]. Out: how often each value occurs; the labels themselves are
//! in the archive. Not here: one step (`backward.rs`).

use game::{Model, Stop, StopReason};
use table::StoreError;

use crate::archive::Archive;
use crate::backward::{self, Task};
use crate::ends::Ends;
use crate::kernel::Kernel;
use crate::labels::Labels;
use crate::layered::{Layers, states};
use crate::lookup::Lookup;
use crate::solve::Progress;
use crate::valued::Valued;

/// Why the pass ended before its end.
#[derive(Debug)]
pub(crate) enum Halt {
    Stopped(StopReason),
    Store(StoreError),
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Halt::Store(error)
    }
}

/// What states are worth, in numbers.
#[derive(Debug)]
pub(crate) struct Values {
    /// What the entries of the archive are called, before the layer's number.
    tag: String,
    distances: bool,
    /// How many states have each label.
    pub counts: Vec<u64>,
}

/// What the pass needs beside the kernels.
pub(crate) struct Pass<'a> {
    pub ends: &'a Ends,
    pub labels: &'a Labels,
    pub layers: &'a Layers,
    pub model: Model,
    pub distances: bool,
    pub draw_distances: bool,
    pub stop: &'a Stop,
}

impl Pass<'_> {
    /// Values all layers that no earlier run has valued.
    pub fn run<const W: usize>(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &mut Archive<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Values, Halt> {
        let mut values = Values {
            tag: self.tag(),
            distances: self.distances,
            counts: vec![0; self.labels.values.len()],
        };
        let (mut next, mut valued) = (Vec::new(), Valued::default());
        let mut done = 0;
        for (layer, &size) in self.layers.sizes.iter().enumerate().rev() {
            progress(Progress::Backward {
                layer: layer as u64,
                valued: done,
                states: self.layers.state_count(),
            });
            let name = values.name(layer);
            if archive.contains(&name) {
                valued = values.read(archive, layer, size as usize, self.labels)?;
                next.clear();
            } else {
                if next.is_empty() && layer + 1 < self.layers.sizes.len() {
                    next = states(archive, layer + 1)?;
                }
                let now = states(archive, layer)?;
                valued = self
                    .step(kernels, &now, &next, &valued)
                    .map_err(Halt::Stopped)?;
                archive.put(name, valued.to_bytes(self.labels.values.len()))?;
                next = now;
            }
            for &label in &valued.labels {
                values.counts[usize::from(label)] += 1;
            }
            done += size;
        }
        Ok(values)
    }

    fn step<const W: usize>(
        &self,
        kernels: &mut [Kernel<W>],
        states: &[[u64; W]],
        next: &[[u64; W]],
        valued: &Valued,
    ) -> Result<Valued, StopReason> {
        let used = kernels[0].packing().used();
        let task = Task {
            ends: self.ends,
            labels: self.labels,
            states,
            next: &Lookup::new(next, used),
            valued,
            distances: self.distances,
            stop: self.stop,
        };
        backward::step(kernels, &task)
    }

    /// What labels depend on beside the states.
    fn tag(&self) -> String {
        let distances = match (self.distances, self.draw_distances) {
            (false, _) => "",
            (true, false) => "-distances",
            (true, true) => "-all-distances",
        };
        format!("labels-{}{distances}", self.model)
    }
}

impl Values {
    fn name(&self, layer: usize) -> String {
        format!("{}-{layer:05}", self.tag)
    }

    /// The labels of a layer of so many states.
    pub fn read(
        &self,
        archive: &Archive<'_>,
        layer: usize,
        size: usize,
        labels: &Labels,
    ) -> Result<Valued, StoreError> {
        let name = self.name(layer);
        let bytes = archive.get(&name)?;
        let valued = Valued::from_bytes(&bytes, size, labels.values.len(), self.distances);
        valued.ok_or_else(|| StoreError::Corrupt {
            file: name.into(),
            why: "it does not have a label for each state",
        })
    }
}
