//! Header, footer and blocks: checked before anything in them is used.
//!
//! In: something to read from. Out: the content of blocks. Not here: which
//! blocks belong together (`stream.rs`).

use std::io::{Read, Seek, SeekFrom};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::Unreadable;

const MAGIC: [u8; 8] = *b"\x89ZSOLVE\n";
const END: [u8; 4] = *b"ZEND";
/// Files of the first version require no features.
pub const FIRST_VERSION: u32 = 1;
const LAST_VERSION: u32 = 2;
const HEADER: u64 = 32;
const FOOTER: u64 = 64;
/// Most bytes of content in a block.
pub const BLOCK: usize = 65536;
/// Fewest bytes of a block in the file.
pub const LEAST_BLOCK: u64 = 13;
const COMPRESSED: u32 = 1 << 31;

/// Where a stream is: its length in bytes and its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub length: u64,
    pub root: u64,
}

/// The content of the footer.
#[derive(Clone, Copy, Debug)]
pub struct Footer {
    pub meta: Extent,
    pub directory: Extent,
    pub meta_checksum: u64,
}

/// A file with a valid frame.
#[derive(Debug)]
pub struct Frame<R> {
    reader: R,
    size: u64,
    key: u64,
    version: u32,
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

impl<R: Read + Seek> Frame<R> {
    /// Checks header and footer.
    pub fn open(mut reader: R) -> Result<(Self, Footer), Unreadable> {
        let size = reader.seek(SeekFrom::End(0))?;
        let mut start = Vec::new();
        reader.seek(SeekFrom::Start(0))?;
        (&mut reader).take(HEADER).read_to_end(&mut start)?;
        if !start.starts_with(&MAGIC) {
            return Err(match MAGIC.starts_with(&start) {
                true => Unreadable::Truncated,
                false => Unreadable::Foreign,
            });
        }
        if size < HEADER + FOOTER || start.len() < HEADER as usize {
            return Err(Unreadable::Truncated);
        }
        // The checksum first: a flipped bit in the version is not another
        // version.
        if xxh3_64_with_seed(&start[..24], 0) != u64_at(&start, 24) {
            return Err(Unreadable::damage(0, "the header's checksum is wrong"));
        }
        let version = u32_at(&start, 8);
        if !(FIRST_VERSION..=LAST_VERSION).contains(&version) {
            return Err(Unreadable::Version { found: version });
        }
        if u32_at(&start, 12) != BLOCK as u32 {
            return Err(Unreadable::damage(12, "another size of blocks"));
        }
        let mut frame = Frame {
            reader,
            size,
            key: u64_at(&start, 16),
            version,
        };
        let footer = frame.footer()?;
        Ok((frame, footer))
    }

    fn footer(&mut self) -> Result<Footer, Unreadable> {
        let at = self.size - FOOTER;
        let mut bytes = [0; FOOTER as usize];
        self.read(at, &mut bytes)?;
        let sealed = xxh3_64_with_seed(&bytes[..56], self.key) == u64_at(&bytes, 56);
        if !sealed || u32_at(&bytes, 0) != 0 || bytes[4..8] != END || u64_at(&bytes, 8) != self.size
        {
            return Err(Unreadable::Truncated);
        }
        let extent = |at| Extent {
            length: u64_at(&bytes, at),
            root: u64_at(&bytes, at + 8),
        };
        Ok(Footer {
            meta: extent(16),
            directory: extent(32),
            meta_checksum: u64_at(&bytes, 48),
        })
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), Unreadable> {
        self.reader.seek(SeekFrom::Start(at))?;
        Ok(self.reader.read_exact(bytes)?)
    }

    pub fn version(&self) -> u32 {
        self.version
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    /// The checksum of bytes outside of blocks.
    pub fn checksum(&self, bytes: &[u8]) -> u64 {
        xxh3_64_with_seed(bytes, self.key)
    }

    /// The content of the block at an offset, which must have this length.
    pub fn block(&mut self, at: u64, length: usize) -> Result<Vec<u8>, Unreadable> {
        let damage = |why| Unreadable::damage(at, why);
        let end = self.size - FOOTER;
        if at < HEADER || at > end.saturating_sub(LEAST_BLOCK) {
            return Err(damage("there is no room for a block"));
        }
        let mut word = [0; 4];
        self.read(at, &mut word)?;
        let (word, bytes) = (u32::from_le_bytes(word), word);
        let stored = (word & !COMPRESSED) as usize;
        if stored == 0 || stored > BLOCK || at + 12 + stored as u64 > end {
            return Err(damage("a block of a wrong length"));
        }
        let mut sealed = vec![0; 4 + stored + 8];
        sealed[..4].copy_from_slice(&bytes);
        self.read(at + 4, &mut sealed[4..])?;
        let sum = u64_at(&sealed, 4 + stored);
        sealed.truncate(4 + stored);
        if xxh3_64_with_seed(&sealed, self.key.wrapping_add(at)) != sum {
            return Err(damage("a block's checksum is wrong"));
        }
        let content = match word & COMPRESSED {
            0 => sealed.split_off(4),
            _ => zstd::bulk::decompress(&sealed[4..], length)
                .map_err(|_| damage("a block cannot be decompressed"))?,
        };
        match content.len() == length {
            true => Ok(content),
            false => Err(damage("a block has another number of bytes")),
        }
    }
}
