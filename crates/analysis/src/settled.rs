//! Fluents whose place in a packed state is settled: groups of them are spare.
//!
//! In: claims that are proven. Out: whether a further group could make a state
//! smaller. [`Facts::partition`](crate::Facts::partition) takes the group that
//! saves most, then the next. A proven group that has no fluent in common with
//! another is taken whole, before all that save less. So a group that saves
//! less than each of the groups of its fluents comes too late.

use ground::FluentId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::Claim;
use crate::partition::saving;

/// Proven groups that have no fluent in common with others.
pub(crate) struct Settled {
    /// For each of their fluents the bits that its group saves at least.
    savings: FxHashMap<FluentId, i64>,
}

impl Settled {
    /// What these proven claims settle. Fluents that may turn out to be
    /// constant, or to be determined by others, do not count: they may be left
    /// out of the state.
    pub fn new(proven: &[&Claim], varying: &FxHashSet<FluentId>) -> Self {
        let groups = proven.iter().filter_map(|claim| match claim {
            Claim::AtMostOne(fluents) => Some(fluents),
            _ => None,
        });
        let groups: Vec<&Vec<FluentId>> = groups.collect();
        let mut counts: FxHashMap<FluentId, u32> = FxHashMap::default();
        for fluent in groups.iter().copied().flatten() {
            *counts.entry(*fluent).or_default() += 1;
        }
        let apart = groups.iter();
        let apart = apart.filter(|group| group.iter().all(|fluent| counts[fluent] == 1));
        let same = proven.iter().filter(|it| matches!(it, Claim::Same(..)));
        let told: FxHashSet<FluentId> = same.flat_map(|it| it.fluents()).collect();
        let counts = |fluent: &&FluentId| varying.contains(fluent) && !told.contains(fluent);
        let savings = apart.flat_map(|group| {
            let saves = saving(group.iter().filter(counts).count(), false);
            group.iter().map(move |&fluent| (fluent, saves))
        });
        Settled {
            savings: savings.collect(),
        }
    }

    /// Whether a group is spare.
    pub fn has(&self, group: &[FluentId]) -> bool {
        let most = saving(group.len(), true);
        let settled = |fluent| self.savings.get(fluent).is_some_and(|&it| it > most);
        group.iter().all(settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_groups_share_is_not_settled() {
        let text = "(role r) (init (p 1)) (legal r wait) (goal r 0) (<= (next (p ?y)) (true (p ?x)) (s ?x ?y))
            (s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (s 6 7) (s 7 8) (s 8 1) (<= terminal (true (p 8)))";
        let source = gdl::Source::new("test", text.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        let budget = ground::Budget::new(game::Stop::new());
        let game = ground::GroundGame::new(&rules, &budget).unwrap();
        let all: Vec<FluentId> = game.fluent_ids().collect();
        let [six, three] = [&all[..6], &all[5..]].map(|it| Claim::AtMostOne(it.to_vec()));
        let varying: FxHashSet<FluentId> = all.iter().copied().collect();
        let settled = Settled::new(&[&six], &varying);
        assert!(settled.has(&all[..2]));
        assert!(!settled.has(&all[..6]), "it saves as much");
        assert!(!settled.has(&all[5..]), "one is in no group");
        assert!(!Settled::new(&[&six, &three], &varying).has(&all[..2]));
        let few: FxHashSet<FluentId> = all[..2].iter().copied().collect();
        assert!(
            !Settled::new(&[&six], &few).has(&all[..2]),
            "four never hold"
        );
    }
}
