//! Writes the bytes of an entry into a temporary file: header, blocks, footer.
//!
//! Not here: how the file becomes an entry; see `folder`.

use std::io;

use super::StoreError;
use super::checksum::{Chain, Key};
use super::layout::{self, BLOCK, CHECKSUM, Footer, LENGTH};
use crate::temp::TempFile;

/// Cuts a stream of bytes into blocks.
#[derive(Debug)]
pub(super) struct BlockWriter {
    temp: TempFile,
    key: Key,
    /// The block that is being filled: room for its length, then content.
    block: Vec<u8>,
    blocks: u64,
    chain: Chain,
    /// The first error: what follows it in the file is at the wrong place.
    failed: Option<io::ErrorKind>,
}

impl BlockWriter {
    pub fn new(temp: TempFile, key: Key) -> Result<Self, StoreError> {
        let mut block = Vec::with_capacity(LENGTH + BLOCK + CHECKSUM);
        block.resize(LENGTH, 0);
        let mut writer = BlockWriter {
            temp,
            key,
            block,
            blocks: 0,
            chain: Chain::new(key),
            failed: None,
        };
        writer.append(&layout::header(key))?;
        Ok(writer)
    }

    pub fn len(&self) -> u64 {
        self.blocks * BLOCK as u64 + (self.block.len() - LENGTH) as u64
    }

    pub fn write(&mut self, mut bytes: &[u8]) -> Result<(), StoreError> {
        while !bytes.is_empty() {
            let room = LENGTH + BLOCK - self.block.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == LENGTH + BLOCK {
                self.end_block()?;
            }
        }
        Ok(())
    }

    /// Writes the rest, and the footer.
    pub fn finish(mut self) -> Result<TempFile, StoreError> {
        let len = self.len();
        if self.block.len() > LENGTH {
            self.end_block()?;
        }
        let footer = Footer {
            len,
            blocks: self.blocks,
            chain: self.chain,
        };
        self.append(&footer.to_bytes(self.key))?;
        Ok(self.temp)
    }

    fn end_block(&mut self) -> Result<(), StoreError> {
        let mut block = std::mem::take(&mut self.block);
        let len = (block.len() - LENGTH) as u32;
        block[..LENGTH].copy_from_slice(&len.to_le_bytes());
        let sum = self.key.block(&block, self.blocks);
        block.extend_from_slice(&sum.to_le_bytes());
        // In one system call.
        let written = self.append(&block);
        block.truncate(LENGTH);
        self.block = block;
        self.chain.push(sum);
        self.blocks += 1;
        written
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let earlier = self.failed.map_or(Ok(()), |kind| Err(kind.into()));
        let written = earlier.and_then(|()| self.temp.append(bytes));
        written.map_err(|error| {
            self.failed = Some(error.kind());
            StoreError::io(self.temp.path(), error)
        })
    }
}
