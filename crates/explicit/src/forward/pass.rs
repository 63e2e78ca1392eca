//! The forward pass: all layers, one after the other.
//!
//! In: a kernel for each thread, the start, and what an earlier run has left.
//! Out: [`Layers`], whose states are in the archive. Not here: one step
//! (`step.rs`), and what the states are worth.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use analysis::{Apart, Claim, Refuted};
use game::{Count, Stop, StopReason};
use judge::Graph;
use packed::known::Known;
use packed::layers::{Encoded, Head, LayerReader, LayerWriter, Shown, Written, name};
use packed::parts::{Buckets, merge};
use packed::{Combination, Ends, Interrupt, Kernel, Measure, Tick, Words};
use table::StoreError;

use crate::forward::step::{self, Irregular};
use crate::knobs::Knobs;
use crate::progress::Progress;
use table::Archive;

/// The number of reachable states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// How many there are.
    pub states: Count,
    /// How many of the expanded states are terminal.
    pub terminals: Count,
    /// The states by first appearance.
    pub layers: Vec<game::Layer>,
    /// Whether nothing was left out by a depth limit.
    pub complete: bool,
}

impl Reached {
    /// The numbers of a graph of all states.
    pub fn of<S>(graph: &Graph<S>) -> Self {
        Reached {
            states: Count::from(graph.state_count()),
            terminals: Count::from(graph.terminal_count()),
            layers: graph.layers(),
            complete: graph.is_complete(),
        }
    }
}

/// The sizes of all layers; the states are in the archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    /// How many states each layer has.
    pub sizes: Vec<u64>,
    /// Their sum.
    pub states: u64,
    pub terminals: u64,
    pub ends: BTreeSet<Combination>,
    pub complete: bool,
}

/// Why the pass ended early.
#[derive(Debug)]
pub(crate) enum Halt<const W: usize> {
    Stopped(StopReason, Layers),
    /// This state of the last layer is irregular.
    Irregular(Irregular, Words<W>, Layers),
    /// A state does not have the progress measure of its layer.
    NoProgress,
    Store(StoreError),
}

impl<const W: usize> From<StoreError> for Halt<W> {
    fn from(error: StoreError) -> Self {
        Halt::Store(error)
    }
}

/// What keeps layers apart.
pub(crate) enum Separation<'a, const W: usize> {
    /// A measure of progress, which is checked on all states unless it is proven.
    Measure(Claim<'a>, &'a Measure),
    /// All states so far: a new layer leaves them out.
    Known(&'a mut Known<W>),
}

/// What the pass needs besides the kernels.
pub(crate) struct Pass<'a, const W: usize> {
    pub ends: &'a Ends,
    pub start: Words<W>,
    /// Whether terminal states must have proper goals.
    pub goals: bool,
    pub max_depth: Option<u64>,
    /// Bytes that successors may take.
    pub memory: usize,
    pub knobs: &'a Knobs,
    pub stop: &'a Stop,
}

impl<const W: usize> Pass<'_, W> {
    /// Finds all states, layer by layer.
    ///
    /// A layer has the states that are first reached after its number of moves:
    /// either because a progress measure keeps layers apart, or because a new layer
    /// leaves out what earlier ones have. A state at n moves has a predecessor at n -
    /// 1: so it is among the successors of that layer, and only states at fewer moves
    /// are left out.
    pub fn run(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &mut Archive<'_>,
        separation: &mut Separation<'_, W>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Layers, Halt<W>> {
        let (mut found, mut last) = self.resume(archive, separation)?;
        let mut buckets: Vec<Buckets<W>> = Vec::new();
        buckets.resize_with(kernels.len(), Buckets::default);
        while !found.complete {
            let disk = archive.disk();
            let done = AtomicU64::new(0);
            let so_far = found.progress(disk);
            let mut tick = || progress(so_far.with(done.load(Ordering::Relaxed)));
            tick();
            if let Separation::Known(known) = separation
                && self.max_depth != Some(found.depth())
            {
                let known = known.catch_up(archive, found.sizes.len(), self.stop);
                known.map_err(|interrupt| Halt::from(interrupt).at(&found))?;
            }
            // A thread costs more than a small layer.
            let share = last.firsts.len().div_ceil(self.knobs.blocks_per_thread);
            let threads = kernels.len().min(share).max(1);
            // The working threads share all of the memory.
            buckets[threads..].fill_with(Buckets::default);
            let workers = (&mut kernels[..threads], &mut buckets[..threads]);
            let meter = (&done, &mut tick as Tick<'_>);
            let next = self.step(workers, archive, (&last, separation), &mut found, meter);
            match next.map_err(|halt| halt.at(&found))? {
                Some(next) => last = next,
                None => return Ok(found),
            }
            found.add(last.count);
            archive.notice(found.states)?;
        }
        Ok(found)
    }

    /// Writes the next layer; `None` beyond the depth limit.
    fn step(
        &self,
        (kernels, buckets): (&mut [Kernel<W>], &mut [Buckets<W>]),
        archive: &mut Archive<'_>,
        (last, separation): (&Written<W>, &mut Separation<'_, W>),
        found: &mut Layers,
        (done, tick): (&AtomicU64, Tick<'_>),
    ) -> Result<Option<Written<W>>, Halt<W>> {
        let splitter = step::split(&mut kernels[0], last.count, &last.firsts, self.knobs);
        for buckets in &mut *buckets {
            buckets.reset(splitter.count(), self.memory / kernels.len());
        }
        if last.count as usize > self.memory / (self.knobs.spread * size_of::<Words<W>>()) {
            archive.settle()?;
        }
        let layer = found.sizes.len() - 1;
        let task = step::Task {
            ends: self.ends,
            goals: self.goals,
            splitter: &splitter,
            store: archive.store(),
            threads: kernels.len(),
            done,
            knobs: self.knobs,
            stop: self.stop,
        };
        let reader = LayerReader::new(archive, layer)?;
        let expanded = step::step(kernels, buckets, reader, &task, tick)?;
        if let Some((_, kind, state)) = expanded.irregular {
            return Err(Halt::Irregular(kind, state, Layers::default()));
        }
        if self.max_depth == Some(found.depth()) {
            found.complete = expanded.runs.is_empty() && buckets.iter().all(Buckets::is_empty);
            found.expanded(expanded.shown);
            return Ok(None);
        }
        let task = merge::Task {
            buckets,
            runs: &expanded.runs,
            known: separation.known(),
            fits: &|states| separation.fits(layer + 1, states),
            stop: self.stop,
        };
        let head = Head {
            whole: task.known.is_none(),
            before: expanded.shown,
        };
        let mut writer = LayerWriter::new(archive, layer + 1, &head)?;
        let fits = merge::merge(&task, kernels.len(), &mut writer, tick)?;
        separation.note(layer + 1, fits)?;
        let next = writer.finish(archive)?;
        found.expanded(head.before);
        Ok(Some(next))
    }

    /// What an earlier run has left, and the last layer; otherwise only the start.
    fn resume(
        &self,
        archive: &mut Archive<'_>,
        separation: &mut Separation<'_, W>,
    ) -> Result<(Layers, Written<W>), Halt<W>> {
        if !archive.contains(&name(0)) {
            let mut start = Encoded::default();
            start.append(&[self.start]);
            let mut writer = LayerWriter::new(archive, 0, &Head::first())?;
            writer.append(&start)?;
            writer.finish(archive)?;
        }
        let mut found = Layers::default();
        let mut last = Written::default();
        let enough = |found: &Layers| {
            let deep = found.sizes.len() as u64 > self.max_depth.unwrap_or(u64::MAX);
            deep || found.complete
        };
        while !enough(&found) && archive.contains(&name(found.sizes.len())) {
            let layer = found.sizes.len();
            let mut fits = true;
            let look = |states: &[Words<W>]| fits &= separation.fits(layer, states);
            let (head, next) = Written::read(archive, layer, look)?;
            separation.note(layer, fits && (head.whole || separation.is_proven()))?;
            last = next;
            found.expanded(head.before);
            found.add(last.count);
        }
        Ok((found, last))
    }
}

impl<const W: usize> Separation<'_, W> {
    /// Evidence that the first `layers` layers have no state in common.
    pub fn apart(&self, layers: usize) -> Result<Apart, Halt<W>> {
        match self {
            Separation::Measure(claim, _) => {
                let apart = claim.apart(layers as u64);
                apart.map_err(|Refuted| Halt::NoProgress)
            }
            Separation::Known(_) => Err(Halt::NoProgress),
        }
    }

    fn known(&self) -> Option<&Known<W>> {
        match self {
            Separation::Measure(..) => None,
            Separation::Known(known) => Some(known),
        }
    }

    fn is_proven(&self) -> bool {
        matches!(self, Separation::Measure(claim, _) if claim.is_proven())
    }

    /// Whether states of a layer have the measure of their layer.
    fn fits(&self, layer: usize, states: &[Words<W>]) -> bool {
        let Separation::Measure(claim, measure) = self else {
            return true;
        };
        let wanted = claim.wanted(layer as u64);
        wanted.is_none_or(|wanted| states.iter().all(|state| measure.of(state) == wanted))
    }

    /// Records whether a layer has all successors of the one before, each with the
    /// measure of the layer.
    ///
    /// A layer without known states does not show what it left out, which may be just
    /// what refutes a guess. A layer of a proven measure leaves nothing out.
    fn note(&mut self, layer: usize, fits: bool) -> Result<(), Halt<W>> {
        match self {
            Separation::Measure(claim, _) => {
                let noted = claim.note(layer as u64, fits);
                noted.map_err(|Refuted| Halt::NoProgress)
            }
            Separation::Known(_) => Ok(()),
        }
    }
}

impl<const W: usize> Halt<W> {
    /// The same, with the layers that were found before.
    fn at(self, found: &Layers) -> Self {
        match self {
            Halt::Stopped(reason, _) => Halt::Stopped(reason, found.clone()),
            Halt::Irregular(kind, state, _) => Halt::Irregular(kind, state, found.clone()),
            other => other,
        }
    }
}

impl<const W: usize> From<Interrupt> for Halt<W> {
    fn from(interrupt: Interrupt) -> Self {
        match interrupt {
            Interrupt::Stopped(reason) => Halt::Stopped(reason, Layers::default()),
            Interrupt::Store(error) => Halt::Store(error),
        }
    }
}

impl Layers {
    /// Notes what expanding the last layer showed.
    fn expanded(&mut self, shown: Shown) {
        self.terminals += shown.terminals;
        self.ends.extend(shown.ends);
    }

    /// Adds a layer; an empty one is the end.
    fn add(&mut self, size: u64) {
        match size {
            0 => self.complete = true,
            _ => {
                self.sizes.push(size);
                self.states += size;
            }
        }
    }

    fn depth(&self) -> u64 {
        self.sizes.len() as u64 - 1
    }

    fn progress(&self, disk: u64) -> SoFar {
        SoFar {
            layer: self.depth(),
            states: self.states,
            last: self.sizes.last().copied().unwrap_or(0),
            disk,
        }
    }

    pub fn reached(&self) -> Reached {
        let layers = self.sizes.iter().zip(0..);
        Reached {
            states: Count::from(self.states),
            terminals: Count::from(self.terminals),
            layers: layers
                .map(|(&size, index)| game::Layer {
                    index,
                    states: Count::from(size),
                })
                .collect(),
            complete: self.complete,
        }
    }
}

/// How far the work was when a step began.
struct SoFar {
    layer: u64,
    states: u64,
    last: u64,
    disk: u64,
}

impl SoFar {
    /// The same with `done` states of the last layer expanded.
    fn with(&self, done: u64) -> Progress {
        Progress::Forward {
            layer: self.layer,
            states: self.states,
            expanded: self.states - self.last + done,
            disk: self.disk,
        }
    }
}
