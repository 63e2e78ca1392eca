//! A file that is removed unless it gets a final name.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes the file names of one process distinct.
static FILES: AtomicU64 = AtomicU64::new(0);

/// All files of this process without a final name.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all incomplete files of this process: for a process that ends while
/// threads still write them.
pub fn remove_unfinished() {
    // A thread that holds this lock may be waiting for memory: then the files
    // stay, like those of a process that was killed.
    if let Ok(mut unfinished) = UNFINISHED.try_lock() {
        for path in std::mem::take(&mut *unfinished) {
            let _ = fs::remove_file(path);
        }
    }
}

/// A file that is removed when dropped.
///
/// The file of a process that was killed stays until somebody removes it.
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

    /// Creates a file with a name of its own, next to `target`.
    pub fn beside(target: &Path) -> io::Result<Self> {
        loop {
            let number = FILES.fetch_add(1, Ordering::Relaxed);
            let mut name = target.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}-{number}.unfinished", std::process::id()));
            match TempFile::create(target.with_file_name(name)) {
                // Left by a process with our number that was killed.
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

    /// Gives the file its final name; an older file of that name is replaced.
    pub fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.keep = true;
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.keep {
            // In a store, a file that cannot be removed now is removed when the
            // store is next opened.
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
