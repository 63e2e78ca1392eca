//! Estimates how many instances a rule has, from the sizes of relations.
//!
//! As databases do it: the size of a join is the product of its relations'
//! sizes, divided for each shared variable by its number of values in all
//! relations but the one where it takes the fewest.

use std::collections::{BTreeMap, BTreeSet};

use gdl::{TermId, Terms};
use rustc_hash::FxHashSet;

use crate::atoms::Atoms;
use crate::program::{Atom, Pattern, Slot};

/// The size of a relation, as one condition of a rule sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelationSize {
    rows: f64,
    /// The number of values of each variable.
    values: BTreeMap<Slot, f64>,
}

impl RelationSize {
    /// The atoms that match, counted.
    pub fn of(atom: &Atom, atoms: &Atoms, terms: &Terms) -> Self {
        let mut values: BTreeMap<Slot, FxHashSet<TermId>> = BTreeMap::new();
        let mut rows = 0;
        let mut row = Vec::new();
        for &candidate in atoms.of(atom.predicate) {
            row.clear();
            if matches(&atom.pattern, atoms.term(candidate), terms, &mut row) {
                rows += 1;
                for &(slot, term) in &row {
                    values.entry(slot).or_default().insert(term);
                }
            }
        }
        let mut counts = BTreeMap::new();
        atom.pattern.for_each_variable(&mut |slot| {
            let count = values.get(&slot).map_or(0, FxHashSet::len);
            counts.insert(slot, at_least_one(count));
        });
        RelationSize {
            rows: at_least_one(rows),
            values: counts,
        }
    }
}

// What has not been seen yet may still come, so zero counts as one.
fn at_least_one(count: usize) -> f64 {
    count.max(1) as f64
}

fn matches(pattern: &Pattern, term: TermId, terms: &Terms, row: &mut Vec<(Slot, TermId)>) -> bool {
    match pattern {
        Pattern::Variable(slot) => {
            let known = row.iter().find(|(known, _)| known == slot);
            let same = known.is_none_or(|&(_, value)| value == term);
            row.push((*slot, term));
            same
        }
        Pattern::Ground(ground) => *ground == term,
        Pattern::Compound(name, arguments) => {
            let found = terms.arguments(term);
            terms.name_of(term) == *name
                && found.len() == arguments.len()
                && (arguments.iter().zip(found))
                    .all(|(pattern, &term)| matches(pattern, term, terms, row))
        }
    }
}

/// The sizes of all conditions of a rule that bind variables.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    pub sizes: Vec<RelationSize>,
}

impl Estimate {
    /// The instances of all conditions together.
    pub fn all_instances(&self) -> f64 {
        self.instances(&(0..self.sizes.len()).collect())
    }

    /// The instances of the conditions at these places.
    fn instances(&self, places: &BTreeSet<usize>) -> f64 {
        let sizes = || places.iter().map(|&place| &self.sizes[place]);
        let product: f64 = sizes().map(|size| size.rows).product();
        let variables: BTreeSet<Slot> = sizes().flat_map(|it| it.values.keys()).copied().collect();
        let shared = variables.iter().map(|slot| {
            let values = || sizes().filter_map(|size| size.values.get(slot));
            values().product::<f64>() / values().copied().fold(f64::INFINITY, f64::min)
        });
        product / shared.product::<f64>()
    }

    /// The instances of both rules if the conditions at these places were split
    /// off.
    pub fn split(&self, places: &BTreeSet<usize>, interface: &BTreeSet<Slot>) -> f64 {
        let mut outer = self.clone();
        let inner = outer.take(places, interface);
        inner.all_instances() + outer.all_instances()
    }

    /// Takes the conditions at these places out, and puts in one that has just
    /// the variables of the interface. Returns what was taken out.
    pub fn take(&mut self, places: &BTreeSet<usize>, interface: &BTreeSet<Slot>) -> Estimate {
        let rows = self.instances(places);
        let sizes = std::mem::take(&mut self.sizes).into_iter().enumerate();
        let (inside, outside): (Vec<_>, Vec<_>) =
            sizes.partition(|(place, _)| places.contains(place));
        let plain = |list: Vec<(usize, RelationSize)>| list.into_iter().map(|(_, it)| it).collect();
        let (inside, outside): (Vec<RelationSize>, Vec<RelationSize>) =
            (plain(inside), plain(outside));
        let fewest = |&slot: &Slot| {
            let values = inside.iter().filter_map(|size| size.values.get(&slot));
            (slot, values.copied().fold(f64::INFINITY, f64::min))
        };
        let values: BTreeMap<Slot, f64> = interface.iter().map(fewest).collect();
        let most = values.values().product::<f64>();
        self.sizes = outside;
        self.sizes.push(RelationSize {
            // The expected number of different values among `rows` draws from
            // `most` values.
            rows: most * (1.0 - (-rows / most).exp()),
            values,
        });
        Estimate { sizes: inside }
    }
}
