//! The fluents that a fluent of a group can follow: the quick way to show that
//! no two start to hold at once.
//!
//! In: a group in which at most one fluent holds. Out: for each of its fluents
//! those that may follow it. If whatever makes a fluent of the group hold next
//! needs one of the group now, two that hold next have followed the same one. So
//! with a step counter nothing is left to ask; and where a heap may shrink to
//! any size, each size is asked about alone, which leaves little to search.

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::formula::{Formula, Gate, Signal};
use crate::knobs::Knobs;
use crate::prover::Case;
use crate::step::Step;

/// Fluents of a group, each with those of the group that may follow it.
pub(crate) struct Sources {
    followers: Vec<(FluentId, Vec<FluentId>)>,
}

impl Sources {
    /// `None` unless the rules show for all fluents which ones they follow.
    pub fn new(formula: &Formula, group: &[FluentId]) -> Option<Self> {
        let mut followers: FxHashMap<FluentId, Vec<FluentId>> = FxHashMap::default();
        for &fluent in group {
            let next = formula.signal(formula.game().next(fluent));
            for source in sources(formula, group, next, Knobs::SOURCE_DEPTH)? {
                followers.entry(source).or_default().push(fluent);
            }
        }
        let mut followers: Vec<(FluentId, Vec<FluentId>)> = followers.into_iter().collect();
        followers.sort_unstable();
        Some(Sources { followers })
    }

    /// Whether the cases are few enough to be asked one by one.
    pub fn are_few(&self) -> bool {
        self.count() <= Knobs::SOURCE_CASES
    }

    /// Leaves out fluents that are known to have no two followers at once.
    pub fn retain(&mut self, open: impl Fn(FluentId) -> bool) {
        self.followers.retain(|(source, _)| open(*source));
    }

    /// The number of cases: 0 if only one fluent follows each.
    pub fn count(&self) -> usize {
        let followers = self.followers.iter();
        followers.map(|(_, all)| all.len() - 1).sum()
    }

    /// The cases in which two fluents hold next: which fluent they have
    /// followed, and which is the first of them.
    pub fn cases(&self, step: &mut Step) -> Vec<Case> {
        let mut cases = Vec::new();
        for (source, followers) in &self.followers {
            let Some((&last, others)) = followers.split_last() else {
                continue;
            };
            let mut later = step.next(last);
            for (place, &first) in others.iter().enumerate().rev() {
                let next = step.next(first);
                cases.push(vec![step.fluent(*source), next, later]);
                if place > 0 {
                    let or_later = step.sat.variable();
                    step.sat.add(&[!or_later, next, later]);
                    later = or_later;
                }
            }
        }
        cases
    }
}

/// Fluents of the group one of which holds if the signal does; `None` if the
/// gates do not show it. Empty if the signal never holds.
fn sources(
    formula: &Formula,
    group: &[FluentId],
    signal: Signal,
    depth: u32,
) -> Option<Vec<FluentId>> {
    match (formula.gate(signal), signal.negated()) {
        (Gate::False, false) => Some(Vec::new()),
        (Gate::Fluent(fluent), false) => {
            let inside = group.binary_search(fluent).is_ok();
            inside.then(|| vec![*fluent])
        }
        (Gate::And(parts), false) if depth > 0 => {
            let found = parts.iter();
            let found = found.filter_map(|&it| sources(formula, group, it, depth - 1));
            found.min_by_key(Vec::len)
        }
        (Gate::And(parts), true) if depth > 0 => {
            let mut all = Vec::new();
            for &part in parts {
                all.extend(sources(formula, group, !part, depth - 1)?);
            }
            all.sort_unstable();
            all.dedup();
            Some(all)
        }
        _ => None,
    }
}
