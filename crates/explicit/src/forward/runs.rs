//! Successors for which memory has no room: sorted runs on disk.
//!
//! A run has the states of all parts, part by part, each sorted and each state
//! once. All runs of a step have the same parts, so they are read side by
//! side, one part after the other, and no more of them is in memory than that.

use table::{EntryReader, Scratch, Store, StoreError};

use crate::compile::kernel::Words;
use crate::forward::buckets::Buckets;
use crate::layers::blocks::{decode, encode};

/// Makes room in the memory of a thread: duplicates go, and where that is not
/// enough all goes to disk, as a run.
pub(crate) fn make_room<const W: usize>(
    buckets: &mut Buckets<W>,
    store: &Store,
) -> Result<Option<Scratch>, StoreError> {
    let mut states = Vec::new();
    for part in 0..buckets.parts() {
        take_sorted(buckets, part, &mut states);
        for &state in &states {
            buckets.push(part, state);
        }
    }
    match buckets.is_half_full() {
        true => spill(buckets, store).map(Some),
        false => Ok(None),
    }
}

fn spill<const W: usize>(buckets: &mut Buckets<W>, store: &Store) -> Result<Scratch, StoreError> {
    let mut run = store.create_scratch()?;
    let (mut states, mut bytes) = (Vec::new(), Vec::new());
    for part in 0..buckets.parts() {
        take_sorted(buckets, part, &mut states);
        bytes.clear();
        encode(&mut bytes, &states);
        run.write(&(states.len() as u64).to_le_bytes())?;
        run.write(&(bytes.len() as u64).to_le_bytes())?;
        run.write(&bytes)?;
    }
    run.finish()
}

/// Takes the states of a part out, sorted, each once.
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

/// The checksums of a scratch file hold, and yet it is not what was written.
fn corrupt() -> StoreError {
    StoreError::Corrupt {
        file: "scratch".into(),
        why: "it is not a run of states",
    }
}
