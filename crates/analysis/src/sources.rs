//! What a fluent of a group comes from: the quick way to see that no two come
//! at once.
//!
//! In: a group of which at most one fluent holds. Out: the sets of its fluents
//! whose next values have to be looked at together. If what makes one hold next
//! needs a fluent of the group now, and what makes another hold needs a
//! different one, the two cannot both hold: so with a step counter nothing is
//! left to ask.

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::formula::{Formula, Gate, Signal};

/// How deep conditions are looked into.
const DEPTH: u32 = 5;

/// The parts of a group in which two fluents might hold next at once.
pub(crate) fn overlapping(formula: &Formula, group: &[FluentId]) -> Vec<Vec<FluentId>> {
    let sources: Option<Vec<Vec<FluentId>>> = group
        .iter()
        .map(|&fluent| {
            let next = formula.signal(formula.game().next(fluent));
            sources(formula, group, next, DEPTH)
        })
        .collect();
    let Some(sources) = sources else {
        return vec![group.to_vec()];
    };
    // Each fluent starts as its own part; parts with a source in common join.
    let mut part_of: Vec<usize> = (0..group.len()).collect();
    let mut first: FxHashMap<FluentId, usize> = FxHashMap::default();
    for (place, sources) in sources.iter().enumerate() {
        for &source in sources {
            let other = part_of[*first.entry(source).or_insert(place)];
            let mine = part_of[place];
            if mine != other {
                part_of
                    .iter_mut()
                    .filter(|it| **it == mine)
                    .for_each(|it| *it = other);
            }
        }
    }
    let mut parts: Vec<Vec<FluentId>> = vec![Vec::new(); group.len()];
    for (&fluent, &part) in group.iter().zip(&part_of) {
        parts[part].push(fluent);
    }
    parts.retain(|part| part.len() > 1);
    parts
}

/// Fluents of the group of which one holds if the signal does; none if that
/// cannot be seen. Nothing at all if the signal never holds.
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
