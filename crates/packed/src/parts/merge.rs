//! From successors in buckets, and in runs on disk, to a layer: sorted, each
//! state once, without those that are known, part by part.

use std::collections::BTreeMap;
use std::sync::Mutex;

use game::Stop;
use table::{Scratch, StoreError};

use crate::compile::kernel::Words;
use crate::interrupt::{Interrupt, check};
use crate::known::Known;
use crate::layers::blocks::Encoded;
use crate::layers::layer::LayerWriter;
use crate::parts::buckets::Buckets;
use crate::parts::runs::{Runs, Segments};
use crate::threads::{Tick, run_all};

/// What all threads read.
pub struct Task<'a, const W: usize> {
    /// What the threads have found, in memory.
    pub buckets: &'a [Buckets<W>],
    /// The same on disk.
    pub runs: &'a [Scratch],
    /// States to leave out.
    pub known: Option<&'a Known<W>>,
    /// Whether states have the measure of their layer.
    pub fits: &'a (dyn Fn(&[Words<W>]) -> bool + Sync),
    /// The request to stop.
    pub stop: &'a Stop,
}

/// Writes the layer with `threads` threads; returns whether all states fit.
///
/// # Errors
///
/// [`Interrupt`] if a stop is requested or the store fails.
pub fn merge<const W: usize>(
    task: &Task<'_, W>,
    threads: usize,
    writer: &mut LayerWriter<W>,
    tick: Tick<'_>,
) -> Result<bool, Interrupt> {
    let source = Mutex::new(Source {
        next: 0,
        runs: Runs::new(task.runs)?,
    });
    let output = Mutex::new(Output {
        writer,
        next: 0,
        waiting: BTreeMap::new(),
    });
    let worker = || |tick: Tick<'_>| run(task, &source, &output, tick);
    let threads = threads.min(task.parts()).max(1);
    let fit = run_all((0..threads).map(|_| worker()).collect(), tick)?;
    Ok(fit.into_iter().all(|fit| fit))
}

/// Where parts are read, in order.
struct Source {
    next: usize,
    runs: Runs,
}

/// Where parts are written, in order too.
struct Output<'a, const W: usize> {
    writer: &'a mut LayerWriter<W>,
    next: usize,
    /// Parts that are finished before their turn.
    waiting: BTreeMap<usize, Encoded<W>>,
}

impl<const W: usize> Task<'_, W> {
    fn parts(&self) -> usize {
        self.buckets.iter().map(Buckets::parts).max().unwrap_or(0)
    }

    fn gather(
        &self,
        part: usize,
        segments: &Segments,
        states: &mut Vec<Words<W>>,
    ) -> Result<(), StoreError> {
        states.clear();
        for buckets in self.buckets {
            buckets.append_to(part, states);
        }
        segments.append_to(states)
    }
}

impl<const W: usize> Output<'_, W> {
    fn put(&mut self, part: usize, states: Encoded<W>) -> Result<(), StoreError> {
        self.waiting.insert(part, states);
        while let Some(states) = self.waiting.remove(&self.next) {
            self.writer.append(&states)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// One thread.
fn run<const W: usize>(
    task: &Task<'_, W>,
    source: &Mutex<Source>,
    output: &Mutex<Output<'_, W>>,
    tick: Tick<'_>,
) -> Result<bool, Interrupt> {
    let mut states = Vec::new();
    let mut known = task.known.map(Known::finder).transpose()?;
    loop {
        check(task.stop)?;
        tick();
        let (part, segments) = {
            let mut source = source.lock().expect("no reader panics");
            if source.next == task.parts() {
                return Ok(true);
            }
            source.next += 1;
            (source.next - 1, source.runs.next()?)
        };
        task.gather(part, &segments, &mut states)?;
        drop(segments);
        states.sort_unstable();
        states.dedup();
        if let Some(known) = &mut known {
            known.subtract(&mut states)?;
        }
        if !(task.fits)(&states) {
            return Ok(false);
        }
        let mut encoded = Encoded::default();
        encoded.append(&states);
        let mut output = output.lock().expect("no writer panics");
        output.put(part, encoded)?;
    }
}
