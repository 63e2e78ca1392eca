//! Links states: finds the numbers of all successors.
//!
//! In: all states in memory, in ascending order. Out: entries of the archive
//! with the arrows of [`CHUNK_STATES`] states each. An entry of an earlier run is not
//! made again.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use game::{RoleId, Stop};
use judge::Vertex;
use packed::lanes::{LANES, each_lane, is_empty};
use packed::layers::Range;
use packed::{Combination, Ends, Interrupt, Kernel, Tick, Words, check, run_all};

use crate::graph::arrows::encode;
use crate::progress::Progress;
use table::Archive;
use table::write_number;

/// States per entry, except the last.
pub(super) const CHUNK_STATES: usize = 1 << 17;

/// What the pass needs besides the kernels.
pub(super) struct Pass<'a, const W: usize> {
    pub ends: &'a Ends,
    /// The outcomes that occur, in the order of their numbers.
    pub outcomes: &'a BTreeSet<Combination>,
    pub states: &'a Range<W>,
    /// States that a thread takes at once.
    pub grab: usize,
    pub stop: &'a Stop,
}

/// Why it did not finish.
#[derive(Debug)]
pub(super) enum Halt<const W: usize> {
    Interrupt(Interrupt),
    /// This terminal state has no proper goals.
    Faulty(Words<W>),
}

impl<const W: usize, E: Into<Interrupt>> From<E> for Halt<W> {
    fn from(interrupt: E) -> Self {
        Halt::Interrupt(interrupt.into())
    }
}

/// The result of a thread: bytes by the place of their states, and the number
/// of arrows.
#[derive(Default)]
struct Found<const W: usize> {
    pieces: Vec<(usize, Vec<u8>)>,
    arrows: u64,
    faulty: Option<Words<W>>,
}

impl<const W: usize> Pass<'_, W> {
    /// Links all states.
    pub fn run(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &mut Archive<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Halt<W>> {
        let all = self.states.states();
        for (chunk, states) in all.chunks(CHUNK_STATES).enumerate() {
            let first = chunk * CHUNK_STATES;
            let (done, disk) = (AtomicU64::new(0), archive.disk());
            let mut tick = || {
                progress(Progress::Link {
                    linked: first as u64 + done.load(Ordering::Relaxed),
                    states: all.len() as u64,
                    disk,
                });
            };
            tick();
            check(self.stop)?;
            if archive.contains(&name(chunk)) {
                continue;
            }
            let threads = kernels.len().min(states.len().div_ceil(self.grab)).max(1);
            let kernels = &mut kernels[..threads];
            let meter = (&done, &mut tick as Tick<'_>);
            let bytes = self.link(kernels, first, states, meter)?;
            let mut entry = archive.create(name(chunk))?;
            entry.write(&bytes)?;
            archive.put(entry)?;
        }
        Ok(())
    }

    /// The bytes of an entry.
    fn link(
        &self,
        kernels: &mut [Kernel<W>],
        first: usize,
        states: &[Words<W>],
        (done, tick): (&AtomicU64, Tick<'_>),
    ) -> Result<Vec<u8>, Halt<W>> {
        let next = AtomicUsize::new(0);
        let worker = |kernel| {
            let next = &next;
            move |tick: Tick<'_>| {
                let mut found = Found::default();
                let mut linking = Linking::new(self, kernel);
                loop {
                    check(self.stop)?;
                    tick();
                    let from = next.fetch_add(self.grab, Ordering::Relaxed);
                    let Some(rest) = states.get(from..).filter(|rest| !rest.is_empty()) else {
                        return Ok(found);
                    };
                    let states = &rest[..rest.len().min(self.grab)];
                    linking.link(first + from, states, &mut found);
                    done.fetch_add(states.len() as u64, Ordering::Relaxed);
                }
            }
        };
        let found = run_all(kernels.iter_mut().map(worker).collect(), tick)?;
        let faulty = found.iter().filter_map(|found| found.faulty).min();
        if let Some(faulty) = faulty {
            return Err(Halt::Faulty(faulty));
        }
        let mut bytes = Vec::new();
        write_number(&mut bytes, states.len() as u64);
        write_number(&mut bytes, found.iter().map(|found| found.arrows).sum());
        let mut pieces: Vec<_> = found.into_iter().flat_map(|found| found.pieces).collect();
        pieces.sort_unstable_by_key(|&(from, _)| from);
        for (_, piece) in pieces {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }
}

/// The name of an entry.
pub(super) fn name(chunk: usize) -> String {
    format!("arrows-{chunk:05}")
}

/// One thread.
struct Linking<'a, const W: usize> {
    pass: &'a Pass<'a, W>,
    kernel: &'a mut Kernel<W>,
    outcomes: Vec<&'a Combination>,
    /// For each lane the numbers of its successors, and what kind of state it
    /// is.
    successors: Vec<Vec<u32>>,
    vertices: Vec<Vertex>,
    /// Lanes and successors of the current move.
    made: Vec<(u16, Words<W>)>,
}

impl<'a, const W: usize> Linking<'a, W> {
    fn new(pass: &'a Pass<'a, W>, kernel: &'a mut Kernel<W>) -> Self {
        Linking {
            pass,
            kernel,
            outcomes: pass.outcomes.iter().collect(),
            successors: vec![Vec::new(); LANES],
            vertices: vec![Vertex::Turn(None); LANES],
            made: Vec::new(),
        }
    }

    fn link(&mut self, first: usize, states: &[Words<W>], found: &mut Found<W>) {
        let mut bytes = Vec::new();
        for (batch, from) in states.chunks(LANES).zip((first..).step_by(LANES)) {
            self.kernel.enter(batch);
            let faulty = self.end(batch);
            found.faulty = found.faulty.into_iter().chain(faulty).min();
            self.expand();
            for lane in 0..batch.len() {
                let successors = &mut self.successors[lane];
                successors.sort_unstable();
                successors.dedup();
                found.arrows += successors.len() as u64;
                let own = (from + lane) as u32;
                encode(&mut bytes, own, self.vertices[lane], successors);
                successors.clear();
            }
        }
        found.pieces.push((first, bytes));
    }

    /// Records which lanes are ends; returns a faulty one.
    fn end(&mut self, batch: &[Words<W>]) -> Option<Words<W>> {
        let terminal = self.kernel.terminal();
        if is_empty(terminal) {
            return None;
        }
        let goals = self.kernel.goals();
        let (outcomes, vertices) = (&self.outcomes, &mut self.vertices);
        let faulty = self.pass.ends.combine(&goals, terminal, &mut |end, lanes| {
            let outcome = outcomes.binary_search(&end);
            let outcome = outcome.expect("the layers tell of all ends");
            for lane in each_lane(lanes) {
                vertices[lane] = Vertex::End(outcome);
            }
        });
        each_lane(faulty).map(|lane| batch[lane]).min()
    }

    /// Finds the successors of all lanes that are not ends.
    fn expand(&mut self) {
        let turns = self.kernel.turns();
        for (role, &lanes) in RoleId::all(turns.of.len()).zip(&turns.of) {
            for lane in each_lane(lanes) {
                self.vertices[lane] = Vertex::Turn(Some(role));
            }
        }
        for number in 0..self.kernel.move_count() {
            let active = self.kernel.makes(number, &turns);
            if is_empty(active) {
                continue;
            }
            self.made.clear();
            let made = &mut self.made;
            self.kernel.make(number, active, |lane, state| {
                made.push((lane as u16, state));
            });
            // The same move leads neighbours to nearby places: so all are
            // looked up together.
            for (lane, state) in &self.made {
                let place = self.pass.states.place(state);
                let place = place.expect("all states are at hand");
                self.successors[usize::from(*lane)].push(place as u32);
            }
        }
    }
}
