//! The ground atoms that may hold, in the order in which they were found, with
//! indexes to find those that match.
//!
//! Order matters: an instance of a rule is found when the newest of its atoms
//! is taken up, so lists are in ascending order and can be cut off.

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

/// Collects what is looked for into the key of an index.
///
/// Keys are hashes: whoever looks something up matches it in full afterwards.
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
}

/// All atoms, by predicate.
#[derive(Debug)]
pub(crate) struct Atoms {
    terms: Vec<TermId>,
    predicates: Vec<PredicateId>,
    /// By the number of the term: whether and which atom it is.
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

    /// Registers an index, or finds one that looks at the same.
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

    /// Adds an atom; none if it is there already.
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
        Some(atom)
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
