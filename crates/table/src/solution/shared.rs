//! What all readers of an open file share: its bytes, and the blocks in memory.
//!
//! In: the tag of a block. Out: its content, if it is kept. Blocks are kept in
//! shards, each behind its own lock, which is never held while a file is read or
//! a block is decompressed. Not here: reading a block (`cache.rs`).

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::SolutionError;
use super::frame::BLOCK;
use super::source::Source;

/// Most streams that have numbers; beyond that, all are numbered again.
const MAX_STREAMS: usize = 1 << 20;
/// An odd number whose multiples look random.
pub(super) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// Fewest bytes: with less, one walk would evict its own blocks.
const MIN_BYTES: usize = 16 * BLOCK;
/// Most shards.
const MAX_SHARDS: usize = 16;
/// Fewest blocks that a shard has room for: with fewer, one shard would be full
/// while others are empty.
const MIN_SHARD_BLOCKS: usize = 32;
/// Share of all blocks, as one part in this many, that readers may still hold
/// after they were evicted.
const STALE_PARTS: usize = 16;

/// A block by the number of its stream (upper half, from 1) and its own.
pub(super) type Tag = u64;

/// What identifies a stream: its root and length, and the kind of its records. A
/// forged file may have several streams with one root, which must not get each
/// other's content.
pub(super) type Identity = (u64, u64, u64);

/// What all readers of a file share.
pub(super) struct Shared {
    pub source: Source,
    pub path: PathBuf,
    pub key: u64,
    pub file_len: u64,
    /// Most blocks that are kept.
    pub blocks: usize,
    shards: Box<[Mutex<Shard>]>,
    streams: Mutex<Streams>,
    /// The number of blocks evicted so far.
    given_up: AtomicUsize,
}

#[derive(Default)]
struct Streams {
    numbers: FxHashMap<Identity, u32>,
    /// The number of streams that were numbered. No number is used twice.
    numbered: u32,
}

/// Some of the blocks.
#[derive(Default)]
struct Shard {
    index: FxHashMap<Tag, u32>,
    /// The block in each frame, and its content.
    tags: Vec<Tag>,
    contents: Vec<Arc<[u8]>>,
    /// Whether a frame was used since the hand last passed it.
    used: Vec<bool>,
    /// Where the next search for a frame to evict begins.
    hand: usize,
    bytes: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic can at worst leave one block too many or too few.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// `key` and `file_len` are those of the header and the footer.
    pub fn new(
        source: Source,
        path: PathBuf,
        (key, file_len): (u64, u64),
        most_bytes: usize,
    ) -> Self {
        let blocks = most_bytes.max(MIN_BYTES) / BLOCK;
        let shards = (blocks / MIN_SHARD_BLOCKS).clamp(1, MAX_SHARDS);
        Shared {
            source,
            path,
            key,
            file_len,
            blocks,
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            streams: Mutex::default(),
            given_up: AtomicUsize::new(0),
        }
    }

    /// The error for damage at a place of the file.
    pub fn corrupt(&self, offset: u64, why: &'static str) -> SolutionError {
        let path = self.path.clone();
        SolutionError::Corrupt { path, offset, why }
    }

    /// The number of a stream, new or not.
    pub fn number(&self, identity: Identity) -> Result<u32, SolutionError> {
        let mut streams = lock(&self.streams);
        if let Some(&number) = streams.numbers.get(&identity) {
            return Ok(number);
        }
        if streams.numbers.len() >= MAX_STREAMS {
            streams.numbers.clear();
        }
        let next = streams.numbered.checked_add(1);
        let next = next.ok_or(SolutionError::Limit("too many streams were opened"))?;
        streams.numbered = next;
        streams.numbers.insert(identity, next);
        Ok(next)
    }

    fn shard(&self, tag: Tag) -> MutexGuard<'_, Shard> {
        let spread = tag.wrapping_mul(SPREAD) >> 32;
        lock(&self.shards[spread as usize % self.shards.len()])
    }

    /// The content of a block, if it is kept.
    pub fn get(&self, tag: Tag) -> Option<Arc<[u8]>> {
        self.shard(tag).get(tag)
    }

    /// Keeps a block, in place of others if there is no room; returns the kept
    /// one, which another thread may have read before.
    pub fn keep(&self, tag: Tag, content: Arc<[u8]>) -> Arc<[u8]> {
        let room = self.blocks * BLOCK / self.shards.len();
        let mut shard = self.shard(tag);
        if let Some(kept) = shard.get(tag) {
            return kept;
        }
        let given_up = shard.keep(tag, content.clone(), room);
        drop(shard);
        if given_up > 0 {
            self.given_up.fetch_add(given_up, Ordering::Relaxed);
        }
        content
    }

    /// How often as many blocks were evicted as readers may still hold: whenever
    /// the number changes, each reader has to drop its own.
    pub fn generation(&self) -> usize {
        self.given_up.load(Ordering::Relaxed) / (self.blocks / STALE_PARTS)
    }
}

impl Shard {
    fn get(&mut self, tag: Tag) -> Option<Arc<[u8]>> {
        let frame = *self.index.get(&tag)? as usize;
        self.used[frame] = true;
        Some(self.contents[frame].clone())
    }

    /// Returns how many others were evicted.
    fn keep(&mut self, tag: Tag, content: Arc<[u8]>, room: usize) -> usize {
        self.bytes += content.len();
        let before = self.tags.len();
        while self.bytes > room && !self.tags.is_empty() {
            self.give_up();
        }
        let frame = self.tags.len();
        self.tags.push(tag);
        self.contents.push(content);
        self.used.push(true);
        self.index.insert(tag, frame as u32);
        before - frame
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(most_bytes: usize) -> Shared {
        let source = Source::new(tempfile::tempfile().unwrap());
        Shared::new(source, PathBuf::new(), (0, 0), most_bytes)
    }

    fn block(tag: Tag) -> Arc<[u8]> {
        vec![tag as u8; BLOCK].into()
    }

    #[test]
    fn there_are_never_more_blocks_than_there_is_room_for() {
        for blocks in [16, 1024] {
            let shared = shared(blocks * BLOCK);
            let tags = 1..3 * blocks as Tag;
            let mut last = shared.generation();
            for tag in tags.clone() {
                shared.keep(tag, block(tag));
                assert_eq!(shared.get(tag).unwrap()[0], tag as u8);
                last = last.max(shared.generation());
            }
            let kept = tags.clone().filter(|&tag| shared.get(tag).is_some());
            let kept = kept.count();
            assert!(kept <= blocks && kept > blocks / 2, "{kept} of {blocks}");
            // All readers have dropped theirs about twice for all blocks.
            assert!((STALE_PARTS..=3 * STALE_PARTS).contains(&last), "{last}");
        }
    }

    #[test]
    fn a_block_that_two_threads_read_is_kept_once() {
        let shared = shared(0);
        let first = shared.keep(1, block(1));
        let second = shared.keep(1, block(1));
        assert!(Arc::ptr_eq(&first, &second));
    }
}
