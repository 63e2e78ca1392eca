//! Groups to try, from the terms that fluents are made of.
//!
//! In: the fluents' texts, and samples that refute. Out: for each shape of
//! terms and each choice of *counted* places the fluents that agree in all
//! other places. Names mean nothing here, and no place is preferred.

use ground::{FluentId, GroundGame};
use rustc_hash::FxHashMap;

use crate::knobs::Knobs;
use crate::samples::Samples;
use crate::term::Shaped;

/// Groups that no sample refutes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// Groups that are not part of another, such that no sample refutes any
    /// group of the same shape and the same counted places: so this is hardly
    /// chance.
    pub regular: Vec<Vec<FluentId>>,
    /// Other groups that are not part of another, those of the same shape and
    /// the same counted places together.
    pub odd: Vec<Vec<Vec<FluentId>>>,
    /// For a group the largest ones inside it, to be tried when it is refuted.
    pub parts: FxHashMap<Vec<FluentId>, Vec<Vec<FluentId>>>,
}

/// A group that was found before, with its counted places.
struct Owner {
    group: Vec<FluentId>,
    counted: u64,
    regular: bool,
}

impl Candidates {
    /// The groups of fluents that look alike.
    pub fn new(game: &GroundGame, samples: &Samples) -> Self {
        let mut shapes: FxHashMap<String, Vec<(FluentId, Vec<String>)>> = FxHashMap::default();
        let mut order = Vec::new();
        for fluent in game.fluent_ids() {
            let shaped = Shaped::new(&game.fluents()[fluent.index()]);
            let alike = shapes.entry(shaped.shape.clone()).or_insert_with(|| {
                order.push(shaped.shape);
                Vec::new()
            });
            alike.push((fluent, shaped.leaves));
        }
        let mut candidates = Candidates::default();
        for shape in &order {
            candidates.add_shape(&shapes[shape], samples);
        }
        candidates
    }

    /// Goes from the largest sets of counted places down: a group that survives
    /// makes all of its parts unnecessary, until it is refuted.
    fn add_shape(&mut self, alike: &[(FluentId, Vec<String>)], samples: &Samples) {
        let leaves = alike.first().map_or(0, |(_, leaves)| leaves.len());
        let mut owners: Vec<Owner> = Vec::new();
        for counted in counted_sets(leaves) {
            let mut groups = split(alike, counted);
            groups.retain(|group| group.len() > 1);
            let all = groups.len();
            groups.retain(|group| samples.at_most_one(group));
            let regular = groups.len() == all;
            self.odd.push(Vec::new());
            for group in groups {
                self.add(group, counted, regular, &mut owners);
            }
        }
        self.odd.retain(|family| !family.is_empty());
    }

    fn add(&mut self, group: Vec<FluentId>, counted: u64, regular: bool, owners: &mut Vec<Owner>) {
        let around = owners
            .iter()
            .filter(|owner| owner.counted & counted == counted && is_part(&group, &owner.group));
        let around: Vec<&Owner> = around.collect();
        if around
            .iter()
            .any(|it| it.group.len() == group.len() && (it.regular || !regular))
        {
            return;
        }
        for owner in &around {
            let parts = self.parts.entry(owner.group.clone()).or_default();
            parts.push(group.clone());
        }
        // Regular groups do not wait until odd ones are refuted.
        let stands_alone = around.iter().all(|owner| regular && !owner.regular);
        match regular {
            true if stands_alone => self.regular.push(group.clone()),
            false if stands_alone => self.odd.last_mut().into_iter().for_each(|family| {
                family.push(group.clone());
            }),
            _ => {}
        }
        owners.push(Owner {
            group,
            counted,
            regular,
        });
    }

    /// All groups that are not part of another.
    pub fn largest(&self) -> impl Iterator<Item = &Vec<FluentId>> {
        self.regular.iter().chain(self.odd.iter().flatten())
    }
}

/// Whether all of `part` is in `whole`; both are in ascending order.
fn is_part(part: &[FluentId], whole: &[FluentId]) -> bool {
    part.iter()
        .all(|fluent| whole.binary_search(fluent).is_ok())
}

/// Sets of places, as bits, those with the most places first.
fn counted_sets(leaves: usize) -> Vec<u64> {
    if leaves == 0 || leaves > 63 {
        return Vec::new();
    }
    let all = (1u64 << leaves) - 1;
    let mut sets: Vec<u64> = if leaves <= Knobs::COUNTED_LEAVES {
        (1..=all).collect()
    } else {
        let single = (0..leaves).map(|place| 1 << place);
        let but_one = (0..leaves).map(|place| all & !(1 << place));
        single.chain(but_one).chain([all]).collect()
    };
    sets.sort_by_key(|set: &u64| (std::cmp::Reverse(set.count_ones()), *set));
    sets
}

/// The fluents that agree in all places that are not counted.
fn split(alike: &[(FluentId, Vec<String>)], counted: u64) -> Vec<Vec<FluentId>> {
    let mut groups: FxHashMap<Vec<&str>, Vec<FluentId>> = FxHashMap::default();
    let mut order: Vec<Vec<&str>> = Vec::new();
    for (fluent, leaves) in alike {
        let fixed = leaves.iter().enumerate();
        let fixed = fixed.filter(|(place, _)| counted >> place & 1 == 0);
        let key: Vec<&str> = fixed.map(|(_, leaf)| leaf.as_str()).collect();
        let group = groups.entry(key.clone()).or_insert_with(|| {
            order.push(key);
            Vec::new()
        });
        group.push(*fluent);
    }
    let groups = order.iter().map(|key| groups[key].clone());
    groups.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_sets_of_places_come_first() {
        assert_eq!(counted_sets(2), [3, 1, 2]);
        assert_eq!(counted_sets(0), []);
        assert_eq!(counted_sets(7).len(), 15);
    }
}
