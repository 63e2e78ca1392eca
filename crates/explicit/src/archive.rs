//! What is finished and not needed at the moment: in memory, or in a store on
//! disk, from which a later run goes on.
//!
//! In and out: bytes by name. What they mean is said in
//! `docs/formats/explicit-layers.md`; not here: how they are made durable
//! (`table`).

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use table::{Durability, Store, StoreError};

/// Entries from this size on are made durable one by one.
const LARGE: usize = 1 << 22;

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
pub(crate) struct Archive<'a> {
    storage: Storage<'a>,
    entries: FxHashMap<String, Vec<u8>>,
}

impl<'a> Archive<'a> {
    pub fn new(storage: Storage<'a>) -> Self {
        Archive {
            storage,
            entries: FxHashMap::default(),
        }
    }

    /// Tells the archive how many states there are by now.
    pub fn notice(&mut self, states: u64) -> Result<(), StoreError> {
        let Storage::Later(enough, open) = &mut self.storage else {
            return Ok(());
        };
        if states < *enough {
            return Ok(());
        }
        let store = open()?;
        let mut names: Vec<&String> = self.entries.keys().collect();
        names.sort_unstable();
        for name in names {
            write(&store, name, &self.entries[name])?;
        }
        self.entries.clear();
        self.storage = Storage::Store(store);
        Ok(())
    }

    pub fn contains(&self, name: &str) -> bool {
        match &self.storage {
            Storage::Store(store) => store.contains(name),
            _ => self.entries.contains_key(name),
        }
    }

    pub fn put(&mut self, name: String, bytes: Vec<u8>) -> Result<(), StoreError> {
        match &self.storage {
            Storage::Store(store) => write(store, &name, &bytes),
            _ => {
                self.entries.insert(name, bytes);
                Ok(())
            }
        }
    }

    /// The bytes of an entry that is there.
    pub fn get(&self, name: &str) -> Result<Cow<'_, [u8]>, StoreError> {
        match &self.storage {
            Storage::Store(store) => store.read(name)?.read_all().map(Cow::Owned),
            _ => Ok(Cow::Borrowed(&self.entries[name])),
        }
    }

    /// The store, if there is one by now.
    pub fn store(&self) -> Option<&Store> {
        match &self.storage {
            Storage::Store(store) => Some(store),
            _ => None,
        }
    }
}

fn write(store: &Store, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
    let mut entry = store.create(name)?;
    entry.write(bytes)?;
    entry.finish(match bytes.len() >= LARGE {
        true => Durability::Now,
        false => Durability::Later,
    })
}
