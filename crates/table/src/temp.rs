//! A file that is gone when nobody has given it another name.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells files of one process apart.
static FILES: AtomicU64 = AtomicU64::new(0);

/// All files of this process that have no name for good.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all files of this process that are not whole: for a process that ends
/// while others still write them.
pub fn remove_unfinished() {
    // Whoever holds this lock may be waiting for memory: then they stay, as those
    // of a process that was killed.
    if let Ok(mut unfinished) = UNFINISHED.try_lock() {
        for path in std::mem::take(&mut *unfinished) {
            let _ = fs::remove_file(path);
        }
    }
}

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
        note(|unfinished| unfinished.insert(path.clone()));
        Ok(TempFile {
            path,
            file,
            keep: false,
        })
    }

    /// Creates a file with a name of its own, beside the one that is meant.
    pub fn beside(target: &Path) -> io::Result<Self> {
        loop {
            let number = FILES.fetch_add(1, Ordering::Relaxed);
            let mut name = target.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}-{number}.unfinished", std::process::id()));
            match TempFile::create(target.with_file_name(name)) {
                // A process that had our number was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return created,
            }
        }
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
        note(|unfinished| unfinished.remove(&self.path));
    }
}

fn note(change: impl FnOnce(&mut BTreeSet<PathBuf>) -> bool) {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(|it| it.into_inner());
    change(&mut unfinished);
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
