//! One step forward: from the states of a layer to those of the next, not yet
//! in order.
//!
//! In: a layer in the archive. Out: successors in buckets by part, and in runs
//! on disk where memory has no room; terminal states, their rewards, and any
//! irregular state. Not here: how the buckets become the next layer
//! (`merge.rs`).

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Stop;
use packed::lanes::{LANES, each_lane, is_empty, or};
use packed::layers::{Block, LayerReader, Shown, decode_block};
use packed::parts::{Buckets, Splitter, make_room};
use packed::{Ends, Interrupt, Kernel, Tick, Turns, Words, check, run_all};
use table::{Scratch, Store};

use crate::knobs::Knobs;

/// How a state breaks the conditions of turn-taking, well-formed games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Irregular {
    /// A role has no legal move, or a terminal state no proper goals.
    Faulty,
    /// Several roles have several legal moves.
    Several,
}

/// What all threads read.
pub(crate) struct Task<'a, const W: usize> {
    pub ends: &'a Ends,
    /// Whether terminal states without proper goals are faulty.
    pub goals: bool,
    /// Assigns successors to parts.
    pub splitter: &'a Splitter<W>,
    /// Where runs are written; `None` without a disk.
    pub store: Option<&'a Store>,
    pub threads: usize,
    /// How many states have been expanded.
    pub done: &'a AtomicU64,
    pub knobs: &'a Knobs,
    pub stop: &'a Stop,
}

/// The result of a step forward, besides the buckets.
#[derive(Debug, Default)]
pub(crate) struct Expanded<const W: usize> {
    pub shown: Shown,
    pub runs: Vec<Scratch>,
    /// The first irregular state, by its place in the layer.
    pub irregular: Option<(u64, Irregular, Words<W>)>,
}

/// The parts for the successors of a layer of `count` states, by a sample of
/// it. They depend only on the layer, not on threads or memory: so the next
/// layer has the same blocks whatever these are.
pub(crate) fn split<const W: usize>(
    kernel: &mut Kernel<W>,
    count: u64,
    sample: &[Words<W>],
    knobs: &Knobs,
) -> Splitter<W> {
    let parts = (count as usize * 4 / knobs.part_states).clamp(1, knobs.max_parts);
    let mut successors = Vec::new();
    if parts > 1 {
        for batch in sample.chunks(LANES) {
            kernel.enter(batch);
            let turns = kernel.turns();
            each_successor(kernel, &turns, |state| successors.push(state));
        }
    }
    successors.sort_unstable();
    Splitter::new(&successors, kernel.packing().prefix::<W>(), parts)
}

/// Expands a layer with one thread for each kernel; there are as many buckets,
/// all empty.
pub(crate) fn step<const W: usize>(
    kernels: &mut [Kernel<W>],
    buckets: &mut [Buckets<W>],
    layer: LayerReader<'_>,
    task: &Task<'_, W>,
    tick: Tick<'_>,
) -> Result<Expanded<W>, Interrupt> {
    let name = layer.name().to_owned();
    let feed = Mutex::new(layer);
    let worker = |(kernel, buckets)| {
        let (feed, name) = (&feed, name.as_str());
        move |tick: Tick<'_>| {
            let mut worker = Worker {
                kernel,
                buckets,
                task,
                found: Expanded::default(),
            };
            worker.run(feed, name, tick)?;
            Ok(worker.found)
        }
    };
    let workers = kernels.iter_mut().zip(buckets).map(worker).collect();
    let mut all = Expanded::default();
    for mut found in run_all(workers, tick)? {
        all.shown.terminals += found.shown.terminals;
        all.shown.ends.append(&mut found.shown.ends);
        all.runs.append(&mut found.runs);
        all.irregular = first(all.irregular, found.irregular);
    }
    Ok(all)
}

type Found<const W: usize> = Option<(u64, Irregular, Words<W>)>;

fn first<const W: usize>(a: Found<W>, b: Found<W>) -> Found<W> {
    a.into_iter().chain(b).min()
}

/// One thread.
struct Worker<'a, const W: usize> {
    kernel: &'a mut Kernel<W>,
    buckets: &'a mut Buckets<W>,
    task: &'a Task<'a, W>,
    found: Expanded<W>,
}

impl<const W: usize> Worker<'_, W> {
    fn run(
        &mut self,
        feed: &Mutex<LayerReader<'_>>,
        name: &str,
        tick: Tick<'_>,
    ) -> Result<(), Interrupt> {
        let mut blocks = vec![Block::default(); self.task.knobs.blocks_at_once];
        let mut states = Vec::new();
        loop {
            check(self.task.stop)?;
            let mut taken = 0;
            {
                let mut feed = feed.lock().expect("no reader panics");
                while taken < blocks.len() && feed.next(&mut blocks[taken])? {
                    taken += 1;
                }
            }
            if taken == 0 {
                return Ok(());
            }
            for block in &blocks[..taken] {
                states.clear();
                decode_block(name, block, &mut states)?;
                for (batch, place) in states.chunks(LANES).zip((block.place..).step_by(LANES)) {
                    self.expand(batch, place);
                }
                self.keep_in_memory()?;
                let count = block.count as u64;
                self.task.done.fetch_add(count, Ordering::Relaxed);
            }
            tick();
        }
    }

    fn keep_in_memory(&mut self) -> Result<(), Interrupt> {
        if let (Some(store), true) = (self.task.store, self.buckets.is_full()) {
            let runs = &mut self.found.runs;
            let place = (store, &self.task.knobs.packed);
            make_room(self.buckets, runs, self.task.threads, place)?;
        }
        Ok(())
    }

    fn expand(&mut self, batch: &[Words<W>], place: u64) {
        self.kernel.enter(batch);
        self.end(batch, place);
        let turns = self.kernel.turns();
        self.note(&turns, batch, place);
        let (buckets, splitter) = (&mut *self.buckets, self.task.splitter);
        each_successor(self.kernel, &turns, |state| {
            buckets.push(splitter.part(&state), state);
        });
    }

    fn end(&mut self, batch: &[Words<W>], place: u64) {
        let terminal = self.kernel.terminal();
        if is_empty(terminal) {
            return;
        }
        let shown = &mut self.found.shown;
        shown.terminals += each_lane(terminal).count() as u64;
        let goals = self.kernel.goals();
        let faulty = self
            .task
            .ends
            .combine(&goals, terminal, &mut |combination, _| {
                if !shown.ends.contains(combination) {
                    shown.ends.insert(combination.clone());
                }
            });
        if let (true, Some(lane)) = (self.task.goals, each_lane(faulty).next()) {
            self.irregularity(place, lane, Irregular::Faulty, batch);
        }
    }

    fn note(&mut self, turns: &Turns, batch: &[Words<W>], place: u64) {
        if is_empty(or(turns.stuck, turns.several)) {
            return;
        }
        if let Some(lane) = each_lane(turns.stuck).next() {
            self.irregularity(place, lane, Irregular::Faulty, batch);
        }
        if let Some(lane) = each_lane(turns.several).next() {
            self.irregularity(place, lane, Irregular::Several, batch);
        }
    }

    fn irregularity(&mut self, place: u64, lane: usize, kind: Irregular, batch: &[Words<W>]) {
        let found = (place + lane as u64, kind, batch[lane]);
        self.found.irregular = first(self.found.irregular, Some(found));
    }
}

fn each_successor<const W: usize>(
    kernel: &mut Kernel<W>,
    turns: &Turns,
    mut found: impl FnMut(Words<W>),
) {
    for number in 0..kernel.move_count() {
        let active = kernel.makes(number, turns);
        if !is_empty(active) {
            kernel.make(number, active, |_, state| found(state));
        }
    }
}
