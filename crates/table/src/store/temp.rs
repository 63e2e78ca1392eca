//! A file that is gone when nobody has given it another name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::StoreError;

/// A file that is removed when dropped.
///
/// That of a process which was killed stays, until the folder is next opened.
#[derive(Debug)]
pub(super) struct TempFile {
    path: PathBuf,
    file: File,
    keep: bool,
}

impl TempFile {
    pub fn create(path: PathBuf) -> Result<Self, StoreError> {
        let file = OpenOptions::new().create_new(true).write(true).open(&path);
        let file = file.map_err(|error| StoreError::io(&path, error))?;
        Ok(TempFile {
            path,
            file,
            keep: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Waits until the content is on the disk.
    pub fn sync(&self) -> Result<(), StoreError> {
        let synced = self.file.sync_all();
        synced.map_err(|error| StoreError::io(&self.path, error))
    }

    /// Gives the file its name for good; an older file of that name is replaced.
    pub fn rename(mut self, to: &Path) -> Result<(), StoreError> {
        fs::rename(&self.path, to).map_err(|error| StoreError::io(to, error))?;
        self.keep = true;
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.keep {
            // What cannot be removed now is swept when the store is next opened.
            let _ = fs::remove_file(&self.path);
        }
    }
}
