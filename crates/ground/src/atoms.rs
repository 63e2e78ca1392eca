//! The ground atoms that may hold, in the order in which they were found, with
//! indexes to find those that match.
//!
//! Order matters: an instance of a rule is found when its newest atom is
//! processed, so lists are in ascending order and can be cut off.

use std::hash::{Hash, Hasher};

use gdl::{NameId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHasher};

use crate::program::PredicateId;

/// The number of an atom, in the order in which atoms were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AtomId(pub u32);

impl AtomId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an index looks at in an atom: a term or a function, by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    Term(Box<[u32]>),
    Function(Box<[u32]>),
}

/// Hashes the terms of a lookup into an index key.
///
/// Keys are hashes: every candidate is matched in full afterwards.
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
    atoms: FxHashMap<u64, Vec<AtomId>>,
}

#[derive(Debug, Default)]
struct Relation {
    atoms: Vec<AtomId>,
    indexes: Vec<Index>,
    /// Finds an atom by the number of its only argument, once
    /// [`Atoms::index_argument`] was called. Names get low numbers, so the list is
    /// short where it is used most.
    by_argument: Option<Vec<u32>>,
}

/// All atoms, by predicate.
#[derive(Debug)]
pub(crate) struct Atoms {
    terms: Vec<TermId>,
    predicates: Vec<PredicateId>,
    /// The atom of each term, by the number of the term; a term need not be one.
    ids: Vec<u32>,
    relations: Vec<Relation>,
}

const NO_ATOM: u32 = u32::MAX;

impl Atoms {
    pub fn new(predicates: usize) -> Self {
        Atoms {
            terms: Vec::new(),
            predicates: Vec::new(),
            ids: Vec::new(),
            relations: (0..predicates).map(|_| Relation::default()).collect(),
        }
    }

    /// Registers an index, or finds one with the same probes.
    pub fn index_on(&mut self, predicate: PredicateId, probes: Vec<Probe>, terms: &Terms) -> usize {
        let relation = &mut self.relations[predicate.index()];
        let known = relation
            .indexes
            .iter()
            .position(|index| index.probes == probes);
        known.unwrap_or_else(|| {
            let mut index = Index {
                probes,
                atoms: FxHashMap::default(),
            };
            for &atom in &relation.atoms {
                index.add(atom, self.terms[atom.index()], terms);
            }
            relation.indexes.push(index);
            relation.indexes.len() - 1
        })
    }

    /// Prepares a relation of one argument for [`Atoms::with_argument`].
    pub fn index_argument(&mut self, predicate: PredicateId, terms: &Terms) {
        let relation = &mut self.relations[predicate.index()];
        if relation.by_argument.is_none() {
            let mut places = Vec::new();
            for &atom in &relation.atoms {
                set(
                    &mut places,
                    terms.arguments(self.terms[atom.index()])[0],
                    atom,
                );
            }
            relation.by_argument = Some(places);
        }
    }

    /// The atom of a relation of one argument.
    pub fn with_argument(&self, predicate: PredicateId, argument: TermId) -> Option<AtomId> {
        let places = self.relations[predicate.index()].by_argument.as_ref()?;
        let id = *places.get(argument.index())?;
        (id != NO_ATOM).then_some(AtomId(id))
    }

    /// Adds an atom; `None` if it is there already.
    pub fn insert(
        &mut self,
        predicate: PredicateId,
        term: TermId,
        terms: &Terms,
    ) -> Option<AtomId> {
        if self.ids.len() <= term.index() {
            self.ids.resize(term.index() + 1, NO_ATOM);
        }
        let id = &mut self.ids[term.index()];
        if *id != NO_ATOM {
            return None;
        }
        let atom =
            AtomId(u32::try_from(self.terms.len()).expect("fewer than 2^32 atoms fit memory"));
        *id = atom.0;
        self.terms.push(term);
        self.predicates.push(predicate);
        let relation = &mut self.relations[predicate.index()];
        relation.atoms.push(atom);
        for index in &mut relation.indexes {
            index.add(atom, term, terms);
        }
        if let Some(places) = &mut relation.by_argument {
            set(places, terms.arguments(term)[0], atom);
        }
        Some(atom)
    }

    /// Makes room for predicates that were added.
    pub fn grow(&mut self, predicates: usize) {
        self.relations.resize_with(predicates, Relation::default);
    }

    /// Forgets all atoms from the one with this number on.
    pub fn truncate(&mut self, length: usize) {
        for &term in &self.terms[length..] {
            self.ids[term.index()] = NO_ATOM;
        }
        self.terms.truncate(length);
        self.predicates.truncate(length);
        let is_kept = |atom: &AtomId| atom.index() < length;
        for relation in &mut self.relations {
            let kept = relation.atoms.partition_point(is_kept);
            relation.atoms.truncate(kept);
            for id in relation.by_argument.iter_mut().flatten() {
                if *id as usize >= length {
                    *id = NO_ATOM;
                }
            }
            for index in &mut relation.indexes {
                index.atoms.retain(|_, atoms| {
                    atoms.truncate(atoms.partition_point(is_kept));
                    !atoms.is_empty()
                });
            }
        }
    }

    /// Estimated memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let of_relation = |relation: &Relation| {
            // Its number and term in lists, and an entry in each index.
            relation.atoms.len() * (16 + 24 * relation.indexes.len())
        };
        self.relations.iter().map(of_relation).sum::<usize>() as u64
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn id(&self, term: TermId) -> Option<AtomId> {
        let id = *self.ids.get(term.index())?;
        (id != NO_ATOM).then_some(AtomId(id))
    }

    pub fn term(&self, atom: AtomId) -> TermId {
        self.terms[atom.index()]
    }

    pub fn predicate(&self, atom: AtomId) -> PredicateId {
        self.predicates[atom.index()]
    }

    /// The atoms of a predicate, in ascending order.
    pub fn of(&self, predicate: PredicateId) -> &[AtomId] {
        &self.relations[predicate.index()].atoms
    }

    /// The atoms that may have this key, in ascending order.
    pub fn candidates(&self, predicate: PredicateId, index: usize, key: u64) -> &[AtomId] {
        let index = &self.relations[predicate.index()].indexes[index];
        index.atoms.get(&key).map_or(&[], Vec::as_slice)
    }

    /// How many atoms an index finds on average.
    pub fn selectivity(&self, predicate: PredicateId, index: usize) -> f64 {
        let relation = &self.relations[predicate.index()];
        relation.atoms.len() as f64 / relation.indexes[index].atoms.len().max(1) as f64
    }
}

fn set(places: &mut Vec<u32>, argument: TermId, atom: AtomId) {
    if places.len() <= argument.index() {
        places.resize(argument.index() + 1, NO_ATOM);
    }
    places[argument.index()] = atom.0;
}

impl Index {
    fn add(&mut self, atom: AtomId, term: TermId, terms: &Terms) {
        let mut key = Key::default();
        for probe in &self.probes {
            let (Probe::Term(path) | Probe::Function(path)) = probe;
            let Some(inner) = follow(path, term, terms) else {
                return;
            };
            match probe {
                Probe::Term(_) => key.term(inner),
                Probe::Function(_) => {
                    key.function(terms.name_of(inner), terms.arguments(inner).len());
                }
            }
        }
        self.atoms.entry(key.finish()).or_default().push(atom);
    }
}

fn follow(path: &[u32], term: TermId, terms: &Terms) -> Option<TermId> {
    path.iter().try_fold(term, |term, &place| {
        terms.arguments(term).get(place as usize).copied()
    })
}
