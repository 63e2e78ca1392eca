//! Scratch files: sorted runs and other data that memory has no room for.
//!
//! They are written and read like entries, checksums included, but have no
//! name, are never synced, and end with the process.

use std::sync::Arc;

use super::folder::Folder;
use super::writer::BlockWriter;
use super::{EntryReader, StoreError};
use crate::temp::TempFile;

/// The stem of their file names, and the seed of their checksums.
const STEM: &str = "scratch";

/// A scratch file that is being written; dropped, it is removed.
#[derive(Debug)]
pub struct ScratchWriter {
    // Before the folder, so that the file is removed while the lock still
    // holds.
    blocks: BlockWriter,
    folder: Arc<Folder>,
}

impl ScratchWriter {
    pub(super) fn new(folder: &Arc<Folder>) -> Result<Self, StoreError> {
        let blocks = BlockWriter::new(folder.temp(STEM)?, folder.key(STEM))?;
        let folder = Arc::clone(folder);
        Ok(ScratchWriter { blocks, folder })
    }

    /// Appends to the file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`]; the file can no longer be
    /// finished then.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.blocks.write(bytes)
    }

    /// Completes the file, for reading.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`].
    pub fn finish(self) -> Result<Scratch, StoreError> {
        let len = self.blocks.len();
        let temp = self.blocks.finish()?;
        let folder = self.folder;
        Ok(Scratch { temp, len, folder })
    }
}

/// A complete scratch file; dropped, it is removed.
#[derive(Debug)]
pub struct Scratch {
    // Before the folder, as above.
    temp: TempFile,
    len: u64,
    folder: Arc<Folder>,
}

impl Scratch {
    /// How many bytes the file has.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the file has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Opens the file at its beginning, as often as needed.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Corrupt`].
    pub fn read(&self) -> Result<EntryReader, StoreError> {
        EntryReader::open(self.temp.path(), self.folder.key(STEM))
    }
}
