//! Reads a run: one state after the other, or at any place.

use table::{EntryReader, StoreError};

use super::run::{Bytes, Run};
use crate::compile::kernel::Words;
use crate::knobs::Knobs;
use crate::layers::blocks::decode;

/// A place in a run. Going forward is cheap, however far.
pub struct Cursor<'a, const W: usize> {
    run: &'a Run<W>,
    /// Only of a run on disk.
    reader: Option<EntryReader>,
    /// The block that is decoded; beyond the last one there is none.
    block: usize,
    states: Vec<Words<W>>,
    /// How many states of it were read.
    read: usize,
    buffer: Vec<u8>,
}

impl<'a, const W: usize> Cursor<'a, W> {
    /// Stands before the first state.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn new(run: &'a Run<W>) -> Result<Self, StoreError> {
        let reader = match &run.bytes {
            Bytes::Memory(_) => None,
            Bytes::Disk(scratch) => Some(scratch.read()?),
        };
        Ok(Cursor {
            run,
            reader,
            block: usize::MAX,
            states: Vec::with_capacity(Knobs::RUN_BLOCK),
            read: 0,
            buffer: Vec::new(),
        })
    }

    /// The next state after the last one read by this method; `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn read_next(&mut self) -> Result<Option<Words<W>>, StoreError> {
        if self.read == self.states.len() {
            let next = self.block.wrapping_add(1);
            if next >= self.run.firsts.len() {
                return Ok(None);
            }
            self.load(next)?;
            self.read = 0;
        }
        self.read += 1;
        Ok(Some(self.states[self.read - 1]))
    }

    /// The number of a state in the run; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn find(&mut self, state: &Words<W>) -> Result<Option<u64>, StoreError> {
        let Some(block) = self.block_of(state) else {
            return Ok(None);
        };
        if block != self.block {
            self.load(block)?;
        }
        let place = self.states.binary_search(state).ok();
        Ok(place.map(|place| (block * Knobs::RUN_BLOCK + place) as u64))
    }

    /// The last block that begins with the state or a smaller one.
    fn block_of(&self, state: &Words<W>) -> Option<usize> {
        let firsts = &self.run.firsts;
        // In ever larger steps from the current block, since states mostly come in
        // ascending order.
        let here = firsts.get(self.block).is_some_and(|first| first <= state);
        let mut low = if here { self.block } else { 0 };
        let mut step = 1;
        while firsts.get(low + step).is_some_and(|first| first <= state) {
            low += step;
            step *= 2;
        }
        let high = firsts.len().min(low + step);
        let not_larger = firsts[low..high].partition_point(|first| first <= state);
        (low + not_larger).checked_sub(1)
    }

    fn load(&mut self, block: usize) -> Result<(), StoreError> {
        let (start, end) = self.run.place(block);
        let bytes = match (&self.run.bytes, &mut self.reader) {
            (Bytes::Memory(bytes), _) => &bytes[start as usize..end as usize],
            (Bytes::Disk(_), Some(reader)) => {
                self.buffer.resize((end - start) as usize, 0);
                reader.seek(start)?;
                let filled = reader.fill(&mut self.buffer)?;
                &self.buffer[..filled]
            }
            (Bytes::Disk(_), None) => &[],
        };
        self.states.clear();
        let decoded = decode(bytes, self.run.block_len(block), &mut self.states);
        decoded.ok_or_else(|| StoreError::Corrupt {
            file: "scratch".into(),
            why: "it is not a run of states",
        })?;
        self.block = block;
        Ok(())
    }
}
