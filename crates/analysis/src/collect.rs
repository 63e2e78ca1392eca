//! Turns proven claims into facts.

use ground::{FluentId, GroundGame};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::Claim;
use crate::duplicates::duplicates;
use crate::induction::Induction;
use crate::{Facts, Group};

/// The facts that the proven claims state.
pub(crate) fn collect(game: &GroundGame, induction: &Induction) -> Facts {
    let proven = induction.proven();
    let constants = proven.iter().filter_map(|claim| match claim {
        Claim::Constant(fluent, value) => Some((*fluent, *value)),
        _ => None,
    });
    let constants: Vec<(FluentId, bool)> = constants.collect();
    let said: FxHashSet<&Claim> = proven.iter().copied().collect();
    let never = |fluent: &FluentId| constants.contains(&(*fluent, false));
    let mut groups: Vec<Group> = Vec::new();
    for claim in &proven {
        if let Claim::AtMostOne(fluents) = claim {
            let exactly_one = said.contains(&Claim::AtLeastOne(fluents.clone()));
            let fluents: Vec<FluentId> = fluents.iter().filter(|it| !never(it)).copied().collect();
            if fluents.len() > 1 {
                groups.push(Group {
                    fluents,
                    exactly_one,
                });
            }
        }
    }
    groups.sort();
    groups.dedup();
    let mut facts = Facts {
        fluents: game.fluent_ids().collect(),
        duplicates: duplicates(&proven, &constants),
        constants,
        groups: without_parts(groups),
        ..Facts::default()
    };
    facts.partition = facts.choose_partition();
    facts
}

/// Leaves out groups that say no more than a larger one.
fn without_parts(groups: Vec<Group>) -> Vec<Group> {
    let mut about: FxHashMap<FluentId, Vec<usize>> = FxHashMap::default();
    for (place, group) in groups.iter().enumerate() {
        for &fluent in &group.fluents {
            about.entry(fluent).or_default().push(place);
        }
    }
    let is_said = |place: usize, group: &Group| {
        let mut others = about[&group.fluents[0]].iter();
        others.any(|&other| {
            let larger = &groups[other];
            let inside = |fluent| larger.fluents.binary_search(fluent).is_ok();
            other != place
                && group.fluents.len() <= larger.fluents.len()
                && (larger.exactly_one || !group.exactly_one)
                && group.fluents.iter().all(inside)
        })
    };
    let kept = groups.iter().enumerate();
    let kept = kept.filter(|(place, group)| !is_said(*place, group));
    kept.map(|(_, group)| group.clone()).collect()
}
