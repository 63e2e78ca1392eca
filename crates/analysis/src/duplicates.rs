//! Fluents that another one determines, from pairs that are equal or opposite.

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::claim::Claim;
use crate::facts::Duplicate;

/// For each fluent that others duplicate, the first of them.
pub(crate) fn duplicates(proven: &[&Claim], constants: &[(FluentId, bool)]) -> Vec<Duplicate> {
    // Claims link each fluent with one before it: so by the order of fluents
    // every chain is walked from its first.
    let mut links: Vec<(FluentId, FluentId, bool)> = Vec::new();
    for claim in proven {
        if let Claim::Same(before, after, equal) = claim {
            links.push((*after, *before, *equal));
        }
    }
    links.sort_unstable();
    let mut first: FxHashMap<FluentId, (FluentId, bool)> = FxHashMap::default();
    for (fluent, before, equal) in links {
        let (of, so_far) = first.get(&before).copied().unwrap_or((before, true));
        first.insert(fluent, (of, so_far == equal));
    }
    let is_constant = |fluent: FluentId| constants.iter().any(|(it, _)| *it == fluent);
    let mut found: Vec<Duplicate> = first
        .into_iter()
        .map(|(fluent, (of, equal))| Duplicate { fluent, of, equal })
        .filter(|it| !is_constant(it.fluent))
        .collect();
    found.sort_unstable_by_key(|it| it.fluent);
    found
}
