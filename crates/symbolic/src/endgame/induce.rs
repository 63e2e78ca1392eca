//! The values of states all of whose successors are stored.

use game::{Model, Rewards, RoleId, Value};

use super::terms::Terms;
use crate::algorithms::pace::Pace;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::forward::LayerSets;
use crate::pass::summary::Valued;

/// Stored states of equal value and distance.
#[derive(Clone)]
pub(super) struct Class {
    pub rewards: Rewards,
    /// None where it has no meaning, or is not wanted.
    pub distance: Option<u64>,
    pub states: Set,
}

impl Engine<'_> {
    /// Terminal states as classes.
    pub(super) fn classes_of(&self, terms: Terms, ends: Vec<(Rewards, Set)>) -> Vec<Class> {
        let class = |(rewards, states)| Class {
            rewards,
            distance: terms.distances.then_some(0),
            states,
        };
        ends.into_iter().map(class).collect()
    }

    /// Values open states, by the role that may choose; `next` has all their successors, in
    /// disjoint classes.
    pub(super) fn induced(
        &self,
        terms: Terms,
        open: Vec<Set>,
        next: &[Class],
    ) -> Result<Vec<Class>, Halt> {
        let sets = LayerSets {
            terminal: self.space.empty(),
            open,
        };
        let worths = next.iter();
        let worths = worths.map(|it| (it.rewards.clone(), it.states.clone()));
        let worths = self.join(worths.collect())?;
        let parts = self.value_apart(terms.model, &sets, Vec::new(), worths)?;
        let mut classes = Vec::new();
        for (rewards, states) in parts {
            match terms.distances && terms.model != Model::Guaranteed {
                true => self.with_distances(terms, &sets, (rewards, states), next, &mut classes)?,
                false => classes.push(Class {
                    rewards,
                    distance: None,
                    states,
                }),
            }
        }
        Ok(classes)
    }

    /// Splits states of equal rewards by their distances. Only successors with these rewards
    /// matter: who hastens takes the nearest of them, who delays the farthest.
    fn with_distances(
        &self,
        terms: Terms,
        sets: &LayerSets,
        (rewards, states): (Rewards, Set),
        next: &[Class],
        classes: &mut Vec<Class>,
    ) -> Result<(), Halt> {
        let space = &self.space;
        let value = Value::Rewards(rewards.clone());
        let mut alike: Vec<&Class> = next.iter().filter(|it| it.rewards == rewards).collect();
        alike.sort_by_key(|it| it.distance);
        for (role, relation) in self.movers() {
            let mut left = space.and(&states, &sets.open[role.index()])?;
            let pace = Pace::acyclic(&value, role, terms.draws);
            let order: Vec<&Class> = match pace {
                Pace::Unnumbered => Vec::new(),
                Pace::Hasten => alike.clone(),
                Pace::Delay => alike.iter().rev().copied().collect(),
            };
            for class in order {
                let found = space.pre_image(relation, &left, &class.states)?;
                left = space.minus(&left, &found)?;
                add(classes, &rewards, class.distance.map(|it| it + 1), found);
            }
            add(classes, &rewards, None, left);
        }
        Ok(())
    }

    /// Puts classes of equal value and distance together.
    pub(super) fn merged(&self, classes: Vec<Class>) -> Result<Vec<Class>, Halt> {
        let mut merged: Vec<Class> = Vec::new();
        for class in classes {
            let alike =
                |it: &&mut Class| (&it.rewards, it.distance) == (&class.rewards, class.distance);
            match merged.iter_mut().find(alike) {
                Some(known) => known.states = self.space.or(&known.states, &class.states)?,
                None => merged.push(class),
            }
        }
        Ok(merged)
    }

    /// All states of some classes.
    pub(super) fn all_of(&self, classes: &[Class]) -> Result<Set, Halt> {
        let mut classes = classes.iter();
        classes.try_fold(self.space.empty(), |all, it| {
            self.space.or(&all, &it.states)
        })
    }

    /// The states of each role all of whose moves lead into a set.
    pub(super) fn forced(&self, open: &[Set], into: &Set) -> Result<Vec<Set>, Halt> {
        let forced = |role: RoleId| {
            let relation = &self.relations[role.index()];
            self.space
                .strong_pre_image(relation, &open[role.index()], into)
        };
        RoleId::all(open.len()).map(forced).collect()
    }

    /// Classes as a list of nodes.
    pub(super) fn listed(&self, classes: &[Class]) -> Valued {
        let rated = classes.iter();
        let rated = rated.map(|it| (Value::Rewards(it.rewards.clone()), it.distance));
        let sets: Vec<&Set> = classes.iter().map(|it| &it.states).collect();
        Valued {
            rated: rated.collect(),
            sets: self.space.list(&sets),
        }
    }
}

fn add(classes: &mut Vec<Class>, rewards: &Rewards, distance: Option<u64>, states: Set) {
    if !states.is_empty() {
        classes.push(Class {
            rewards: rewards.clone(),
            distance,
            states,
        });
    }
}
