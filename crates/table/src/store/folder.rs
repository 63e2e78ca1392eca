//! The folder: its lock, and its files.
//!
//! Not here: how files become entries; see `publish`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::StoreError;
use super::checksum::Key;
use super::durability::Settled;
use super::names::{self, DURABLE, Kind, LOCK, MANIFEST, TEMP, UNSYNCED};
use super::reader::EntryReader;
use crate::temp::TempFile;

/// A folder that no other store works in.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The checksum of the manifest.
    identity: u64,
    /// The system unlocks it when it is closed, however that happens.
    _lock: File,
    temps: AtomicU64,
    /// Held while entries are renamed or removed.
    pub(super) settled: Mutex<Settled>,
}

impl Folder {
    /// Locks a folder for entries of the identity with this checksum.
    pub fn lock(dir: &Path, identity: u64) -> Result<Self, StoreError> {
        let path = dir.join(LOCK);
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).write(true).open(&path);
        let lock = lock.map_err(|error| StoreError::io(&path, error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::Busy { path: dir.into() },
            TryLockError::Error(error) => StoreError::io(&path, error),
        })?;
        Ok(Folder {
            path: dir.to_owned(),
            identity,
            _lock: lock,
            temps: AtomicU64::new(0),
            settled: Mutex::default(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn key(&self, name: &str) -> Key {
        Key::new(self.identity, name)
    }

    pub fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    pub fn durable(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{DURABLE}"))
    }

    pub fn unsynced(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{UNSYNCED}"))
    }

    /// Creates a temporary file; `stem` is for people who look into the folder.
    pub fn temp(&self, stem: &str) -> Result<TempFile, StoreError> {
        let number = self.temps.fetch_add(1, Ordering::Relaxed);
        let path = self.path.join(format!("{stem}-{number}{TEMP}"));
        let temp = TempFile::create(path.clone());
        temp.map_err(|error| StoreError::io(&path, error))
    }

    /// Opens the newest finished entry of this name.
    pub fn read(&self, name: &str) -> Result<EntryReader, StoreError> {
        // In this order: another thread may move it from the first to the second.
        match EntryReader::open(&self.unsynced(name), self.key(name)) {
            Err(StoreError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                EntryReader::open(&self.durable(name), self.key(name))
            }
            other => other,
        }
    }

    /// The names of all entries that are durable, or that are not.
    pub fn entries(&self, kind: Kind) -> Result<Vec<String>, StoreError> {
        let files = list(&self.path)?.ours.into_iter();
        let files = files.filter(|(_, other)| *other == kind);
        Ok(files.map(|(file, _)| names::stem(&file).into()).collect())
    }
}

/// The files in a folder.
#[derive(Debug, Default)]
pub(super) struct Files {
    pub ours: Vec<(String, Kind)>,
    /// The first file, by name, that is not ours.
    pub foreign: Option<String>,
}

/// Lists a folder, in the order of names.
pub(super) fn list(dir: &Path) -> Result<Files, StoreError> {
    let entries = fs::read_dir(dir).and_then(|entries| {
        let typed = entries.map(|entry| entry.and_then(|it| Ok((it.file_name(), it.file_type()?))));
        typed.collect::<io::Result<Vec<_>>>()
    });
    let mut entries = entries.map_err(|error| StoreError::io(dir, error))?;
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut files = Files::default();
    for (name, file_type) in entries {
        let ours = name.to_str().and_then(names::kind);
        let name = name.to_string_lossy().into_owned();
        match ours.filter(|_| !file_type.is_dir()) {
            Some(kind) => files.ours.push((name, kind)),
            None => files.foreign = files.foreign.or(Some(name)),
        }
    }
    Ok(files)
}

/// Removes a file; it may be missing.
pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io(path, error)),
        _ => Ok(()),
    }
}
