//! How a file becomes an entry.
//!
//! A file goes one way: temporary, unsynced, durable. Each step is a rename,
//! which atomically replaces an older file of the new name. The last step is
//! taken only when the content is on the disk: so a file that a power failure
//! can damage does not have the last name yet.

use std::fs::{self, OpenOptions};
use std::io;
use std::iter;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::StoreError;
use super::durability::{Durability, Settled};
use super::folder::{Folder, remove};
use super::names::Kind;
use crate::temp::{TempFile, sync_names};

/// Threads that sync files. They wait and do not compute: file systems write
/// the files of all waiting threads together. For 1000 small entries on ext4, 8
/// threads need 0.2 s and one needs 5; 32 are no better than 8.
const SYNCING_THREADS: usize = 8;

impl Folder {
    /// Makes a complete temporary file the entry of this name.
    pub fn publish(&self, temp: TempFile, name: &str, when: Durability) -> Result<(), StoreError> {
        if when == Durability::Now {
            let synced = temp.sync();
            synced.map_err(|error| StoreError::io(temp.path(), error))?;
        }
        let settled = self.renaming();
        let path = self.unsynced(name);
        let renamed = temp.rename(&path);
        renamed.map_err(|error| StoreError::io(&path, error))?;
        match when {
            Durability::Now => self.make_durable(settled, &[name.into()]),
            Durability::Later => Ok(()),
        }
    }

    /// Makes all entries durable.
    pub fn sync(&self) -> Result<(), StoreError> {
        // Most of the waiting is done before renames are blocked; the second
        // call syncs what was added in between.
        self.sync_entries(&self.entries(Kind::Unsynced)?)?;
        let settled = self.renaming();
        let names = self.entries(Kind::Unsynced)?;
        if names.is_empty() {
            return Ok(());
        }
        self.sync_entries(&names)?;
        self.make_durable(settled, &names)
    }

    /// Removes an entry.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        let _settled = self.renaming();
        // The older one first, so that it never is the one that counts.
        remove(&self.durable(name))?;
        remove(&self.unsynced(name))
    }

    /// Renames entries whose content is on the disk.
    fn make_durable(
        &self,
        mut settled: MutexGuard<'_, Settled>,
        names: &[String],
    ) -> Result<(), StoreError> {
        // The manifest first: a store with a durable entry always has one.
        if !settled.0 {
            sync_file(&self.manifest())?;
            sync_folder(self.path())?;
            sync_parents(self.path());
            settled.0 = true;
        }
        for name in names {
            let (from, to) = (self.unsynced(name), self.durable(name));
            fs::rename(&from, &to).map_err(|error| StoreError::io(&to, error))?;
        }
        sync_folder(self.path())
    }

    fn sync_entries(&self, names: &[String]) -> Result<(), StoreError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut rest = iter::from_fn(|| names.get(next.fetch_add(1, Ordering::Relaxed)));
            rest.try_for_each(|name| self.sync_entry(name))
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let threads = 1..names.len().min(SYNCING_THREADS);
            let helpers: Vec<_> = threads.filter_map(spawn).collect();
            let mine = work();
            let join = |helper: ScopedJoinHandle<'_, _>| {
                let panicked = |panic| std::panic::resume_unwind(panic);
                helper.join().unwrap_or_else(panicked)
            };
            // All of them, before any error is reported.
            let theirs: Vec<_> = helpers.into_iter().map(join).collect();
            theirs.into_iter().fold(mine, Result::and)
        })
    }

    fn sync_entry(&self, name: &str) -> Result<(), StoreError> {
        let path = self.unsynced(name);
        let synced = match sync_file(&path) {
            // Another thread has renamed or removed it first.
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(())
            }
            other => other,
        };
        synced.inspect_err(|_| {
            // The system reports such an error once, and a second attempt would
            // wrongly succeed: better no entry than a damaged one. If it cannot
            // be removed either, its checksums will show the damage.
            let _ = fs::remove_file(&path);
        })
    }

    fn renaming(&self) -> MutexGuard<'_, Settled> {
        // A thread that panicked has left changes only on the disk, and there
        // every step is complete.
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sync_file(path: &Path) -> Result<(), StoreError> {
    // Some systems sync only what is open for writing.
    let file = OpenOptions::new().write(true).open(path);
    let synced = file.and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::io(path, error))
}

/// Waits until the names in a folder are on the disk.
pub(super) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    sync_names(path).map_err(|error| StoreError::io(path, error))
}

/// An earlier run may have created the folders above just before it was killed.
/// Folders that may not be read were not created by us.
fn sync_parents(path: &Path) {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    for parent in path.ancestors().skip(1) {
        let _ = sync_names(parent);
    }
}
