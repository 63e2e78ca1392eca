//! Ways to the blocks of a file, lent to one thread at a time.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use super::SolutionError;
use super::cache::Cache;
use super::shared::{Shared, lock};

/// Caches that are kept while no thread uses them, at most. One takes about half
/// a megabyte beside the blocks.
const MAX_IDLE: usize = 64;

/// The caches of a file that no thread uses at the moment.
pub(super) struct Idle {
    shared: Arc<Shared>,
    caches: Mutex<Vec<Cache>>,
}

/// A cache, until it is given back.
pub(super) struct Lent<'a> {
    idle: &'a Idle,
    cache: Option<Cache>,
}

impl Idle {
    pub fn new(shared: Arc<Shared>, first: Cache) -> Self {
        Idle {
            shared,
            caches: Mutex::new(vec![first]),
        }
    }

    /// The cache that was used last, or a new one.
    pub fn lend(&self) -> Result<Lent<'_>, SolutionError> {
        let mut caches = lock(&self.caches);
        let generation = self.shared.generation();
        for cache in &mut *caches {
            cache.refresh(generation);
        }
        let idle = caches.pop();
        drop(caches);
        let cache = match idle {
            Some(cache) => cache,
            None => Cache::new(self.shared.clone())?,
        };
        Ok(Lent {
            idle: self,
            cache: Some(cache),
        })
    }
}

impl Deref for Lent<'_> {
    type Target = Cache;

    fn deref(&self) -> &Cache {
        self.cache.as_ref().expect("it is given back at the end")
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Cache {
        self.cache.as_mut().expect("it is given back at the end")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut caches = lock(&self.idle.caches);
        if caches.len() < MAX_IDLE {
            caches.extend(self.cache.take());
        }
    }
}
