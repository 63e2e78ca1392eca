//! The backward pass: the values of all layers, the last first.
//!
//! In: [`Layers`]. Out: how often each value occurs; the labels themselves are
//! in the archive. Not here: one step (`step.rs`).

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Model, Stop};
use packed::layers::{BLOCK, Block, LayerReader, Range};
use packed::{Ends, Interrupt, Kernel, Prefix, Tick, Words};
use table::StoreError;

use crate::backward::labels::{Label, Labels, NO_LABEL};
use crate::backward::step::{self, Target, Task};
use crate::backward::valued::Valued;
use crate::backward::valued::{Distance, NO_DISTANCE};
use crate::forward::pass::Layers;
use crate::knobs::Knobs;
use crate::progress::Progress;
use table::Archive;

/// How many states have which value.
#[derive(Debug)]
pub(crate) struct Values {
    /// The prefix of the archive's entries, before the layer's number.
    tag: String,
    distances: bool,
    /// How many states of each layer have which label; no label without states.
    pub counts: Vec<Vec<(Label, u64)>>,
}

/// What the pass needs besides the kernels.
pub(crate) struct Pass<'a> {
    pub ends: &'a Ends,
    pub labels: &'a Labels,
    pub layers: &'a Layers,
    pub model: Model,
    pub distances: bool,
    pub draw_distances: bool,
    /// Bytes that two layers may take.
    pub memory: usize,
    pub knobs: &'a Knobs,
    pub stop: &'a Stop,
}

/// Why it did not finish.
#[derive(Debug)]
pub(crate) enum Broken {
    Interrupt(Interrupt),
    /// The state at this place of a layer is terminal, and has no proper goals.
    Faulty {
        layer: usize,
        place: usize,
    },
}

impl<E: Into<Interrupt>> From<E> for Broken {
    fn from(interrupt: E) -> Self {
        Broken::Interrupt(interrupt.into())
    }
}

impl Pass<'_> {
    /// Values all layers that no earlier run has valued.
    pub fn run<const W: usize>(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &mut Archive<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Values, Broken> {
        let mut values = Values {
            tag: self.tag(),
            distances: self.distances,
            counts: vec![Vec::new(); self.layers.sizes.len()],
        };
        let (mut next, mut valued) = (None, Valued::default());
        let mut done = 0;
        for (layer, &size) in self.layers.sizes.iter().enumerate().rev() {
            let disk = archive.disk();
            let looked_at = AtomicU64::new(0);
            // If the next layer comes in ranges, states are evaluated more than
            // once.
            let room = self.room::<W>(size as usize, &valued);
            let times = valued.labels.len().div_ceil(room).max(1) as u64;
            let mut tick = || {
                let part = (looked_at.load(Ordering::Relaxed) / times).min(size);
                progress(Progress::Backward {
                    layer: layer as u64,
                    valued: done + part,
                    states: self.layers.states,
                    disk,
                });
            };
            tick();
            let name = values.name(layer);
            if archive.contains(&name) {
                valued = values.read(archive, layer, size as usize, self.labels)?;
                next = None;
            } else {
                // A thread costs more than a small layer.
                let share = (size as usize).div_ceil(self.knobs.blocks_per_thread * BLOCK);
                let threads = kernels.len().min(share).max(1);
                let kernels = &mut kernels[..threads];
                let meter = (&looked_at, &mut tick as Tick<'_>);
                (valued, next) = self.step(kernels, archive, layer, (next, &valued), meter)?;
                // A state that is not terminal has the label of a successor.
                let missing = valued.labels.iter().position(|&label| label == NO_LABEL);
                if let Some(place) = missing {
                    return Err(Broken::Faulty { layer, place });
                }
                let mut entry = archive.create(name)?;
                entry.write(&valued.to_bytes(self.labels.values.len()))?;
                archive.put(entry)?;
            }
            values.counts[layer] = counted(&valued.labels);
            done += size;
        }
        Ok(values)
    }

    /// The values in the archive, and the first layer that they cover: layers
    /// are valued from the last one back, so none is missing in between.
    pub fn so_far(&self, archive: &Archive<'_>) -> (Values, usize) {
        let values = Values {
            tag: self.tag(),
            distances: self.distances,
            counts: Vec::new(),
        };
        let layers = 0..self.layers.sizes.len();
        let valued = layers
            .rev()
            .take_while(|&layer| archive.contains(&values.name(layer)));
        let first = self.layers.sizes.len() - valued.count();
        (values, first)
    }

    /// Values a layer, given the values of the next one, and its states if they
    /// are in memory; returns the same for this layer.
    fn step<const W: usize>(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &Archive<'_>,
        layer: usize,
        (next, valued): (Option<Range<W>>, &Valued),
        (done, tick): (&AtomicU64, Tick<'_>),
    ) -> Result<(Valued, Option<Range<W>>), Interrupt> {
        let size = self.layers.sizes[layer] as usize;
        let prefix = kernels[0].packing().prefix::<W>();
        let mut found = Valued {
            labels: vec![NO_LABEL; size],
            distances: vec![NO_DISTANCE; if self.distances { size } else { 0 }],
        };
        let last = layer + 1 == self.layers.sizes.len();
        let mut ranges = match next {
            Some(next) => Ranges::Kept(Some(next)),
            None if last => Ranges::Kept(Some(Range::whole(Vec::new(), prefix))),
            None => Ranges::new(archive, layer + 1, self.room::<W>(size, valued), prefix)?,
        };
        let keep = ranges.is_one(valued) && size <= self.room::<W>(size, valued) / 2;
        let mut states = vec![[0; W]; if keep { size } else { 0 }];
        let mut first = true;
        while let Some(next) = ranges.next()? {
            let target = Target {
                labels: &mut found.labels,
                distances: &mut found.distances,
                states: &mut states,
            };
            let task = Task {
                ends: self.ends,
                labels: self.labels,
                next: &next,
                first,
                valued,
                distances: self.distances,
                done,
                blocks_at_once: self.knobs.blocks_at_once,
                stop: self.stop,
            };
            let reader = LayerReader::new(archive, layer)?;
            step::step(kernels, reader, target, &task, tick)?;
            first = false;
        }
        let kept = keep.then(|| Range::whole(states, prefix));
        Ok((found, kept))
    }

    /// The number of states that fit in memory, besides the values of two
    /// layers.
    fn room<const W: usize>(&self, size: usize, next: &Valued) -> usize {
        let each = size_of::<Label>()
            + if self.distances {
                size_of::<Distance>()
            } else {
                0
            };
        let worth = (size + next.labels.len()) * each;
        // The table of contents takes one or two bytes per state.
        let room = self.memory.saturating_sub(worth) / (size_of::<Words<W>>() + 2);
        // With less than this, the pass would take too long.
        room.max(next.labels.len() / self.knobs.max_ranges).max(1)
    }

    /// What labels depend on besides the states.
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
    /// Whether states have distances.
    pub fn has_distances(&self) -> bool {
        self.distances
    }

    fn name(&self, layer: usize) -> String {
        format!("{}-{layer:05}", self.tag)
    }

    /// The labels of a layer of `size` states.
    pub fn read(
        &self,
        archive: &Archive<'_>,
        layer: usize,
        size: usize,
        labels: &Labels,
    ) -> Result<Valued, StoreError> {
        let name = self.name(layer);
        let bytes = archive.read(&name)?.read_all()?;
        let valued = Valued::from_bytes(&bytes, size, labels.values.len(), self.distances);
        valued.ok_or_else(|| StoreError::Corrupt {
            file: name.into(),
            why: "it does not have a label for each state",
        })
    }
}

/// How many states have which label.
fn counted(labels: &[Label]) -> Vec<(Label, u64)> {
    let mut counts = [0; 1 + Label::MAX as usize];
    for &label in labels {
        counts[usize::from(label)] += 1;
    }
    let counts = (0..=Label::MAX).zip(counts);
    counts.filter(|(_, states)| *states > 0).collect()
}

/// The states of a layer, in ranges as large as memory allows.
enum Ranges<'a, const W: usize> {
    /// All at once.
    Kept(Option<Range<W>>),
    Read {
        layer: LayerReader<'a>,
        /// The block at which the last range ended; `None` at the end.
        block: Option<Block>,
        room: usize,
        prefix: Prefix,
    },
}

impl<'a, const W: usize> Ranges<'a, W> {
    fn new(
        archive: &'a Archive<'_>,
        layer: usize,
        room: usize,
        prefix: Prefix,
    ) -> Result<Self, StoreError> {
        let mut layer = LayerReader::new(archive, layer)?;
        let mut block = Block::default();
        let block = layer.next(&mut block)?.then_some(block);
        Ok(Ranges::Read {
            layer,
            block,
            room: room.min(u32::MAX as usize),
            prefix,
        })
    }

    /// Whether the next range is known to be the whole layer.
    fn is_one(&self, valued: &Valued) -> bool {
        match self {
            Ranges::Kept(_) => true,
            Ranges::Read { room, .. } => valued.labels.len() <= *room,
        }
    }

    fn next(&mut self) -> Result<Option<Range<W>>, StoreError> {
        let (layer, next, room, prefix) = match self {
            Ranges::Kept(range) => return Ok(range.take()),
            Ranges::Read {
                layer,
                block,
                room,
                prefix,
            } => (layer, block, *room, *prefix),
        };
        let Some(first) = next.take() else {
            return Ok(None);
        };
        let place = first.place as usize;
        let mut states = Vec::new();
        layer.decode(&first, &mut states)?;
        let mut block = first;
        while layer.next(&mut block)? {
            if states.len() + block.count > room {
                let mut beyond = Vec::new();
                layer.decode(&block, &mut beyond)?;
                *next = Some(block);
                return Ok(Some(Range::part(states, place, Some(beyond[0]), prefix)));
            }
            layer.decode(&block, &mut states)?;
        }
        Ok(Some(Range::part(states, place, None, prefix)))
    }
}
