//! One reader's access to the blocks of a file: read when they are needed,
//! checked, and kept as long as there is room.
//!
//! In: streams and numbers of blocks. Out: their content. Each thread that looks
//! states up has its own cache, in front of the blocks that all share
//! (`shared.rs`): most steps of a walk touch nothing that another thread does. Not
//! here: what the content means.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use zstd::bulk::Decompressor;

use super::SolutionError;
use super::block::{self, LENGTH, MAX_SIZE, MIN_SIZE};
use super::filter::Records;
use super::frame::{BLOCK, Extent, FOOTER, HEADER, u64_at};
use super::shared::{SPREAD, Shared, Tag};

/// Most offsets in a block of offsets.
const FAN: u64 = (BLOCK / 8) as u64;
/// Stands for a table of offsets where a kind of records stands; no stream has
/// this kind.
const TABLE: u64 = u64::MAX;
/// Most places for recently used blocks.
const MAX_RECENT: usize = 4096;
/// Such places for each block that fits in the shared memory.
const RECENT_PER_BLOCK: usize = 4;

/// A stream whose length has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    pub extent: Extent,
    pub records: Records,
    /// Its number in the cache.
    id: u32,
}

impl Stream {
    fn blocks(&self) -> u64 {
        self.extent.len.div_ceil(self.records.block_len() as u64)
    }

    /// The bytes of content in a block of the stream.
    fn content_len(&self, number: u64) -> usize {
        let full = self.records.block_len() as u64;
        (self.extent.len - number * full).min(full) as usize
    }
}

fn kind(records: Records) -> u64 {
    match records {
        Records::Plain(width) => (width as u64) << 2,
        Records::Nodes => 1,
        Records::RankedNodes => 2,
        Records::Keys(width) => (width as u64) << 2 | 3,
    }
}

fn tag(stream: u32, number: u64) -> Tag {
    u64::from(stream) << 32 | number
}

/// One reader's access to the blocks of a file.
pub(super) struct Cache {
    shared: Arc<Shared>,
    decompressor: Decompressor<'static>,
    /// A block as it is in the file.
    raw: Vec<u8>,
    /// A block before its records are restored.
    arranged: Vec<u8>,
    /// Recently used blocks, each at one place. Their number is a power of two,
    /// and no tag is 0.
    recent: Box<[(Tag, Arc<[u8]>)]>,
    /// The generation of the shared blocks at the last check.
    generation: usize,
}

impl Cache {
    pub fn new(shared: Arc<Shared>) -> Result<Self, SolutionError> {
        let decompressor = Decompressor::new();
        let decompressor = decompressor.map_err(|error| SolutionError::io(&shared.path, error))?;
        let places = (shared.blocks * RECENT_PER_BLOCK).next_power_of_two();
        Ok(Cache {
            decompressor,
            raw: Vec::with_capacity(MAX_SIZE),
            arranged: Vec::with_capacity(BLOCK),
            recent: vec![(0, Arc::default()); places.min(MAX_RECENT)].into(),
            generation: shared.generation(),
            shared,
        })
    }

    pub fn path(&self) -> &Path {
        &self.shared.path
    }

    pub fn key(&self) -> u64 {
        self.shared.key
    }

    /// The error for damage at a place of the file.
    pub fn corrupt(&self, offset: u64, why: &'static str) -> SolutionError {
        self.shared.corrupt(offset, why)
    }

    /// A stream, if its length is possible: a multiple of its records, and not
    /// more blocks than the file has room for.
    pub fn stream(&self, extent: Extent, records: Records) -> Result<Stream, SolutionError> {
        let mut stream = Stream {
            extent,
            records,
            id: 0,
        };
        let whole = extent.len.is_multiple_of(records.width() as u64);
        let room = stream.blocks() <= (self.shared.file_len / MIN_SIZE).min(u64::from(u32::MAX));
        if !whole || !room || (extent.len == 0) != (extent.root == 0) {
            return Err(self.corrupt(extent.root, "a stream of impossible length"));
        }
        let identity = (extent.root, extent.len, kind(records));
        stream.id = self.shared.number(identity)?;
        Ok(stream)
    }

    /// The content of a block that its stream has.
    #[inline]
    pub fn block(&mut self, stream: &Stream, number: u64) -> Result<&[u8], SolutionError> {
        let tag = tag(stream.id, number);
        let place = (u64::from(stream.id).wrapping_mul(SPREAD) >> 32).wrapping_add(number);
        let place = place as usize & (self.recent.len() - 1);
        if self.recent[place].0 != tag {
            self.recent[place] = (tag, self.find(stream, number)?);
        }
        Ok(&self.recent[place].1)
    }

    /// Drops all blocks if many are no longer shared, so that memory stays
    /// bounded.
    pub fn refresh(&mut self, generation: usize) {
        if self.generation != generation {
            self.generation = generation;
            self.recent.fill((0, Arc::default()));
        }
    }

    fn find(&mut self, stream: &Stream, number: u64) -> Result<Arc<[u8]>, SolutionError> {
        self.refresh(self.shared.generation());
        let tag = tag(stream.id, number);
        match self.shared.get(tag) {
            Some(content) => Ok(content),
            None => self.load(stream, number),
        }
    }

    #[cold]
    fn load(&mut self, stream: &Stream, number: u64) -> Result<Arc<[u8]>, SolutionError> {
        let offset = self.locate(stream, number)?;
        let wanted = (stream.records, stream.content_len(number));
        let content = self.read(offset, wanted)?;
        Ok(self.shared.keep(tag(stream.id, number), content))
    }

    /// Where a block of a stream is in the file: down the tree of tables.
    fn locate(&mut self, stream: &Stream, number: u64) -> Result<u64, SolutionError> {
        // The blocks on each level of the tree, from the stream's own up.
        let mut levels = vec![stream.blocks()];
        while let Some(&blocks) = levels.last()
            && blocks > 1
        {
            levels.push(blocks.div_ceil(FAN));
        }
        let mut offset = stream.extent.root;
        for level in (1..levels.len()).rev() {
            let span = FAN.pow(level as u32 - 1);
            let place = number / span;
            let (table, entry) = (place / FAN, (place % FAN) as usize);
            let entries = (levels[level - 1] - table * FAN).min(FAN) as usize;
            offset = u64_at(&self.table(offset, entries)?, 8 * entry);
        }
        Ok(offset)
    }

    fn table(&mut self, offset: u64, entries: usize) -> Result<Arc<[u8]>, SolutionError> {
        let identity = (offset, entries as u64, TABLE);
        let tag = tag(self.shared.number(identity)?, 0);
        if let Some(content) = self.shared.get(tag) {
            return Ok(content);
        }
        let content = self.read(offset, (Records::Plain(8), 8 * entries))?;
        Ok(self.shared.keep(tag, content))
    }

    /// The content of a block: its records, and how many bytes they have.
    fn read(
        &mut self,
        offset: u64,
        (records, len): (Records, usize),
    ) -> Result<Arc<[u8]>, SolutionError> {
        let end = self.shared.file_len - FOOTER as u64;
        if offset < HEADER as u64 || offset.saturating_add(MIN_SIZE) > end {
            return Err(self.corrupt(offset, "a block outside of the file"));
        }
        self.raw.resize(LENGTH, 0);
        self.fill(offset, 0)?;
        let mut head = [0; LENGTH];
        head.copy_from_slice(&self.raw);
        let size = block::size(head).filter(|&size| offset + size as u64 <= end);
        let Some(size) = size else {
            return Err(self.corrupt(offset, "a block of impossible length"));
        };
        self.raw.resize(size, 0);
        self.fill(offset + LENGTH as u64, LENGTH)?;
        self.arranged.resize(len, 0);
        let place = self.shared.key.wrapping_add(offset);
        block::unpack(&mut self.decompressor, &self.raw, &mut self.arranged, place)
            .map_err(|why| self.shared.corrupt(offset, why))?;
        Ok(records.restore(&self.arranged))
    }

    /// Reads what `raw` has room for behind its first bytes.
    fn fill(&mut self, offset: u64, from: usize) -> Result<(), SolutionError> {
        let filled = self.shared.source.read(&mut self.raw[from..], offset);
        filled.map_err(|error| match error.kind() {
            // The file was longer when it was opened.
            ErrorKind::UnexpectedEof => SolutionError::Truncated {
                path: self.shared.path.clone(),
            },
            _ => SolutionError::io(&self.shared.path, error),
        })
    }
}
