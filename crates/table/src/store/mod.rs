//! The layer store: a folder of finished entries that survives a crash.
//!
//! | file | what |
//! |---|---|
//! | `names` | which files in the folder are ours, and what they are |
//! | `manifest` | which run the layers belong to |
//! | `checksum`, `layout` | the bytes of an entry |
//! | `writer`, `reader` | an entry's bytes, block by block |
//! | `folder` | the lock, which files there are |
//! | `publish` | how a file becomes an entry |
//! | `open` | what an earlier run left, and what is done with it |
//! | `entry`, `scratch` | what engines write and read |

mod checksum;
mod durability;
mod entry;
mod error;
mod folder;
mod layout;
mod manifest;
mod names;
mod open;
mod publish;
mod reader;
mod scratch;
mod writer;

use std::fs;
use std::path::Path;
use std::sync::Arc;

pub use durability::Durability;
pub use entry::EntryWriter;
pub use error::{Difference, StoreError};
pub use reader::EntryReader;
pub use scratch::{Scratch, ScratchWriter};

use folder::Folder;

/// A folder of finished entries, such as the layers of a game.
///
/// An entry is written as a stream, becomes visible under its name all at once
/// when it is finished, and is whole whenever it is there. The folder is locked
/// as long as the store, a clone, a writer or a scratch file of it lives; the
/// system releases the lock of a process that was killed.
///
/// All methods may be called from several threads at the same time.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Arc<Folder>,
}

impl Store {
    /// Opens the store in `dir`, or creates one there.
    ///
    /// `identity` says what the entries depend on: the rules' hash, the engine, its
    /// encoding, and so on, each with its own name. It is recorded in a new store and
    /// compared with the record in an old one. With `fresh` an old store is emptied
    /// first, whatever it held. Files that are not ours are always left alone.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] while another store is open on this folder, here or
    /// in another process; [`StoreError::NotAStore`] if it holds other files
    /// and no store; without `fresh` also [`StoreError::Foreign`],
    /// [`StoreError::Version`] and [`StoreError::Corrupt`] if this run cannot use what
    /// it holds.
    pub fn open(dir: &Path, identity: &[(&str, &str)], fresh: bool) -> Result<Store, StoreError> {
        let folder = Arc::new(open::open(dir, identity, fresh)?);
        Ok(Store { folder })
    }

    /// Whether the folder has a store of this identity, from an earlier run or one in
    /// progress.
    pub fn is_kept(dir: &Path, identity: &[(&str, &str)]) -> bool {
        open::is_kept(dir, identity)
    }

    /// The folder, as it was given.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Whether there is a finished entry of this name.
    pub fn contains(&self, name: &str) -> bool {
        // In this order: `sync` moves entries from the first to the second.
        names::is_valid(name)
            && (self.folder.unsynced(name).is_file() || self.folder.durable(name).is_file())
    }

    /// Begins an entry.
    ///
    /// An older entry of this name stays until the new one is finished. Names
    /// are 1 to 100 of the characters `a-z`, `0-9` and `-`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Name`] if the name has other characters,
    /// [`StoreError::Full`], [`StoreError::Io`].
    pub fn create(&self, name: &str) -> Result<EntryWriter, StoreError> {
        names::check(name)?;
        EntryWriter::new(&self.folder, name)
    }

    /// Opens a finished entry; its blocks are validated as they are read.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if there is none, [`StoreError::Corrupt`] if its
    /// frame is damaged.
    pub fn read(&self, name: &str) -> Result<EntryReader, StoreError> {
        names::check(name)?;
        self.folder.read(name)
    }

    /// Removes an entry, if there is one.
    ///
    /// After a power failure it may be there again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; the entry may then still be there.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        names::check(name)?;
        self.folder.remove(name)
    }

    /// Makes all entries durable that were finished with
    /// [`Durability::Later`].
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`]: an entry that could not be written is
    /// then missing.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.folder.sync()
    }

    /// Begins a scratch file in the folder, for data that does not fit into memory.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`], [`StoreError::Io`].
    pub fn create_scratch(&self) -> Result<ScratchWriter, StoreError> {
        ScratchWriter::new(&self.folder)
    }

    /// The sizes of all our files in the folder, unfinished and scratch files
    /// included.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if the folder cannot be listed.
    pub fn bytes_on_disk(&self) -> Result<u64, StoreError> {
        let files = folder::list(self.folder.path())?.ours;
        // A file that another thread has just removed counts as empty.
        let sizes = files
            .iter()
            .filter_map(|(file, _)| fs::symlink_metadata(self.folder.path().join(file)).ok());
        Ok(sizes.map(|size| size.len()).sum())
    }
}
