//! A folder of our own for files that are needed for a while.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that is removed with all that is in it when this is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes a folder that no other process has.
    pub fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("zermelo-{}-{number}", process::id()));
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Some systems keep files that are open, and empty the folder themselves.
        let _ = fs::remove_dir_all(&self.0);
    }
}
