//! Values the states of a layer with one set for each vector of rewards: for any number
//! of roles, whatever they prefer.
//!
//! This is algorithm 2 of Kissmann and Edelkamp's layer-based solver (2010) with the
//! fused step.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::{Model, Reward, Rewards, RoleId};

use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::forward::LayerSets;
use crate::pass::product::refine;

/// Disjoint sets, each with the rewards of its states, or with a part of them.
pub(crate) type Parts<V> = Vec<(V, Set)>;

impl Engine<'_> {
    /// Values a layer or a part of one. Its terminal states are worth `ends`; `next`
    /// has all successors, in disjoint sets of equal rewards.
    pub fn value_apart(
        &self,
        model: Model,
        sets: &LayerSets,
        mut ends: Parts<Rewards>,
        next: Parts<Rewards>,
    ) -> Result<Parts<Rewards>, Halt> {
        ends.extend(match model {
            Model::Guaranteed => self.force(sets, &next)?,
            _ => self.choose(model, sets, next)?,
        });
        self.join(ends)
    }

    /// Each role takes the vector that it prefers.
    fn choose(
        &self,
        model: Model,
        sets: &LayerSets,
        mut next: Parts<Rewards>,
    ) -> Result<Parts<Rewards>, Halt> {
        let mut found = Vec::new();
        for (role, open) in RoleId::all(sets.open.len()).zip(&sets.open) {
            next.sort_by(|(a, _), (b, _)| model.compare(role, b, a));
            found.extend(self.induce(role, open, &next)?);
        }
        Ok(found)
    }

    /// What each role can force against all others together, role by role: the role
    /// takes the most for itself, and the others leave it the least. The intersections
    /// of all roles' sets give the vectors.
    fn force(&self, sets: &LayerSets, next: &Parts<Rewards>) -> Result<Parts<Rewards>, Halt> {
        let mut whole = self.space.empty();
        for open in &sets.open {
            whole = self.space.or(&whole, open)?;
        }
        let mut vectors = vec![(Vec::new(), whole)];
        for role in RoleId::all(sets.open.len()) {
            let own = next
                .iter()
                .map(|(rewards, set)| (rewards[role], set.clone()));
            let mut own: Parts<Reward> = self.join(own.collect())?;
            let mut found = Vec::new();
            for (chooser, open) in RoleId::all(sets.open.len()).zip(&sets.open) {
                let order = |a: &Reward, b: &Reward| -> Ordering {
                    let most_first = b.cmp(a);
                    if chooser == role {
                        most_first
                    } else {
                        most_first.reverse()
                    }
                };
                own.sort_by(|(a, _), (b, _)| order(a, b));
                found.extend(self.induce(chooser, open, &own)?);
            }
            let found = self.join(found)?;
            let answers = found.iter().map(|(reward, part)| (reward, part));
            vectors = refine(&self.space, &vectors, answers)?;
        }
        let vectors = vectors.into_iter();
        Ok(vectors
            .map(|(vector, set)| (Rewards::new(vector), set))
            .collect())
    }

    /// Joins the parts with the same worth.
    pub fn join<V: Ord + Clone>(&self, parts: Parts<V>) -> Result<Parts<V>, Halt> {
        let mut joined: BTreeMap<V, Set> = BTreeMap::new();
        for (worth, set) in parts {
            let set = match joined.get(&worth) {
                Some(known) => self.space.or(known, &set)?,
                None => set,
            };
            joined.insert(worth, set);
        }
        Ok(joined.into_iter().collect())
    }

    /// Values the states in which a role chooses; `next` has the role's most preferred
    /// bucket first.
    ///
    /// A state belongs to the first bucket that it has a move into: it is removed
    /// there, so what is left has no move into any bucket so far. Every state has a
    /// move, and every successor is in some bucket, so what is left before the last
    /// bucket belongs to that one.
    fn induce<V: Clone>(
        &self,
        role: RoleId,
        open: &Set,
        next: &[(V, Set)],
    ) -> Result<Parts<V>, Halt> {
        let mut found = Vec::new();
        let mut left = open.clone();
        for (place, (worth, to)) in next.iter().enumerate() {
            if left.is_empty() {
                break;
            }
            if place + 1 == next.len() {
                found.push((worth.clone(), left));
                break;
            }
            let relation = &self.relations[role.index()];
            let without = self.space.without_move(relation, &left, to)?;
            let with = self.space.minus(&left, &without)?;
            if !with.is_empty() {
                found.push((worth.clone(), with));
            }
            left = without;
        }
        Ok(found)
    }
}
