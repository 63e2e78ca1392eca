//! One step forward: from the states of a layer to those of the next.
//!
//! In: sorted states. Out: their successors, sorted, each once, and what was
//! seen on the way: terminal states, their rewards, whatever is irregular.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Stop, StopReason};

use crate::code::LANES;
use crate::ends::{Combination, Ends};
use crate::kernel::{Kernel, Turns, Words, each_lane, is_empty, or};
use crate::splitter::Splitter;

/// How many states a thread takes up at once.
const CHUNK: usize = 32 * LANES;

/// How many states are sorted at once: they and their like fit a cache.
const PART: usize = 1 << 15;
const MAX_PARTS: usize = 2048;

/// A state that is not as those of turn-taking, well-formed games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Irregular {
    /// A role has no legal move, or a terminal state no proper goals.
    Faulty,
    /// Several roles have several legal moves.
    Several,
}

/// What a step forward gave.
#[derive(Debug, Default)]
pub(crate) struct Step<const W: usize> {
    pub next: Vec<Words<W>>,
    pub terminals: u64,
    pub ends: BTreeSet<Combination>,
    /// The first irregular state, by its place in the layer.
    pub irregular: Option<(usize, Irregular)>,
}

/// Expands a layer with as many threads as there are kernels.
///
/// # Errors
///
/// If `stop` is requested.
pub(crate) fn step<const W: usize>(
    kernels: &mut [Kernel<W>],
    ends: &Ends,
    states: &[Words<W>],
    stop: &Stop,
) -> Result<Step<W>, StopReason> {
    // A thread costs more than a small layer.
    let threads = kernels.len().min(states.len().div_ceil(CHUNK)).max(1);
    let kernels = &mut kernels[..threads];
    let used = kernels[0].packing().used();
    let count = (states.len() * 4 / PART).clamp(1, MAX_PARTS);
    let splitter = Splitter::new(states, used, count);
    let taken = AtomicUsize::new(0);
    let workers: Vec<Worker<W>> = std::thread::scope(|scope| {
        let run = |kernel| {
            let (splitter, taken) = (&splitter, &taken);
            scope.spawn(move || Worker::run(kernel, ends, states, splitter, taken, stop))
        };
        let handles: Vec<_> = kernels.iter_mut().map(run).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
            Ok(worker) => worker,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().map(join).collect()
    });
    match stop.requested() {
        Some(reason) => Err(reason),
        None => Ok(merge(workers)),
    }
}

/// What one thread found.
struct Worker<const W: usize> {
    parts: Vec<Vec<Words<W>>>,
    terminals: u64,
    ends: BTreeSet<Combination>,
    irregular: Option<(usize, Irregular)>,
}

impl<const W: usize> Worker<W> {
    fn run(
        kernel: &mut Kernel<W>,
        ends: &Ends,
        states: &[Words<W>],
        splitter: &Splitter,
        taken: &AtomicUsize,
        stop: &Stop,
    ) -> Self {
        let mut worker = Worker {
            parts: vec![Vec::new(); splitter.count()],
            terminals: 0,
            ends: BTreeSet::new(),
            irregular: None,
        };
        loop {
            let start = taken.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= states.len() || stop.requested().is_some() {
                return worker;
            }
            let chunk = &states[start..states.len().min(start + CHUNK)];
            for (number, batch) in chunk.chunks(LANES).enumerate() {
                worker.expand(kernel, ends, splitter, batch, start + number * LANES);
            }
        }
    }

    fn expand(
        &mut self,
        kernel: &mut Kernel<W>,
        ends: &Ends,
        splitter: &Splitter,
        batch: &[Words<W>],
        start: usize,
    ) {
        kernel.enter(batch);
        self.end(kernel, ends, start);
        let turns = kernel.turns();
        self.note(&turns, start);
        for number in 0..kernel.move_count() {
            let active = kernel.active(number, &turns);
            if !is_empty(active) {
                kernel.make(number, active, |_, state| {
                    self.parts[splitter.part(&state)].push(state);
                });
            }
        }
    }

    fn end(&mut self, kernel: &mut Kernel<W>, ends: &Ends, start: usize) {
        let terminal = kernel.terminal();
        if is_empty(terminal) {
            return;
        }
        self.terminals += each_lane(terminal).count() as u64;
        let goals = kernel.goals();
        let faulty = ends.combine(&goals, terminal, &mut |combination, _| {
            if !self.ends.contains(combination) {
                self.ends.insert(combination.clone());
            }
        });
        if let Some(lane) = each_lane(faulty).next() {
            self.irregularity(start + lane, Irregular::Faulty);
        }
    }

    fn note(&mut self, turns: &Turns, start: usize) {
        if is_empty(or(turns.stuck, turns.several)) {
            return;
        }
        let stuck = each_lane(turns.stuck).next();
        let several = each_lane(turns.several).next();
        if let Some(lane) = stuck {
            self.irregularity(start + lane, Irregular::Faulty);
        }
        if let Some(lane) = several {
            self.irregularity(start + lane, Irregular::Several);
        }
    }

    fn irregularity(&mut self, place: usize, kind: Irregular) {
        let found = (place, kind);
        self.irregular = Some(self.irregular.map_or(found, |known| known.min(found)));
    }
}

/// Puts together what the threads found.
fn merge<const W: usize>(mut workers: Vec<Worker<W>>) -> Step<W> {
    let mut step = Step {
        next: Vec::new(),
        terminals: workers.iter().map(|worker| worker.terminals).sum(),
        ends: BTreeSet::new(),
        irregular: workers.iter().filter_map(|worker| worker.irregular).min(),
    };
    for worker in &mut workers {
        step.ends.append(&mut worker.ends);
    }
    let parts = sorted_parts(workers);
    step.next.reserve_exact(parts.iter().map(Vec::len).sum());
    for part in parts {
        step.next.extend_from_slice(&part);
    }
    step
}

/// The parts in order, each sorted and without duplicates; with as many
/// threads as there were workers.
fn sorted_parts<const W: usize>(mut workers: Vec<Worker<W>>) -> Vec<Vec<Words<W>>> {
    let threads = workers.len();
    let mut parts = std::mem::take(&mut workers[0].parts);
    for worker in &mut workers[1..] {
        for (part, more) in parts.iter_mut().zip(&mut worker.parts) {
            part.append(more);
        }
    }
    let open: Vec<Mutex<&mut Vec<Words<W>>>> = parts.iter_mut().map(Mutex::new).collect();
    let taken = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(part) = open.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    let mut part = part.lock().expect("each part is taken once");
                    part.sort_unstable();
                    part.dedup();
                }
            });
        }
    });
    drop(open);
    parts
}
