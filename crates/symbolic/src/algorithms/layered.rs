//! Values one layer, given the next.
//!
//! Kissmann and Edelkamp, Layer-abstraction for symbolically solving general two-player
//! games (2010), algorithms 1 and 2, with the extension to games in which roles do not
//! alternate: the states of a layer are valued one role after the other. Beyond the
//! printed text: any number of roles, distances, and one role against all others. The
//! main engine for layers is `pass/solve.rs`; this one is for what that does not do,
//! and for games without a progress measure, where the text has layers that share
//! states.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use game::{Rewards, RoleId};

use super::contest::Contest;
use super::pace::{Pace, Paces};
use super::search::Step;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;

/// The outcome of a state, and its distance from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub outcome: usize,
    pub distance: Option<u64>,
}

/// Disjoint sets by the value of their states.
pub(crate) type Buckets = BTreeMap<Key, Set>;

/// One way to value a game: by the model, or for one role against all others.
pub(crate) struct Induction<'a> {
    pub engine: &'a Engine<'a>,
    pub contest: Contest,
    pub paces: Paces,
    /// Whether distances are wanted.
    pub numbered: bool,
}

impl Induction<'_> {
    /// Values a layer, given the next one's buckets.
    ///
    /// All successors of a layer are in the next, whether or not they are in
    /// others as well: so each state has its value from a layer that is done.
    pub fn value(
        &self,
        step: &Step,
        ends: &[(Rewards, Set)],
        next: &Buckets,
    ) -> Result<Buckets, Halt> {
        let mut buckets = Buckets::new();
        for (rewards, set) in ends {
            let key = Key {
                outcome: self.contest.outcome(rewards),
                distance: self.numbered.then_some(0),
            };
            self.add(&mut buckets, key, set)?;
        }
        let mut next: Vec<(&Key, &Set)> = next.iter().collect();
        for (role, open) in RoleId::all(step.kinds.open.len()).zip(&step.kinds.open) {
            next.sort_by(|(a, _), (b, _)| self.prefer(role, a, b));
            self.induce(role, open, &next, &mut buckets)?;
        }
        Ok(buckets)
    }

    /// Values the states of a role; `next` has its most preferred bucket first.
    /// A state belongs to the first that it has a move into, and every state
    /// has a move into some.
    fn induce(
        &self,
        role: RoleId,
        open: &Set,
        next: &[(&Key, &Set)],
        buckets: &mut Buckets,
    ) -> Result<(), Halt> {
        let space = &self.engine.space;
        let relation = &self.engine.relations[role.index()];
        let mut left = open.clone();
        for (place, (key, to)) in next.iter().enumerate() {
            if left.is_empty() {
                break;
            }
            let found = match place + 1 == next.len() {
                true => left.clone(),
                false => space.pre_image(relation, &left, to)?,
            };
            left = space.minus(&left, &found)?;
            let key = Key {
                outcome: key.outcome,
                distance: match self.paces.of(&self.contest, role, key.outcome) {
                    Pace::Unnumbered => None,
                    _ => key.distance.map(|distance| distance + 1),
                },
            };
            self.add(buckets, key, &found)?;
        }
        Ok(())
    }

    /// The better outcome first, then the distance that the role's pace seeks.
    fn prefer(&self, role: RoleId, a: &Key, b: &Key) -> Ordering {
        let place = |key: &Key| self.contest.place(role, key.outcome);
        place(a)
            .cmp(&place(b))
            .then_with(|| match self.paces.of(&self.contest, role, a.outcome) {
                Pace::Delay => Reverse(a.distance).cmp(&Reverse(b.distance)),
                _ => a.distance.cmp(&b.distance),
            })
    }

    fn add(&self, buckets: &mut Buckets, key: Key, set: &Set) -> Result<(), Halt> {
        if !set.is_empty() {
            let space = &self.engine.space;
            let known = buckets.entry(key).or_insert_with(|| space.empty());
            *known = space.or(known, set)?;
        }
        Ok(())
    }
}
