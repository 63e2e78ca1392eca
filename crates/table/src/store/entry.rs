//! An entry that is being written.

use std::sync::Arc;

use super::StoreError;
use super::durability::Durability;
use super::folder::Folder;
use super::writer::BlockWriter;

/// An entry that is being written; dropped unfinished, it leaves no trace.
#[derive(Debug)]
pub struct EntryWriter {
    // Before the folder, so that its file is removed while the lock still
    // holds.
    blocks: BlockWriter,
    name: String,
    folder: Arc<Folder>,
}

impl EntryWriter {
    pub(super) fn new(folder: &Arc<Folder>, name: &str) -> Result<Self, StoreError> {
        let blocks = BlockWriter::new(folder.temp(name)?, folder.key(name))?;
        Ok(EntryWriter {
            blocks,
            name: name.to_owned(),
            folder: Arc::clone(folder),
        })
    }

    /// Appends to the entry.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`]; the entry can no longer be
    /// finished then.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.blocks.write(bytes)
    }

    /// How many bytes were written.
    pub fn len(&self) -> u64 {
        self.blocks.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Completes the entry: from now on the store contains it, in place of an
    /// older one of its name.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`].
    pub fn finish(self, durability: Durability) -> Result<(), StoreError> {
        let temp = self.blocks.finish()?;
        self.folder.publish(temp, &self.name, durability)
    }
}
