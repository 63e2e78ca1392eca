//! Successors that do not fit in memory: sorted runs on disk.
//!
//! A run has the states of all parts, part by part, each sorted and without
//! duplicates. All runs of a step have the same parts, so they are read side by
//! side, and only one part of each is in memory.

use table::{EntryReader, Scratch, Store, StoreError};

use crate::compile::kernel::Words;
use crate::knobs::Knobs;
use crate::layers::blocks::{decode, encode};
use crate::parts::buckets::Buckets;

/// Makes room in the memory of one of `threads` threads: duplicates are
/// removed, and if that is not enough everything goes to disk, as a run.
///
/// # Errors
///
/// Those of the store.
pub fn make_room<const W: usize>(
    buckets: &mut Buckets<W>,
    runs: &mut Vec<Scratch>,
    threads: usize,
    (store, knobs): (&Store, &Knobs),
) -> Result<(), StoreError> {
    let mut states = Vec::new();
    for part in 0..buckets.parts() {
        take_sorted(buckets, part, &mut states);
        for &state in &states {
            buckets.push(part, state);
        }
    }
    if !buckets.is_half_full() {
        return Ok(());
    }
    let spilled = write_run(buckets.parts(), store, |part, states| {
        take_sorted(buckets, part, states);
        Ok(())
    })?;
    runs.push(spilled);
    if runs.len() > (knobs.open_runs / threads).max(4) {
        let joined = join::<W>(runs, buckets.parts(), store)?;
        *runs = vec![joined];
    }
    Ok(())
}

/// Joins several runs into one.
fn join<const W: usize>(
    runs: &[Scratch],
    parts: usize,
    store: &Store,
) -> Result<Scratch, StoreError> {
    let mut readers = Runs::new(runs)?;
    write_run::<W>(parts, store, |_, states| {
        states.clear();
        readers.next()?.append_to(states)?;
        states.sort_unstable();
        states.dedup();
        Ok(())
    })
}

/// Writes a run, part by part.
fn write_run<const W: usize>(
    parts: usize,
    store: &Store,
    mut sorted: impl FnMut(usize, &mut Vec<Words<W>>) -> Result<(), StoreError>,
) -> Result<Scratch, StoreError> {
    let mut run = store.create_scratch()?;
    let (mut states, mut bytes) = (Vec::new(), Vec::new());
    for part in 0..parts {
        sorted(part, &mut states)?;
        bytes.clear();
        encode(&mut bytes, &states);
        run.write(&(states.len() as u64).to_le_bytes())?;
        run.write(&(bytes.len() as u64).to_le_bytes())?;
        run.write(&bytes)?;
    }
    run.finish()
}

/// Takes the states of a part out, sorted and without duplicates.
fn take_sorted<const W: usize>(buckets: &mut Buckets<W>, part: usize, states: &mut Vec<Words<W>>) {
    states.clear();
    buckets.append_to(part, states);
    buckets.clear(part);
    states.sort_unstable();
    states.dedup();
}

/// Runs that are being read, part by part.
pub(crate) struct Runs {
    readers: Vec<EntryReader>,
}

/// The states of one part in all runs, as bytes.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    each: Vec<(usize, Vec<u8>)>,
}

impl Runs {
    pub fn new(runs: &[Scratch]) -> Result<Self, StoreError> {
        let readers: Result<_, _> = runs.iter().map(Scratch::read).collect();
        Ok(Runs { readers: readers? })
    }

    /// Reads the next part.
    pub fn next(&mut self) -> Result<Segments, StoreError> {
        let mut segments = Segments::default();
        for reader in &mut self.readers {
            let (mut count, mut length) = ([0; 8], [0; 8]);
            let mut whole = reader.fill(&mut count)? + reader.fill(&mut length)? == 16;
            let mut bytes = vec![0; u64::from_le_bytes(length) as usize];
            whole &= reader.fill(&mut bytes)? == bytes.len();
            if !whole {
                return Err(corrupt());
            }
            segments
                .each
                .push((u64::from_le_bytes(count) as usize, bytes));
        }
        Ok(segments)
    }
}

impl Segments {
    /// Appends the states to others.
    pub fn append_to<const W: usize>(&self, states: &mut Vec<Words<W>>) -> Result<(), StoreError> {
        for (count, bytes) in &self.each {
            decode(bytes, *count, states).ok_or_else(corrupt)?;
        }
        Ok(())
    }
}

/// The error if the checksums of a scratch file hold but its content is not
/// what was written.
fn corrupt() -> StoreError {
    StoreError::Corrupt {
        file: "scratch".into(),
        why: "it is not a run of states",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn runs_have_every_state_of_their_part_however_many_they_were() {
        let dir = tempfile::TempDir::new().unwrap();
        let store = Store::open(dir.path(), &[("engine", "test")], false).unwrap();
        let mut random = testkit::SplitMix64::new(5);
        let (mut buckets, mut runs) = (Buckets::<1>::default(), Vec::new());
        let mut expected = [BTreeSet::new(), BTreeSet::new()];
        buckets.reset(2, 0);
        for _ in 0..20_000 {
            let part = (random.draw() % 2) as usize;
            let state = [random.draw() % 30_000];
            expected[part].insert(state);
            buckets.push(part, state);
            if buckets.is_full() {
                // With 64 threads each may have only four runs.
                make_room(&mut buckets, &mut runs, 64, (&store, &Knobs::default())).unwrap();
                assert!(runs.len() <= 4);
            }
        }
        assert!(!runs.is_empty());
        let mut readers = Runs::new(&runs).unwrap();
        for (part, expected) in expected.iter().enumerate() {
            let mut states = Vec::new();
            buckets.append_to(part, &mut states);
            readers.next().unwrap().append_to(&mut states).unwrap();
            let found: BTreeSet<[u64; 1]> = states.into_iter().collect();
            assert!(found == *expected);
        }
    }
}
