//! A sorted set of states in few bytes, in memory or on disk, in blocks so small
//! that a single state can be looked up.
//!
//! In: states in ascending order. Out: a [`Run`]. Not here: reading
//! (`cursor.rs`).

use table::{Scratch, ScratchWriter, Store, StoreError};

use crate::compile::kernel::Words;
use crate::knobs::Knobs;
use crate::layers::blocks::encode;

/// States in ascending order.
#[derive(Debug)]
pub struct Run<const W: usize> {
    /// How many there are.
    pub count: u64,
    /// The first state of each block.
    pub(super) firsts: Vec<Words<W>>,
    /// Where the bytes of each block end.
    pub(super) ends: Vec<u64>,
    pub(super) bytes: Bytes,
}

#[derive(Debug)]
pub(super) enum Bytes {
    Memory(Vec<u8>),
    Disk(Scratch),
}

impl<const W: usize> Run<W> {
    /// Its bytes, in memory or on disk.
    pub(super) fn bytes_in_use(&self) -> u64 {
        self.index() + self.ends.last().copied().unwrap_or(0)
    }

    pub(super) fn bytes_in_memory(&self) -> u64 {
        match &self.bytes {
            Bytes::Memory(_) => self.bytes_in_use(),
            Bytes::Disk(_) => self.index(),
        }
    }

    /// The bytes of the index of blocks.
    fn index(&self) -> u64 {
        (self.firsts.len() * (size_of::<Words<W>>() + size_of::<u64>())) as u64
    }

    /// Where the bytes of a block begin and end.
    pub(super) fn place(&self, block: usize) -> (u64, u64) {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        (start, self.ends[block])
    }

    /// How many states a block has.
    pub(super) fn block_len(&self, block: usize) -> usize {
        (self.count as usize - block * Knobs::RUN_BLOCK).min(Knobs::RUN_BLOCK)
    }
}

/// A run under construction.
pub(super) struct RunWriter<const W: usize> {
    run: Run<W>,
    disk: Option<ScratchWriter>,
    /// The states of the next block.
    open: Vec<Words<W>>,
    block: Vec<u8>,
    end: u64,
}

impl<const W: usize> RunWriter<W> {
    /// Begins a run on disk, if there is a store to write to.
    pub fn new(store: Option<&Store>) -> Result<Self, StoreError> {
        Ok(RunWriter {
            run: Run {
                count: 0,
                firsts: Vec::new(),
                ends: Vec::new(),
                bytes: Bytes::Memory(Vec::new()),
            },
            disk: store.map(Store::create_scratch).transpose()?,
            open: Vec::with_capacity(Knobs::RUN_BLOCK),
            block: Vec::new(),
            end: 0,
        })
    }

    /// Appends a state that is larger than all before.
    pub fn push(&mut self, state: Words<W>) -> Result<(), StoreError> {
        self.open.push(state);
        match self.open.len() == Knobs::RUN_BLOCK {
            true => self.close(),
            false => Ok(()),
        }
    }

    fn close(&mut self) -> Result<(), StoreError> {
        let Some(&first) = self.open.first() else {
            return Ok(());
        };
        self.block.clear();
        encode(&mut self.block, &self.open);
        self.run.count += self.open.len() as u64;
        self.open.clear();
        self.end += self.block.len() as u64;
        self.run.firsts.push(first);
        self.run.ends.push(self.end);
        match (&mut self.disk, &mut self.run.bytes) {
            (Some(disk), _) => disk.write(&self.block),
            (None, Bytes::Memory(bytes)) => {
                bytes.extend_from_slice(&self.block);
                Ok(())
            }
            (None, Bytes::Disk(_)) => Ok(()),
        }
    }

    pub fn finish(mut self) -> Result<Run<W>, StoreError> {
        self.close()?;
        if let Some(disk) = self.disk {
            self.run.bytes = Bytes::Disk(disk.finish()?);
        }
        self.run.firsts.shrink_to_fit();
        self.run.ends.shrink_to_fit();
        if let Bytes::Memory(bytes) = &mut self.run.bytes {
            bytes.shrink_to_fit();
        }
        Ok(self.run)
    }
}
