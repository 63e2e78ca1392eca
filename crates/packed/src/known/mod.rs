//! All states so far, in few sorted runs: these keep layers apart where no
//! progress measure does.
//!
//! ```text
//! layers ─catch up→ runs, large to small ─subtract→ a layer without what is known
//! ```
//!
//! Each run is at least twice as large as the next, so there are few of them and
//! no state is copied often, however many layers there are. A state is looked up
//! in one small block of each: a layer of few states costs a few such look-ups,
//! not a pass over all known states. The set of known states does not depend on
//! how it is cut into runs.

mod cursor;
mod run;

use std::mem;

use game::Stop;
use table::StoreError;

use crate::compile::kernel::Words;
use crate::interrupt::{Interrupt, check};
use crate::knobs::Knobs;
use crate::layers::layer::{Block, LayerReader};
use table::Archive;

pub use cursor::Cursor;
pub use run::Run;
use run::RunWriter;

/// All states of the first layers.
#[derive(Debug)]
pub struct Known<const W: usize> {
    /// The larger ones first; no two have a state in common.
    runs: Vec<Run<W>>,
    /// The number of layers they contain.
    layers: usize,
    /// Bytes that they may take, approximately; beyond that they go to disk.
    memory: usize,
    knobs: Knobs,
}

impl<const W: usize> Known<W> {
    /// An empty set; keeps about `memory` bytes in memory.
    pub fn new(memory: usize, knobs: Knobs) -> Self {
        Known {
            runs: Vec::new(),
            layers: 0,
            memory,
            knobs,
        }
    }

    /// Adds the layers of the archive below this number that are new.
    ///
    /// # Errors
    ///
    /// [`Interrupt`] if a stop is requested or the store fails.
    pub fn catch_up(
        &mut self,
        archive: &mut Archive<'_>,
        layers: usize,
        stop: &Stop,
    ) -> Result<(), Interrupt> {
        while self.layers < layers {
            let run = self.read(archive, stop)?;
            self.layers += 1;
            self.runs.push(run);
            while let [.., large, small] = &self.runs[..]
                && large.count < small.count.saturating_mul(self.knobs.run_ratio)
            {
                self.join(archive, stop)?;
            }
        }
        Ok(())
    }

    /// All states as one run; `None` if there are no layers.
    ///
    /// # Errors
    ///
    /// [`Interrupt`] if a stop is requested or the store fails.
    pub fn into_one(
        mut self,
        archive: &mut Archive<'_>,
        stop: &Stop,
    ) -> Result<Option<Run<W>>, Interrupt> {
        while self.runs.len() > 1 {
            self.join(archive, stop)?;
        }
        Ok(self.runs.pop())
    }

    /// Looks states up, mostly in ascending order.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn finder(&self) -> Result<Finder<'_, W>, StoreError> {
        // The newest first: most known states are found there.
        let cursors: Result<_, _> = self.runs.iter().rev().map(Cursor::new).collect();
        Ok(Finder { cursors: cursors? })
    }

    fn read(&self, archive: &mut Archive<'_>, stop: &Stop) -> Result<Run<W>, Interrupt> {
        let size = archive.len(&crate::layers::layer::name(self.layers))?;
        // Smaller blocks spend more bytes on their first states.
        let mut writer = self.writer(archive, size * 2)?;
        let mut layer = LayerReader::new(archive, self.layers)?;
        let (mut block, mut states) = (Block::default(), Vec::new());
        while layer.next(&mut block)? {
            check(stop)?;
            states.clear();
            layer.decode(&block, &mut states)?;
            for &state in &states {
                writer.push(state)?;
            }
        }
        Ok(writer.finish()?)
    }

    /// Makes one run of the last two.
    fn join(&mut self, archive: &mut Archive<'_>, stop: &Stop) -> Result<(), Interrupt> {
        let joined = {
            let [.., large, small] = &self.runs[..] else {
                return Ok(());
            };
            let bytes = large.bytes_in_use() + small.bytes_in_use();
            let writer = self.writer(archive, bytes)?;
            join(large, small, writer, (self.knobs.copied_states, stop))?
        };
        self.runs.truncate(self.runs.len() - 2);
        self.runs.push(joined);
        Ok(())
    }

    /// A writer for about `bytes` bytes: in memory where there is room.
    fn writer(&self, archive: &mut Archive<'_>, bytes: u64) -> Result<RunWriter<W>, StoreError> {
        let used: u64 = self.runs.iter().map(Run::bytes_in_memory).sum();
        if bytes <= self.knobs.run_in_memory || used.saturating_add(bytes) <= self.memory as u64 {
            return RunWriter::new(None);
        }
        archive.settle()?;
        RunWriter::new(archive.store())
    }
}

fn join<const W: usize>(
    one: &Run<W>,
    other: &Run<W>,
    mut writer: RunWriter<W>,
    (patience, stop): (usize, &Stop),
) -> Result<Run<W>, Interrupt> {
    let (mut one, mut other) = (Cursor::new(one)?, Cursor::new(other)?);
    let (mut next, mut after) = (one.read_next()?, other.read_next()?);
    let mut left = patience;
    loop {
        // The run that is ahead is the next to be read.
        if next.is_none() || after.is_some_and(|after| Some(after) < next) {
            mem::swap(&mut one, &mut other);
            mem::swap(&mut next, &mut after);
        }
        let Some(state) = next else {
            return Ok(writer.finish()?);
        };
        writer.push(state)?;
        next = one.read_next()?;
        left -= 1;
        if left == 0 {
            check(stop)?;
            left = patience;
        }
    }
}

/// Looks up states among those that are known.
pub struct Finder<'a, const W: usize> {
    cursors: Vec<Cursor<'a, W>>,
}

impl<const W: usize> Finder<'_, W> {
    /// Removes known states from sorted states.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn subtract(&mut self, states: &mut Vec<Words<W>>) -> Result<(), StoreError> {
        for cursor in &mut self.cursors {
            let mut left = 0;
            for at in 0..states.len() {
                if cursor.find(&states[at])?.is_none() {
                    states[left] = states[at];
                    left += 1;
                }
            }
            states.truncate(left);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::Store;

    use super::*;
    use crate::layers::blocks::Encoded;
    use crate::layers::layer::{Head, LayerWriter};
    use table::Storage;

    fn put(archive: &mut Archive<'_>, layer: usize, states: &[[u64; 2]]) {
        let mut encoded = Encoded::default();
        encoded.append(states);
        let mut writer = LayerWriter::new(archive, layer, &Head::first()).unwrap();
        writer.append(&encoded).unwrap();
        writer.finish(archive).unwrap();
    }

    /// Draws layers of random states, each without the known ones.
    fn check(storage: Storage<'_>, memory: usize, sizes: &[usize]) {
        let stop = Stop::new();
        let mut archive = Archive::new(storage);
        let mut known = Known::<2>::new(memory, Knobs::default());
        let mut all = BTreeSet::new();
        let mut random = testkit::SplitMix64::new(3);
        for (layer, &size) in sizes.iter().enumerate() {
            known.catch_up(&mut archive, layer, &stop).unwrap();
            assert!(known.runs.len() <= 20, "{} runs", known.runs.len());
            let draw = |_| [random.draw() % 7, random.draw() % 50_000];
            let mut states: Vec<[u64; 2]> = (0..size).map(draw).collect();
            states.sort_unstable();
            states.dedup();
            let expected: Vec<_> = states.iter().filter(|it| !all.contains(*it)).collect();
            let expected: Vec<[u64; 2]> = expected.into_iter().copied().collect();
            let mut left = states.clone();
            known.finder().unwrap().subtract(&mut left).unwrap();
            assert!(left == expected, "layer {layer}");
            all.extend(left.iter().copied());
            put(&mut archive, layer, &left);
        }
        known.catch_up(&mut archive, sizes.len(), &stop).unwrap();
        let one = known.into_one(&mut archive, &stop).unwrap().unwrap();
        assert_eq!(one.count, all.len() as u64);
        let mut cursor = Cursor::new(&one).unwrap();
        for (number, state) in all.iter().enumerate().step_by(17).rev() {
            assert_eq!(cursor.find(state).unwrap(), Some(number as u64));
        }
        let mut cursor = Cursor::new(&one).unwrap();
        for state in all {
            assert_eq!(cursor.read_next().unwrap(), Some(state));
        }
        assert_eq!(cursor.read_next().unwrap(), None);
        assert_eq!(cursor.find(&[9, 0]).unwrap(), None);
    }

    #[test]
    fn what_is_known_is_left_out_and_found_again() {
        check(
            Storage::Memory,
            usize::MAX,
            &[1, 10, 1_000, 90_000, 5_000, 1],
        );
        check(Storage::Memory, 0, &[1, 0, 0, 3, 40_000]);
    }

    #[test]
    fn on_disk_too() {
        let dir = tempfile::TempDir::new().unwrap();
        let store = Store::open(dir.path(), &[("engine", "test")], false).unwrap();
        let sizes = [1, 10, 100_000, 90_000, 5_000, 100_000, 1];
        check(Storage::Store(store), 0, &sizes);
    }

    #[test]
    fn many_small_layers_are_few_runs() {
        check(Storage::Memory, usize::MAX, &[3; 2_000]);
    }
}
