//! Reads the bytes of an entry, and trusts none of them unchecked.
//!
//! Header, footer and size are checked on opening, each block when it is read,
//! and all blocks together at the end. The footer's numbers are used only once
//! they fit the real size of the file: so no damage makes memory run out.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::checksum::{Chain, Key};
use super::layout::{self, BLOCK, CHECKSUM, FOOTER, Flaw, Footer, HEADER, LENGTH, number};

/// A finished entry, open for reading from front to back.
///
/// All bytes returned have a valid checksum. That they belong together is known
/// when the end was reached without an error.
#[derive(Debug)]
pub struct EntryReader {
    path: PathBuf,
    file: File,
    key: Key,
    footer: Footer,
    /// How many blocks were read.
    blocks: u64,
    /// The checksum of all blocks so far; `None` once one was skipped.
    chain: Option<Chain>,
    /// The last block read, with its length and checksum.
    block: Vec<u8>,
    /// The part of it that was not returned yet.
    unread: Range<usize>,
}

impl EntryReader {
    pub(super) fn open(path: &Path, key: Key) -> Result<Self, StoreError> {
        let file = File::open(path).map_err(|error| StoreError::io(path, error))?;
        let footer = Frame { path, file: &file }.check(key)?;
        Ok(EntryReader {
            path: path.to_owned(),
            file,
            key,
            footer,
            blocks: 0,
            chain: Some(Chain::new(key)),
            block: Vec::new(),
            unread: 0..0,
        })
    }

    /// How many bytes the entry has.
    pub fn len(&self) -> u64 {
        self.footer.len
    }

    /// Whether the entry has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The next bytes, as many as are ready: mostly 64 KiB; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`], [`StoreError::Io`].
    pub fn next_block(&mut self) -> Result<Option<&[u8]>, StoreError> {
        if self.unread.is_empty() && !self.load()? {
            return Ok(None);
        }
        let unread = self.unread.clone();
        self.unread.start = unread.end;
        Ok(Some(&self.block[unread]))
    }

    /// Fills the buffer with the next bytes, and returns how many: fewer than
    /// fit only at the end.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`], [`StoreError::Io`].
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, StoreError> {
        let mut filled = 0;
        while filled < buffer.len() {
            if self.unread.is_empty() && !self.load()? {
                break;
            }
            let len = self.unread.len().min(buffer.len() - filled);
            let from = self.unread.start..self.unread.start + len;
            buffer[filled..filled + len].copy_from_slice(&self.block[from]);
            self.unread.start += len;
            filled += len;
        }
        Ok(filled)
    }

    /// Continues at this place; beyond the last byte, at the end.
    ///
    /// Skipped blocks are not read. From then on each block is checked on its
    /// own, but not that all belong together.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`], [`StoreError::Io`].
    pub fn seek(&mut self, to: u64) -> Result<(), StoreError> {
        let to = to.min(self.footer.len);
        let number = to / BLOCK as u64;
        let within = LENGTH + (to % BLOCK as u64) as usize;
        if number + 1 != self.blocks || self.block.is_empty() {
            if number != self.blocks {
                self.chain = None;
                let frame = BLOCK + LENGTH + CHECKSUM;
                let mut file = Frame {
                    path: &self.path,
                    file: &self.file,
                };
                file.seek(HEADER as u64 + number * frame as u64)?;
                self.blocks = number;
            }
            self.unread = 0..0;
            self.block.clear();
            if within == LENGTH || !self.load()? {
                return Ok(());
            }
        }
        self.unread = within..self.block.len() - CHECKSUM;
        Ok(())
    }

    /// All bytes that were not read yet.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`], [`StoreError::Io`], the latter also if memory
    /// has no room for them.
    pub fn read_all(mut self) -> Result<Vec<u8>, StoreError> {
        let ahead = self.footer.len - (self.blocks * BLOCK as u64).min(self.footer.len);
        let mut bytes = Vec::new();
        let room = usize::try_from(ahead).ok().and_then(|ahead| {
            let all = ahead.checked_add(self.unread.len())?;
            bytes.try_reserve_exact(all).ok()
        });
        if room.is_none() {
            return Err(StoreError::io(&self.path, ErrorKind::OutOfMemory.into()));
        }
        while let Some(block) = self.next_block()? {
            bytes.extend_from_slice(block);
        }
        Ok(bytes)
    }

    /// Reads to the end only for the checks.
    pub(super) fn check(mut self) -> Result<(), StoreError> {
        while self.next_block()?.is_some() {}
        Ok(())
    }

    /// Reads and checks the next block; false at the end.
    fn load(&mut self) -> Result<bool, StoreError> {
        if self.blocks == self.footer.blocks {
            return match self.chain {
                Some(chain) if chain != self.footer.chain => {
                    Err(self.corrupt("its blocks do not belong together"))
                }
                _ => Ok(false),
            };
        }
        let ahead = self.footer.len - self.blocks * BLOCK as u64;
        let len = ahead.min(BLOCK as u64) as usize;
        self.block.resize(LENGTH + len + CHECKSUM, 0);
        let mut frame = Frame {
            path: &self.path,
            file: &self.file,
        };
        frame.read(&mut self.block)?;
        self.check_block(len)?;
        self.unread = LENGTH..LENGTH + len;
        self.blocks += 1;
        Ok(true)
    }

    fn check_block(&mut self, len: usize) -> Result<(), StoreError> {
        let (content, sum) = self.block.split_at(LENGTH + len);
        let found = self.key.block(content, self.blocks);
        if number(&content[..LENGTH]) != len as u64 || number(sum) != found {
            return Err(self.corrupt("wrong checksum of a block"));
        }
        if let Some(chain) = &mut self.chain {
            chain.push(found);
        }
        Ok(())
    }

    fn corrupt(&self, why: &'static str) -> StoreError {
        StoreError::corrupt(&self.path, why)
    }
}

/// A file that may be an entry.
struct Frame<'a> {
    path: &'a Path,
    file: &'a File,
}

impl Frame<'_> {
    /// Checks header, footer and size; the file then stands at its first block.
    fn check(&mut self, key: Key) -> Result<Footer, StoreError> {
        let size = self.file.metadata();
        let size = size
            .map_err(|error| StoreError::io(self.path, error))?
            .len();
        if size < (HEADER + FOOTER) as u64 {
            return Err(StoreError::corrupt(self.path, "it is too short"));
        }
        let mut header = [0; HEADER];
        self.read(&mut header)?;
        layout::check_header(&header, key).map_err(|flaw| self.flawed(flaw))?;
        let mut footer = [0; FOOTER];
        self.seek(size - FOOTER as u64)?;
        self.read(&mut footer)?;
        self.seek(HEADER as u64)?;
        Footer::from_bytes(&footer, key, size).map_err(|flaw| self.flawed(flaw))
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), StoreError> {
        self.file
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                // It was cut after it was opened.
                ErrorKind::UnexpectedEof => StoreError::corrupt(self.path, "it ends too early"),
                _ => StoreError::io(self.path, error),
            })
    }

    fn seek(&mut self, to: u64) -> Result<(), StoreError> {
        let seek = self.file.seek(SeekFrom::Start(to));
        seek.map(drop)
            .map_err(|error| StoreError::io(self.path, error))
    }

    fn flawed(&self, flaw: Flaw) -> StoreError {
        let file = self.path.to_owned();
        match flaw {
            Flaw::Version(found) => StoreError::Version { file, found },
            Flaw::Damage(why) => StoreError::Corrupt { file, why },
        }
    }
}
