//! The classes of outcomes by which values and distances are checked.
//!
//! In: the outcomes that occur before and after a move. Out: for a mover the
//! classes, its favourite first. `labels.rs` and `local.rs` define what is better,
//! for all checks.

use std::collections::BTreeSet;

use super::choice::Class;
use super::example::Claims;
use crate::local::Pace;
use crate::order::Model;
use crate::value::{Outcome, Value};

/// Outcomes with the claims about them.
pub struct Rated<'a> {
    pub claims: &'a Claims,
    pub outcomes: &'a [Outcome],
    /// The outcomes that occur in the section, and in those after it.
    pub here: &'a [u32],
    pub after: &'a [u32],
}

impl Rated<'_> {
    fn value(&self, outcome: u32) -> &Value {
        &self.outcomes[outcome as usize].value
    }

    fn number(&self, outcome: u32) -> u32 {
        self.claims.values.number(self.value(outcome))
    }

    /// The unresolved outcomes of the section. Where play always ends there must be
    /// none.
    pub fn unresolved(&self) -> Vec<u32> {
        let here = self.here.iter().copied();
        here.filter(|&it| *self.value(it) == Value::Unresolved)
            .collect()
    }

    /// The values that occur in the section.
    pub fn values_here(&self) -> BTreeSet<u32> {
        self.here.iter().map(|&it| self.number(it)).collect()
    }

    /// For a mover the lists of classes that values are checked by: one list, or one
    /// for each role where each is alone against all others.
    pub fn values(&self, mover: usize) -> Vec<Vec<Class>> {
        let values = &self.claims.values;
        if values.model != Model::Guaranteed || values.roles == 1 {
            let rank = |outcome: u32| i64::from(values.rank(mover, self.number(outcome)));
            return vec![self.classes(rank)];
        }
        let reward = |role: usize, outcome: u32| match self.value(outcome) {
            Value::Rewards(rewards) => rewards[role],
            _ => 0,
        };
        let roles = 0..values.roles;
        // The mover takes the most for itself, and leaves each other role the least.
        roles
            .map(|role| match role == mover {
                true => self.classes(|outcome| reward(role, outcome)),
                false => self.classes(|outcome| -reward(role, outcome)),
            })
            .collect()
    }

    /// Outcomes of equal ranks together, the greatest rank first.
    fn classes(&self, rank: impl Fn(u32) -> i64) -> Vec<Class> {
        let known = |&it: &u32| *self.value(it) != Value::Unresolved;
        let of = |outcomes: &[u32]| -> Vec<(i64, u32)> {
            let known = outcomes.iter().copied().filter(known);
            known.map(|outcome| (rank(outcome), outcome)).collect()
        };
        let (here, after) = (of(self.here), of(self.after));
        let ranks: BTreeSet<i64> = here.iter().chain(&after).map(|it| it.0).collect();
        let with = |all: &[(i64, u32)], rank: i64| {
            let with = all.iter().filter(|it| it.0 == rank);
            with.map(|it| it.1).collect()
        };
        let ranks = ranks.into_iter().rev();
        ranks
            .map(|rank| Class {
                after: with(&after, rank),
                here: with(&here, rank),
            })
            .collect()
    }

    /// For a mover and a value of the section: the outcomes whose distances are
    /// checked, and the classes to check them by.
    pub fn distances(&self, mover: usize, value: u32) -> (Vec<u32>, Vec<Class>) {
        let of = |outcomes: &[u32]| -> Vec<u32> {
            let outcomes = outcomes.iter().copied();
            outcomes.filter(|&it| self.number(it) == value).collect()
        };
        let (mut here, after) = (of(self.here), of(self.after));
        let distance = |outcome: u32| self.outcomes[outcome as usize].distance;
        // In a file without distances a missing one says nothing.
        here.retain(|&it| self.claims.distances || distance(it).is_some());
        let pace = (self.claims.values).pace(Some(mover), value, self.claims.draws);
        if pace == Pace::None {
            let none = here.iter().copied().filter(|&it| distance(it).is_none());
            let only = Class {
                here: none.collect(),
                after,
            };
            return (here, vec![only]);
        }
        // By the distance that a state must have, one more than its successor's. A
        // mover that hastens prefers the least, and none last; one that delays the
        // reverse.
        let before = |outcome: u32| distance(outcome).map(|it| it.saturating_add(1));
        let due = after.iter().map(|&it| before(it));
        let due: BTreeSet<Option<u64>> = due.chain(here.iter().map(|&it| distance(it))).collect();
        let mut due: Vec<Option<u64>> = due.into_iter().filter(|&it| it != Some(0)).collect();
        due.sort_by_key(|&it| it.unwrap_or(u64::MAX));
        if pace == Pace::Delay {
            due.reverse();
        }
        let class = |due: Option<u64>| Class {
            after: (after.iter().copied())
                .filter(|&it| before(it) == due)
                .collect(),
            here: (here.iter().copied())
                .filter(|&it| distance(it) == due)
                .collect(),
        };
        let classes = due.into_iter().map(class).collect();
        (here, classes)
    }
}
