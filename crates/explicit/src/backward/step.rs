//! One step backward: the values of a layer, given those of the next.
//!
//! In: a layer in the archive, the next one, or a range of it, with its labels.
//! Out: a label for each state, and a distance if asked for; they are final
//! after all ranges of the next layer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Stop;
use packed::lanes::{LANES, Lanes, NO_LANES, and_not, each_lane, is_empty};
use packed::layers::{Block, LayerReader, Range, decode_block};
use packed::{Ends, Interrupt, Kernel, Tick, Turns, Words, check, run_all};

use crate::backward::labels::{Label, Labels, Pace};
use crate::backward::valued::{Distance, NO_DISTANCE, Valued};

/// What all threads read.
pub(crate) struct Task<'a, const W: usize> {
    pub ends: &'a Ends,
    pub labels: &'a Labels,
    /// A range of the next layer, whether it is the first, and the values of
    /// all states of that layer.
    pub next: &'a Range<W>,
    pub first: bool,
    pub valued: &'a Valued,
    pub distances: bool,
    /// The number of states evaluated.
    pub done: &'a AtomicU64,
    /// Blocks that a thread takes at once.
    pub blocks_at_once: usize,
    pub stop: &'a Stop,
}

/// What a step fills.
pub(crate) struct Target<'a, const W: usize> {
    pub labels: &'a mut [Label],
    /// Empty where distances are not asked for.
    pub distances: &'a mut [Distance],
    /// The states themselves; empty where they are not asked for.
    pub states: &'a mut [Words<W>],
}

/// Values a layer with as many threads as there are kernels.
pub(crate) fn step<const W: usize>(
    kernels: &mut [Kernel<W>],
    layer: LayerReader<'_>,
    target: Target<'_, W>,
    task: &Task<'_, W>,
    tick: Tick<'_>,
) -> Result<(), Interrupt> {
    let name = layer.name().to_owned();
    let feed = Mutex::new(Feed { layer, target });
    let worker = |kernel| {
        let (feed, name) = (&feed, name.as_str());
        move |tick: Tick<'_>| run(kernel, task, feed, name, tick)
    };
    run_all(kernels.iter_mut().map(worker).collect(), tick).map(drop)
}

/// The work that is left.
struct Feed<'a, 'b, const W: usize> {
    layer: LayerReader<'a>,
    target: Target<'b, W>,
}

/// A block, and where its results go.
struct Job<'a, const W: usize> {
    block: Block,
    target: Target<'a, W>,
}

impl<'b, const W: usize> Feed<'_, 'b, W> {
    fn take(&mut self) -> Result<Option<Job<'b, W>>, Interrupt> {
        let mut block = Block::default();
        if !self.layer.next(&mut block)? {
            return Ok(None);
        }
        let target = self.target.take(block.count);
        Ok(Some(Job { block, target }))
    }
}

impl<'a, const W: usize> Target<'a, W> {
    /// Takes the places of `count` states off the front.
    fn take(&mut self, count: usize) -> Target<'a, W> {
        Target {
            labels: front(&mut self.labels, count),
            distances: front(&mut self.distances, count),
            states: front(&mut self.states, count),
        }
    }
}

fn front<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let all = std::mem::take(rest);
    let (front, later) = all.split_at_mut(count.min(all.len()));
    *rest = later;
    front
}

fn run<const W: usize>(
    kernel: &mut Kernel<W>,
    task: &Task<'_, W>,
    feed: &Mutex<Feed<'_, '_, W>>,
    name: &str,
    tick: Tick<'_>,
) -> Result<(), Interrupt> {
    let mut jobs = Vec::new();
    let (mut states, mut found) = (Vec::new(), Vec::new());
    loop {
        check(task.stop)?;
        {
            let mut feed = feed.lock().expect("no reader panics");
            while jobs.len() < task.blocks_at_once
                && let Some(job) = feed.take()?
            {
                jobs.push(job);
            }
        }
        if jobs.is_empty() {
            return Ok(());
        }
        for Job { block, mut target } in jobs.drain(..) {
            states.clear();
            decode_block(name, &block, &mut states)?;
            for batch in states.chunks(LANES) {
                let now = target.take(batch.len());
                if !now.states.is_empty() {
                    now.states.copy_from_slice(batch);
                }
                let mut valuing = Valuing {
                    task,
                    found: &mut found,
                    labels: now.labels,
                    distances: now.distances,
                };
                valuing.value(kernel, batch);
            }
            let count = block.count as u64;
            task.done.fetch_add(count, Ordering::Relaxed);
        }
        tick();
    }
}

/// The valuing of one batch.
struct Valuing<'a, 'b, const W: usize> {
    task: &'a Task<'a, W>,
    /// Lanes and successors of the current move.
    found: &'b mut Vec<(u16, Words<W>)>,
    labels: &'b mut [Label],
    distances: &'b mut [Distance],
}

impl<const W: usize> Valuing<'_, '_, W> {
    fn value(&mut self, kernel: &mut Kernel<W>, batch: &[Words<W>]) {
        kernel.enter(batch);
        self.end(kernel);
        let turns = kernel.turns();
        let mut done = self.done(&turns);
        for number in 0..kernel.move_count() {
            let active = and_not(kernel.makes(number, &turns), done);
            if is_empty(active) {
                continue;
            }
            self.found.clear();
            let found = &mut *self.found;
            kernel.make(number, active, |lane, state| {
                found.push((lane as u16, state));
            });
            let (role, _) = kernel.mov(number);
            for place in 0..self.found.len() {
                let (lane, state) = self.found[place];
                let lane = usize::from(lane);
                let Some(at) = self.task.next.place(&state) else {
                    continue;
                };
                if self.task.distances {
                    self.take_both(role, lane, at);
                } else if self.take(role, lane, at) {
                    done[lane / 64] |= 1 << (lane % 64);
                }
            }
        }
    }

    /// The lanes in which no successor can change the label any more, after
    /// other ranges of the next layer.
    fn done(&self, turns: &Turns) -> Lanes {
        let mut done = NO_LANES;
        if self.task.first || self.task.distances {
            return done;
        }
        for (role, &lanes) in game::RoleId::all(turns.of.len()).zip(&turns.of) {
            for lane in each_lane(lanes) {
                if self.task.labels.is_best(role, self.labels[lane]) {
                    done[lane / 64] |= 1 << (lane % 64);
                }
            }
        }
        done
    }

    fn end(&mut self, kernel: &mut Kernel<W>) {
        let terminal = kernel.terminal();
        if is_empty(terminal) || !self.task.first {
            return;
        }
        let goals = kernel.goals();
        let Task { ends, labels, .. } = *self.task;
        ends.combine(&goals, terminal, &mut |combination, lanes| {
            let label = labels.of(combination);
            for lane in each_lane(lanes) {
                self.labels[lane] = label;
                if let Some(distance) = self.distances.get_mut(lane) {
                    *distance = 0;
                }
            }
        });
    }

    /// Takes a successor into account; returns whether no other one can matter.
    fn take(&mut self, role: game::RoleId, lane: usize, at: usize) -> bool {
        let labels = self.task.labels;
        let label = labels.better(role, self.labels[lane], self.task.valued.labels[at]);
        self.labels[lane] = label;
        labels.is_best(role, label)
    }

    /// The same with distances, for which every successor can matter.
    fn take_both(&mut self, role: game::RoleId, lane: usize, at: usize) {
        let labels = self.task.labels;
        let (old, new) = (self.labels[lane], self.task.valued.labels[at]);
        let label = labels.better(role, old, new);
        self.labels[lane] = label;
        if label != new {
            return;
        }
        let near = self.task.valued.distances[at].saturating_add(1);
        let distance = &mut self.distances[lane];
        *distance = match labels.pace(role, label) {
            Pace::Unnumbered => NO_DISTANCE,
            _ if label != old => near,
            Pace::Hasten => near.min(*distance),
            Pace::Delay => near.max(*distance),
        };
    }
}
