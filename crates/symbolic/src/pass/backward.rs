//! Backward over the layers: gives every reachable state its rewards.
//!
//! In: layers in the archive. Out: the same layers split by rewards, likewise.
//! This is algorithm 2 of Kissmann and Edelkamp's layer-based solver (2010)
//! with the fused step; any number of roles.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::{Count, Model, Reward, Rewards, RoleId};
use table::Archive;

use crate::SymbolicError;
use crate::algorithms::refine;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::entries::{put_values, read_values, read_worths, values_name};
use crate::pass::forward::{Found, LayerSets};
use crate::pass::goals::Worth as Ends;
use crate::pass::task::Progress;

/// What the states of a layer are worth, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerWorth {
    /// How many states have which rewards.
    pub buckets: Vec<(Rewards, Count)>,
    /// How many nodes the sets of equal value have together.
    pub nodes: usize,
}

/// Disjoint sets by what their states are worth.
pub(crate) type Buckets = BTreeMap<Rewards, Set>;

/// The same by what a part of that is.
pub(crate) type Parts<V> = Vec<(V, Set)>;

impl Engine<'_> {
    /// Values all layers, from those that are in the archive on; tells what each
    /// is worth.
    pub fn backward(
        &self,
        archive: &mut Archive<'_>,
        found: &Found,
        model: Model,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<LayerWorth>, SymbolicError> {
        let mut valued = Vec::new();
        let mut layer = found.layers.len();
        while layer > 0 && archive.contains(&values_name(model, layer - 1)) {
            layer -= 1;
            let (buckets, nodes) = read_worths(archive, model, layer)?;
            valued.push(LayerWorth { buckets, nodes });
        }
        let mut buckets = match layer == found.layers.len() {
            true => Buckets::new(),
            false => self.buckets(archive, model, layer)?,
        };
        while layer > 0 {
            layer -= 1;
            let [all, rest] = self.layer(archive, layer)?;
            let sets = self.split(&all, &rest);
            let sets = sets.map_err(|halt| self.error(halt, layer as u64))?;
            drop((all, rest));
            buckets = self.value(layer as u64, model, &sets, buckets.into_iter().collect())?;
            let worth = self.keep_values(archive, model, layer, &buckets)?;
            progress(Progress::Backward {
                layer: layer as u64,
                nodes: worth.nodes,
                disk: archive.disk(),
            });
            valued.push(worth);
        }
        valued.reverse();
        Ok(valued)
    }

    pub fn split(&self, all: &Set, rest: &Set) -> Result<LayerSets, Halt> {
        let roles = RoleId::all(self.relations.len());
        let open: Result<Vec<Set>, Halt> = roles.map(|role| self.own(role, rest)).collect();
        Ok(LayerSets {
            terminal: self.space.minus(all, rest)?,
            open: open?,
        })
    }

    /// What a layer of the archive is worth.
    fn buckets(
        &self,
        archive: &Archive<'_>,
        model: Model,
        layer: usize,
    ) -> Result<Buckets, SymbolicError> {
        let (worths, listing) = read_values(archive, model, layer, self.space.variables)?;
        let sets = self.space.restore(&listing);
        let sets = sets.map_err(|halt| self.error(halt, layer as u64))?;
        let rewards = worths.into_iter().map(|(rewards, _)| rewards);
        Ok(rewards.zip(sets).collect())
    }

    fn keep_values(
        &self,
        archive: &mut Archive<'_>,
        model: Model,
        layer: usize,
        buckets: &Buckets,
    ) -> Result<LayerWorth, SymbolicError> {
        let sets: Vec<&Set> = buckets.values().collect();
        let listing = self.space.list(&sets);
        let counts = listing.counts().ok_or(SymbolicError::TooMany)?;
        let worth = LayerWorth {
            buckets: buckets.keys().cloned().zip(counts).collect(),
            nodes: listing.nodes.len() + 1,
        };
        self.notice_effort(archive)?;
        put_values(archive, model, layer, &worth.buckets, &listing)?;
        Ok(worth)
    }

    /// Values a layer or a part of one, given disjoint sets of equal rewards with
    /// all that it leads to.
    pub fn value(
        &self,
        layer: u64,
        model: Model,
        sets: &LayerSets,
        next: Parts<Rewards>,
    ) -> Result<Buckets, SymbolicError> {
        let halt = |halt| self.error(halt, layer);
        let ends = self.goals.split(&self.space, &sets.terminal);
        let mut found = match ends.map_err(halt)? {
            Ends::Rewards(found) => found,
            Ends::Faulty(fault, set) => {
                return Err(SymbolicError::Fault {
                    fault,
                    state: self.witness(&set),
                    layer,
                    path: Vec::new(),
                });
            }
        };
        let chosen = match model {
            Model::Guaranteed => self.force(sets, &next),
            _ => self.choose(model, sets, next),
        };
        found.extend(chosen.map_err(halt)?);
        let joined = self.join(found).map_err(halt)?;
        Ok(joined.into_iter().collect())
    }

    /// Each role takes what it prefers of all vectors.
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

    /// What each role can force against all others together, role by role: it
    /// takes the most for itself, and the others leave it the least. A vector
    /// of these is where the sets of all roles meet.
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

    /// One set for each worth.
    fn join<V: Ord + Clone>(&self, parts: Parts<V>) -> Result<Parts<V>, Halt> {
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

    /// Values the states in which a role chooses; `next` has the role's most
    /// preferred bucket first.
    ///
    /// A state belongs to the first bucket that it has a move into: it is taken
    /// out there, and what is left has no move into any of the buckets so far.
    /// Every state has a move, and every successor is in some bucket, so what is
    /// left before the last bucket belongs to it.
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
