//! A file that is gone when nobody has given it another name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is removed when dropped.
///
/// That of a process which was killed stays, until somebody removes it.
#[derive(Debug)]
pub(crate) struct TempFile {
    path: PathBuf,
    file: File,
    keep: bool,
}

impl TempFile {
    /// Creates a file where there is none.
    pub fn create(path: PathBuf) -> io::Result<Self> {
        let file = OpenOptions::new()
            .create_new(true)
            .write(true)
            .open(&path)?;
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
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Gives the file its name for good; an older file of that name is replaced.
    pub fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.keep = true;
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.keep {
            // In a store, what cannot be removed now is swept when it is next
            // opened.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Waits until the names in a folder are on the disk.
#[cfg(unix)]
pub(crate) fn sync_names(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Elsewhere a folder cannot be opened as a file, and need not be.
#[cfg(not(unix))]
pub(crate) fn sync_names(_path: &Path) -> io::Result<()> {
    Ok(())
}
