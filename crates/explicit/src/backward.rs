//! One step backward: the values of a layer, given those of the next.
//!
//! In: sorted states, the next layer with its labels. Out: a label for each
//! state, and where asked for a distance.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Stop, StopReason};

use crate::code::{LANES, Lanes, NO_LANES};
use crate::ends::Ends;
use crate::kernel::{Kernel, Words, and_not, each_lane, is_empty};
use crate::labels::{Label, Labels, NO_LABEL, Pace};
use crate::lookup::Lookup;
use crate::valued::Valued;

/// How many states a thread takes up at once.
const CHUNK: usize = 32 * LANES;

/// The number of moves to the end; [`NO_DISTANCE`] for none.
pub(crate) type Distance = u16;

pub(crate) const NO_DISTANCE: Distance = Distance::MAX;

/// What all threads read.
pub(crate) struct Task<'a, const W: usize> {
    pub ends: &'a Ends,
    pub labels: &'a Labels,
    pub states: &'a [Words<W>],
    pub next: &'a Lookup<'a, W>,
    pub valued: &'a Valued,
    pub distances: bool,
    pub stop: &'a Stop,
}

/// Values a layer with as many threads as there are kernels.
///
/// # Errors
///
/// If `stop` is requested.
pub(crate) fn step<const W: usize>(
    kernels: &mut [Kernel<W>],
    task: &Task<'_, W>,
) -> Result<Valued, StopReason> {
    let count = task.states.len();
    let mut valued = Valued {
        labels: vec![NO_LABEL; count],
        distances: vec![NO_DISTANCE; if task.distances { count } else { 0 }],
    };
    let chunks = chunks(&mut valued, count);
    // A thread costs more than a small layer.
    let threads = kernels.len().min(chunks.len()).max(1);
    let taken = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for kernel in &mut kernels[..threads] {
            let (chunks, taken) = (&chunks, &taken);
            scope.spawn(move || run(kernel, task, chunks, taken));
        }
    });
    drop(chunks);
    match task.stop.requested() {
        Some(reason) => Err(reason),
        None => Ok(valued),
    }
}

/// The part of the result that one thread fills at a time.
type Chunk<'a> = Mutex<(&'a mut [Label], &'a mut [Distance])>;

fn chunks(valued: &mut Valued, count: usize) -> Vec<Chunk<'_>> {
    let mut labels = valued.labels.as_mut_slice();
    let mut distances = valued.distances.as_mut_slice();
    let mut chunks = Vec::new();
    for start in (0..count).step_by(CHUNK) {
        let size = CHUNK.min(count - start);
        let (first, rest) = labels.split_at_mut(size);
        labels = rest;
        let (near, rest) = distances.split_at_mut(size.min(distances.len()));
        distances = rest;
        chunks.push(Mutex::new((first, near)));
    }
    chunks
}

fn run<const W: usize>(
    kernel: &mut Kernel<W>,
    task: &Task<'_, W>,
    chunks: &[Chunk<'_>],
    taken: &AtomicUsize,
) {
    let mut found = Vec::new();
    loop {
        let number = taken.fetch_add(1, Ordering::Relaxed);
        if number >= chunks.len() || task.stop.requested().is_some() {
            return;
        }
        let mut chunk = chunks[number].lock().expect("each chunk is taken once");
        let (labels, distances) = &mut *chunk;
        for start in (0..labels.len()).step_by(LANES) {
            let end = labels.len().min(start + LANES);
            let first = number * CHUNK + start;
            let batch = &task.states[first..first + end - start];
            let mut valuing = Valuing {
                task,
                found: &mut found,
                labels: &mut labels[start..end],
                distances: match task.distances {
                    true => &mut distances[start..end],
                    false => &mut [],
                },
            };
            valuing.value(kernel, batch);
        }
    }
}

/// The valuing of one batch.
struct Valuing<'a, 'b, const W: usize> {
    task: &'a Task<'a, W>,
    /// Lanes and successors of the move at hand.
    found: &'b mut Vec<(u16, Words<W>)>,
    labels: &'b mut [Label],
    distances: &'b mut [Distance],
}

impl<const W: usize> Valuing<'_, '_, W> {
    fn value(&mut self, kernel: &mut Kernel<W>, batch: &[Words<W>]) {
        kernel.enter(batch);
        self.end(kernel);
        let turns = kernel.turns();
        let mut done: Lanes = NO_LANES;
        for number in 0..kernel.move_count() {
            let active = and_not(kernel.active(number, &turns), done);
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
                let at = self.task.next.place(&state);
                if self.task.distances {
                    self.take_both(role, lane, at);
                } else if self.take(role, lane, at) {
                    done[lane / 64] |= 1 << (lane % 64);
                }
            }
        }
    }

    fn end(&mut self, kernel: &mut Kernel<W>) {
        let terminal = kernel.terminal();
        if is_empty(terminal) {
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

    /// Takes a successor into account; tells whether no other one can matter.
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
