//! Finished results that are not needed at the moment: in memory, or in a store on
//! disk, from which a later run resumes.
//!
//! In and out: bytes by name, as streams. Their meaning is up to the engine. Not
//! here: how they are made durable (`store`).

use std::cell::Cell;
use std::collections::HashMap;
use std::mem;
use std::thread::{self, JoinHandle};

use crate::{Durability, EntryReader, EntryWriter, Store, StoreError};

/// Bytes after which entries are made durable, while the work continues.
const SYNC_BYTES: u64 = 1 << 22;

/// How a store is opened once there is enough to keep.
pub type OpenStore<'a> = Box<dyn Fn() -> Result<Store, StoreError> + 'a>;

/// Where results are kept.
#[derive(Default)]
pub enum Storage<'a> {
    /// In memory alone.
    #[default]
    Memory,
    /// In a store from the start, with what it has from earlier runs.
    Store(Store),
    /// In memory, and once there are this many states in a store.
    Later(u64, OpenStore<'a>),
}

/// Entries by name.
pub struct Archive<'a> {
    storage: Storage<'a>,
    /// Whether there was a store from the start, which outlasts this run.
    lasting: bool,
    entries: HashMap<String, Vec<u8>>,
    /// Bytes that are not known to be durable.
    unsynced: u64,
    syncing: Option<JoinHandle<Result<(), StoreError>>>,
    /// How many entries were put.
    puts: u64,
    /// `puts` when the folder was last listed, and its bytes then.
    listed: Cell<Option<(u64, u64)>>,
}

impl<'a> Archive<'a> {
    /// The entries of the storage, and room for more.
    pub fn new(storage: Storage<'a>) -> Self {
        Archive {
            lasting: matches!(storage, Storage::Store(_)),
            storage,
            entries: HashMap::new(),
            unsynced: 0,
            syncing: None,
            puts: 0,
            listed: Cell::new(None),
        }
    }

    /// Tells the archive the current number of states.
    ///
    /// # Errors
    ///
    /// As [`Archive::settle`].
    pub fn notice(&mut self, states: u64) -> Result<(), StoreError> {
        match &self.storage {
            Storage::Later(enough, _) if states >= *enough => self.settle(),
            _ => Ok(()),
        }
    }

    /// Moves to disk, if the storage is meant to do so later.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn settle(&mut self) -> Result<(), StoreError> {
        let Storage::Later(_, open) = &self.storage else {
            return Ok(());
        };
        let store = open()?;
        self.storage = Storage::Store(store);
        let entries = mem::take(&mut self.entries);
        let mut names: Vec<&String> = entries.keys().collect();
        names.sort_unstable();
        for name in names {
            let mut entry = self.create(name.clone())?;
            entry.write(&entries[name])?;
            self.put(entry)?;
        }
        Ok(())
    }

    /// Whether there is a finished entry of this name.
    pub fn contains(&self, name: &str) -> bool {
        match &self.storage {
            Storage::Store(store) => store.contains(name),
            _ => self.entries.contains_key(name),
        }
    }

    /// Begins an entry, which exists once it is put.
    ///
    /// # Errors
    ///
    /// As [`Store::create`].
    pub fn create(&self, name: String) -> Result<Writer, StoreError> {
        Ok(match &self.storage {
            Storage::Store(store) => Writer::Store(store.create(&name)?),
            _ => Writer::Memory(name, Vec::new()),
        })
    }

    /// Adds an entry to the finished ones.
    ///
    /// # Errors
    ///
    /// Those of the store, including those of entries that were put earlier.
    pub fn put(&mut self, writer: Writer) -> Result<(), StoreError> {
        self.puts += 1;
        match writer {
            Writer::Store(entry) => {
                self.unsynced += entry.len();
                entry.finish(Durability::Later)?;
                self.sync_meanwhile()
            }
            Writer::Memory(name, bytes) => {
                self.entries.insert(name, bytes);
                Ok(())
            }
        }
    }

    /// Makes finished entries durable in a thread of its own, if there are enough
    /// bytes and the last such thread has ended.
    fn sync_meanwhile(&mut self) -> Result<(), StoreError> {
        let busy = self.syncing.as_ref().is_some_and(|it| !it.is_finished());
        if busy || self.unsynced < SYNC_BYTES {
            return Ok(());
        }
        self.wait()?;
        if let Storage::Store(store) = &self.storage {
            let meanwhile = store.clone();
            let syncing = thread::Builder::new().spawn(move || meanwhile.sync());
            match syncing {
                Ok(syncing) => self.syncing = Some(syncing),
                // If the system has no thread for it, it is done here.
                Err(_) => store.sync()?,
            }
            self.unsynced = 0;
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<(), StoreError> {
        let syncing = self.syncing.take().map(JoinHandle::join);
        match syncing {
            None => Ok(()),
            Some(Ok(synced)) => synced,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }

    /// Makes all entries durable at the end of a run. A store that was only opened
    /// to resume from is then no longer needed.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.wait()?;
        match self.store().filter(|_| self.lasting) {
            Some(store) => store.sync(),
            None => Ok(()),
        }
    }

    /// Reads an existing entry from its beginning.
    ///
    /// # Errors
    ///
    /// As [`Store::read`].
    ///
    /// # Panics
    ///
    /// If there is no such entry in memory.
    pub fn read(&self, name: &str) -> Result<Reader<'_>, StoreError> {
        Ok(match &self.storage {
            Storage::Store(store) => Reader::Store(store.read(name)?),
            _ => Reader::Memory(&self.entries[name]),
        })
    }

    /// Frees the memory of an entry that is no longer needed. In a store it stays.
    pub fn forget(&mut self, name: &str) {
        self.entries.remove(name);
    }

    /// The length of an existing entry, in bytes.
    pub fn len(&self, name: &str) -> Result<u64, StoreError> {
        Ok(match self.read(name)? {
            Reader::Memory(bytes) => bytes.len() as u64,
            Reader::Store(entry) => entry.len(),
        })
    }

    /// Estimated bytes on disk.
    pub fn disk(&self) -> u64 {
        // For display only: with many entries, listing them all after each is not
        // worth it.
        let recent = |&(puts, _): &(u64, u64)| (self.puts - puts) * 16 < self.puts;
        if let Some((_, bytes)) = self.listed.get().filter(recent) {
            return bytes;
        }
        let bytes = self.store().map(Store::bytes_on_disk);
        let bytes = bytes.and_then(Result::ok).unwrap_or(0);
        self.listed.set(Some((self.puts, bytes)));
        bytes
    }

    /// The store, if there is one yet.
    pub fn store(&self) -> Option<&Store> {
        match &self.storage {
            Storage::Store(store) => Some(store),
            _ => None,
        }
    }
}

impl Drop for Archive<'_> {
    fn drop(&mut self) {
        // The folder stays locked as long as anything is done in it. An error here
        // follows another one, which is reported.
        if let Some(syncing) = self.syncing.take() {
            let _ = syncing.join();
        }
    }
}

/// An entry under construction.
pub enum Writer {
    /// Its name, and what it has so far.
    Memory(String, Vec<u8>),
    /// It goes to disk.
    Store(EntryWriter),
}

impl Writer {
    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// As [`EntryWriter::write`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        match self {
            Writer::Memory(_, entry) => {
                entry.extend_from_slice(bytes);
                Ok(())
            }
            Writer::Store(entry) => entry.write(bytes),
        }
    }
}

/// An entry that is being read.
pub enum Reader<'a> {
    /// What is left of it.
    Memory(&'a [u8]),
    /// It comes from disk.
    Store(EntryReader),
}

impl Reader<'_> {
    /// Fills the buffer; false if the entry ends before it is full.
    ///
    /// # Errors
    ///
    /// As [`EntryReader::fill`].
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<bool, StoreError> {
        match self {
            Reader::Memory(bytes) => {
                let Some((now, later)) = bytes.split_at_checked(buffer.len()) else {
                    return Ok(false);
                };
                buffer.copy_from_slice(now);
                *bytes = later;
                Ok(true)
            }
            Reader::Store(entry) => Ok(entry.fill(buffer)? == buffer.len()),
        }
    }

    /// All bytes that were not read yet.
    ///
    /// # Errors
    ///
    /// As [`EntryReader::read_all`].
    pub fn read_all(self) -> Result<Vec<u8>, StoreError> {
        match self {
            Reader::Memory(bytes) => Ok(bytes.to_vec()),
            Reader::Store(entry) => entry.read_all(),
        }
    }

    /// Takes a number, as [`write_number`](crate::write_number) writes it; `None`
    /// at the end.
    ///
    /// # Errors
    ///
    /// As [`Reader::fill`].
    pub fn number(&mut self) -> Result<Option<u64>, StoreError> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let mut byte = [0];
            if !self.fill(&mut byte)? {
                return Ok(None);
            }
            number |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
