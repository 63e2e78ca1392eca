//! Groups to try, from samples alone: fluents that take turns in holding.
//!
//! In: samples, and units, which are incomplete groups and single fluents. Out:
//! units joined to larger groups. Two belong together if they never hold at
//! once and one starts to hold when the other stops. No name is looked at, so
//! this also works on sheets that have only propositions.

use ground::FluentId;

use crate::knobs::Knobs;
use crate::samples::Samples;

/// When a unit holds, and when it starts and stops.
#[derive(Clone)]
struct Trace {
    fluents: Vec<FluentId>,
    holds: Vec<u64>,
    comes: Vec<u64>,
    goes: Vec<u64>,
}

impl Trace {
    fn new(fluents: Vec<FluentId>, samples: &Samples) -> Self {
        let holds = samples.union(&fluents);
        let steps = holds.iter().zip(&holds[1..]).zip(&samples.moved);
        let comes = steps.clone();
        Trace {
            comes: comes
                .map(|((now, next), moved)| !now & next & moved)
                .collect(),
            goes: steps
                .map(|((now, next), moved)| now & !next & moved)
                .collect(),
            fluents,
            holds,
        }
    }

    fn excludes(&self, other: &Trace) -> bool {
        let both = self.holds.iter().zip(&other.holds);
        both.into_iter().all(|(one, other)| one & other == 0)
    }

    /// Changes of the unit that changes less, in per mille, at which the other
    /// does the opposite.
    fn answers(&self, other: &Trace) -> u32 {
        let changes = |trace: &Trace| count(&trace.comes) + count(&trace.goes);
        let both = |one: &[u64], other: &[u64]| {
            let words = one.iter().zip(other);
            words
                .map(|(one, other)| (one & other).count_ones())
                .sum::<u32>()
        };
        let answered = both(&self.goes, &other.comes) + both(&self.comes, &other.goes);
        answered * 1000 / changes(self).min(changes(other)).max(1)
    }

    fn is_full(&self) -> bool {
        self.holds.iter().all(|&word| word == u64::MAX)
    }
}

fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// Joins units; those without a partner are left out.
pub(crate) fn cliques(units: Vec<Vec<FluentId>>, samples: &Samples) -> Vec<Vec<FluentId>> {
    if units.len() > Knobs::CLIQUE_UNITS || samples.rounds() < 2 {
        return Vec::new();
    }
    let traces = units.into_iter().map(|unit| Trace::new(unit, samples));
    let mut open: Vec<Trace> = traces.collect();
    let mut found = Vec::new();
    while !open.is_empty() {
        let mut clique = open.remove(0);
        let alone = clique.fluents.len();
        while let Some(place) = best_partner(&clique, &open) {
            let partner = open.remove(place);
            clique.fluents.extend(partner.fluents);
            clique.fluents.sort_unstable();
            clique = Trace::new(clique.fluents, samples);
        }
        if clique.fluents.len() > alone {
            found.push(clique.fluents);
        }
    }
    found
}

/// The unit that most often takes turns with a clique.
fn best_partner(clique: &Trace, open: &[Trace]) -> Option<usize> {
    if clique.is_full() {
        return None;
    }
    let partners = open.iter().enumerate();
    let partners = partners.filter(|(_, other)| clique.excludes(other));
    let scored = partners.map(|(place, other)| (clique.answers(other), place));
    let likely = scored.filter(|&(score, _)| score >= Knobs::LIKELY);
    let best = likely.max_by_key(|&(score, place)| (score, std::cmp::Reverse(place)));
    best.map(|(_, place)| place)
}
