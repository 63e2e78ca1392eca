//! The atoms that hold, by relation, with indexes to find them.
//!
//! An index only narrows down which atoms are looked at: callers still match
//! every atom in full, so a hash collision does no harm.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::terms::{NameId, TermId, Terms};

/// Where a term stands inside an atom: the argument to take at each level.
pub(crate) type Path = Box<[u32]>;

/// What an index looks at in an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    /// The whole term there.
    Term(Path),
    /// The function and arity of the term there.
    Function(Path),
}

/// Hashes the terms of a lookup into an index key.
#[derive(Default)]
pub(crate) struct Key(FxHasher);

impl Key {
    pub fn term(&mut self, term: TermId) {
        term.hash(&mut self.0);
    }

    pub fn function(&mut self, name: NameId, arity: usize) {
        (name, arity).hash(&mut self.0);
    }

    pub fn finish(self) -> u64 {
        self.0.finish()
    }
}

#[derive(Debug)]
struct Index {
    probes: Vec<Probe>,
    places: FxHashMap<u64, Vec<u32>>,
    /// The number of facts it has seen.
    seen: usize,
}

/// The atoms of one relation that hold, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    facts: Vec<TermId>,
    places: FxHashMap<TermId, u32>,
    indexes: Vec<Index>,
}

impl Relation {
    /// Registers an index, or finds one with the same probes.
    pub fn index_on(&mut self, probes: Vec<Probe>) -> usize {
        let known = self.indexes.iter().position(|index| index.probes == probes);
        known.unwrap_or_else(|| {
            self.indexes.push(Index {
                probes,
                places: FxHashMap::default(),
                seen: 0,
            });
            self.indexes.len() - 1
        })
    }

    /// Adds an atom; returns whether it is new.
    pub fn insert(&mut self, fact: TermId) -> bool {
        let place = self.facts.len() as u32;
        let new = *self.places.entry(fact).or_insert(place) == place;
        if new {
            self.facts.push(fact);
        }
        new
    }

    pub fn clear(&mut self) {
        self.facts.clear();
        self.places.clear();
        for index in &mut self.indexes {
            index.places.clear();
            index.seen = 0;
        }
    }

    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }

    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// The place of an atom in [`Relation::facts`].
    pub fn place(&self, fact: TermId) -> Option<usize> {
        self.places.get(&fact).map(|&place| place as usize)
    }

    /// Adds the facts that an index has not seen yet.
    pub fn refresh(&mut self, index: usize, terms: &Terms) {
        let Index {
            probes,
            places,
            seen,
        } = &mut self.indexes[index];
        for (place, &fact) in self.facts.iter().enumerate().skip(*seen) {
            if let Some(key) = key_of(probes, fact, terms) {
                places.entry(key).or_default().push(place as u32);
            }
        }
        *seen = self.facts.len();
    }

    /// The places of facts that may have this key.
    pub fn candidates(&self, index: usize, key: u64) -> &[u32] {
        self.indexes[index]
            .places
            .get(&key)
            .map_or(&[], Vec::as_slice)
    }
}

/// The key of a fact; `None` if it has no terms at the probed paths.
fn key_of(probes: &[Probe], fact: TermId, terms: &Terms) -> Option<u64> {
    let mut key = Key::default();
    for probe in probes {
        match probe {
            Probe::Term(path) => key.term(follow(path, fact, terms)?),
            Probe::Function(path) => {
                let term = follow(path, fact, terms)?;
                key.function(terms.name_of(term), terms.arguments(term).len());
            }
        }
    }
    Some(key.finish())
}

fn follow(path: &[u32], term: TermId, terms: &Terms) -> Option<TermId> {
    path.iter().try_fold(term, |term, &place| {
        terms.arguments(term).get(place as usize).copied()
    })
}
