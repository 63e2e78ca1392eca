//! The blocks of a file that is open: read when they are needed, checked, and
//! kept as long as there is room.
//!
//! In: streams and numbers of blocks. Out: their content. Not here: what it
//! means.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use zstd::bulk::Decompressor;

use super::SolutionError;
use super::block::{self, LEAST, LENGTH, MOST};
use super::filter::Records;
use super::frame::{BLOCK, Extent, FOOTER, HEADER, u64_at};

/// How many offsets a block of them has at most.
const FAN: u64 = (BLOCK / 8) as u64;
/// Of a stream this is no kind: it stands for a table of offsets.
const TABLE: u64 = u64::MAX;
/// So many streams are known by number; beyond that, numbers are given anew.
const MAX_STREAMS: usize = 1 << 20;
/// Places for blocks that were found lately.
const RECENT: usize = 4096;
/// An odd number whose multiples look like nothing.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// With less than this, one walk would drive out its own blocks.
const LEAST_BYTES: usize = 16 * BLOCK;

/// A stream whose length has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    pub extent: Extent,
    pub records: Records,
    /// What the cache knows it by.
    id: u32,
}

impl Stream {
    fn blocks(&self) -> u64 {
        self.extent.len.div_ceil(self.records.block_len() as u64)
    }

    /// How many bytes of content a block of the stream has.
    fn content_len(&self, number: u64) -> usize {
        let full = self.records.block_len() as u64;
        (self.extent.len - number * full).min(full) as usize
    }
}

/// What makes a stream another one: its root and length, and what its records
/// are. A forged file may have several streams with one root, which must not get
/// each other's content.
type Identity = (u64, u64, u64);

fn kind(records: Records) -> u64 {
    match records {
        Records::Plain(width) => (width as u64) << 2,
        Records::Nodes => 1,
        Records::RankedNodes => 2,
        Records::Keys(width) => (width as u64) << 2 | 3,
    }
}

/// A block by its stream and its number.
type Tag = u64;

fn tag(stream: u32, number: u64) -> Tag {
    u64::from(stream) << 32 | number
}

/// The blocks of one file.
pub(super) struct Cache {
    file: File,
    path: PathBuf,
    key: u64,
    file_len: u64,
    decompressor: Decompressor<'static>,
    /// A block as it is in the file.
    raw: Vec<u8>,
    /// Which block is in each frame, and its content. Apart, for a look at the
    /// tags is all that most steps of a walk take beside the node itself.
    tags: Vec<Tag>,
    contents: Vec<Box<[u8]>>,
    /// Whether a frame was used since the hand last came by.
    used: Vec<bool>,
    index: FxHashMap<Tag, u32>,
    streams: FxHashMap<Identity, u32>,
    /// How many streams were given numbers. None is used twice.
    numbered: u32,
    /// Where blocks were found lately: a look here is cheaper than one there.
    recent: Box<[u32; RECENT]>,
    /// Where the next search for a frame to give up begins.
    hand: usize,
    bytes: usize,
    most_bytes: usize,
}

impl Cache {
    /// `key` and `file_len` are those of the header and the footer.
    pub fn new(
        file: File,
        path: PathBuf,
        (key, file_len): (u64, u64),
        most_bytes: usize,
    ) -> Result<Self, SolutionError> {
        let decompressor = Decompressor::new();
        let decompressor = decompressor.map_err(|error| SolutionError::io(&path, error))?;
        Ok(Cache {
            file,
            path,
            key,
            file_len,
            decompressor,
            raw: Vec::with_capacity(MOST),
            tags: Vec::new(),
            contents: Vec::new(),
            used: Vec::new(),
            index: FxHashMap::default(),
            streams: FxHashMap::default(),
            numbered: 0,
            recent: Box::new([0; RECENT]),
            hand: 0,
            bytes: 0,
            most_bytes: most_bytes.max(LEAST_BYTES),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn key(&self) -> u64 {
        self.key
    }

    /// The error of damage at a place of the file.
    pub fn corrupt(&self, offset: u64, why: &'static str) -> SolutionError {
        let path = self.path.clone();
        SolutionError::Corrupt { path, offset, why }
    }

    /// A stream, if its length is possible: a multiple of its records, and not
    /// more blocks than the file has room for.
    pub fn stream(&mut self, extent: Extent, records: Records) -> Result<Stream, SolutionError> {
        let mut stream = Stream {
            extent,
            records,
            id: 0,
        };
        let whole = extent.len.is_multiple_of(records.width() as u64);
        let room = stream.blocks() <= (self.file_len / LEAST).min(u64::from(u32::MAX));
        if !whole || !room || (extent.len == 0) != (extent.root == 0) {
            return Err(self.corrupt(extent.root, "a stream of impossible length"));
        }
        stream.id = self.number((extent.root, extent.len, kind(records)))?;
        Ok(stream)
    }

    fn number(&mut self, identity: Identity) -> Result<u32, SolutionError> {
        if let Some(&number) = self.streams.get(&identity) {
            return Ok(number);
        }
        if self.streams.len() >= MAX_STREAMS {
            self.streams.clear();
        }
        let next = self.numbered.checked_add(1);
        self.numbered = next.ok_or(SolutionError::Limit("too many streams were opened"))?;
        self.streams.insert(identity, self.numbered);
        Ok(self.numbered)
    }

    /// The content of a block that its stream has.
    #[inline]
    pub fn block(&mut self, stream: &Stream, number: u64) -> Result<&[u8], SolutionError> {
        let tag = tag(stream.id, number);
        let slot = (u64::from(stream.id).wrapping_mul(SPREAD) >> 32).wrapping_add(number);
        let slot = slot as usize % RECENT;
        let mut frame = self.recent[slot] as usize;
        if self.tags.get(frame) != Some(&tag) {
            frame = match self.index.get(&tag) {
                Some(&frame) => frame as usize,
                None => self.load(stream, number)?,
            };
            self.recent[slot] = frame as u32;
        }
        self.touch(frame);
        Ok(&self.contents[frame])
    }

    #[inline]
    fn touch(&mut self, frame: usize) {
        // A look is cheaper than a write.
        if !self.used[frame] {
            self.used[frame] = true;
        }
    }

    #[cold]
    fn load(&mut self, stream: &Stream, number: u64) -> Result<usize, SolutionError> {
        let offset = self.locate(stream, number)?;
        let wanted = (stream.records, stream.content_len(number));
        let content = self.read(offset, wanted)?;
        Ok(self.keep(tag(stream.id, number), content))
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
            let frame = self.table(offset, entries)?;
            offset = u64_at(&self.contents[frame], 8 * entry);
        }
        Ok(offset)
    }

    fn table(&mut self, offset: u64, entries: usize) -> Result<usize, SolutionError> {
        let tag = tag(self.number((offset, entries as u64, TABLE))?, 0);
        if let Some(&frame) = self.index.get(&tag) {
            self.touch(frame as usize);
            return Ok(frame as usize);
        }
        let content = self.read(offset, (Records::Plain(8), 8 * entries))?;
        Ok(self.keep(tag, content))
    }

    /// The content of a block, of so many bytes.
    fn read(&mut self, offset: u64, wanted: (Records, usize)) -> Result<Vec<u8>, SolutionError> {
        let end = self.file_len - FOOTER as u64;
        if offset < HEADER as u64 || offset.saturating_add(LEAST) > end {
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
        let content = block::unpack(&mut self.decompressor, &self.raw, wanted, self.key, offset);
        content.map_err(|why| self.corrupt(offset, why))
    }

    /// Reads what `raw` has room for behind its first bytes.
    fn fill(&mut self, offset: u64, from: usize) -> Result<(), SolutionError> {
        let filled = self.file.seek(SeekFrom::Start(offset));
        let filled = filled.and_then(|_| self.file.read_exact(&mut self.raw[from..]));
        filled.map_err(|error| match error.kind() {
            // It was longer when it was opened.
            ErrorKind::UnexpectedEof => SolutionError::Truncated {
                path: self.path.clone(),
            },
            _ => SolutionError::io(&self.path, error),
        })
    }

    /// Keeps a block, in the place of others if there is no room.
    fn keep(&mut self, tag: Tag, content: Vec<u8>) -> usize {
        self.bytes += content.len();
        while self.bytes > self.most_bytes && !self.tags.is_empty() {
            self.give_up();
        }
        let frame = self.tags.len();
        self.tags.push(tag);
        self.contents.push(content.into_boxed_slice());
        self.used.push(true);
        self.index.insert(tag, frame as u32);
        frame
    }

    /// Removes a block that was not used for a while; the last one takes its
    /// frame.
    fn give_up(&mut self) {
        loop {
            self.hand = (self.hand + 1) % self.tags.len();
            match self.used[self.hand] {
                true => self.used[self.hand] = false,
                false => break,
            }
        }
        let frame = self.hand;
        self.index.remove(&self.tags.swap_remove(frame));
        self.bytes -= self.contents.swap_remove(frame).len();
        self.used.swap_remove(frame);
        if let Some(moved) = self.tags.get(frame) {
            self.index.insert(*moved, frame as u32);
        }
    }
}
