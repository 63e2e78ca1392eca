//! Memory for results that may be computed again.
//!
//! In: a limit. Out: what was put in, unless it was forgotten since.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Results that may be computed again: forgotten when there are too many.
pub(crate) struct Memo<K, V> {
    known: FxHashMap<K, V>,
    limit: usize,
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    pub(crate) fn new(limit: usize) -> Memo<K, V> {
        Memo {
            known: FxHashMap::default(),
            limit,
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.known.get(key).cloned()
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.known.len() >= self.limit {
            self.known.clear();
        }
        self.known.insert(key, value);
    }
}
