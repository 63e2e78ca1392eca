//! Solves with layers that are cut into parts by the value of a group of fluents.
//!
//! In: a game with layers, and a group. Out: the same numbers as without, and how large
//! the parts are. A step forward takes one part after the other and cuts what it leads
//! to. A step back values one part after the other, against the parts of the next layer
//! that it leads to. All other parts are lists of nodes meanwhile, outside the space.
//! Not here: which group is best (`groups`), and the archive. This is an experiment;
//! docs/results.md has its results.

use std::collections::BTreeMap;

use game::{Count, Level, Model, Options, Rewards};

use crate::SymbolicError;
use crate::diagram::{Halt, Listing, Set};
use crate::pass::buckets::Parts;
use crate::pass::engine::Engine;
use crate::pass::groups::{chosen, named};
use crate::pass::task::{Effort, Task};

/// The group by which layers are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// By no group.
    Whole,
    /// By the group that has this fluent.
    By(String),
    /// By the group that seems best on a layer of the game.
    Auto,
}

/// The result of [`solve_in_parts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The number of states of each layer.
    pub layers: Vec<Count>,
    /// The number of terminal states.
    pub terminals: Count,
    /// The number of states with each vector of rewards.
    pub buckets: BTreeMap<Rewards, Count>,
    /// The fluents by which layers were cut.
    pub group: Vec<String>,
    /// The largest number of nodes of one part of a layer, and of all parts of a layer
    /// together.
    pub nodes: [usize; 2],
    /// The largest number of parts of a layer.
    pub parts: usize,
    /// The largest number of nodes needed at once in a step back: those of a part of a
    /// layer, and of the valued parts that it leads to.
    pub held: usize,
    /// The resources that it took.
    pub effort: Effort,
}

/// A part of a layer as lists of nodes.
struct Part {
    /// All its states, and those that are not terminal.
    sets: Listing,
    /// The parts of the next layer that it leads to.
    leads_to: Vec<usize>,
}

/// A part's sets of equal rewards.
struct Valued {
    rewards: Vec<Rewards>,
    sets: Listing,
}

/// Solves a game with layers that are cut into parts.
///
/// # Errors
///
/// As [`solve`](crate::solve()).
pub fn solve_in_parts(
    task: &Task<'_>,
    cut: &Cut,
    options: &Options,
) -> Result<Divided, SymbolicError> {
    if options.level == Level::UltraStrong {
        let reason = "distances are not among what layers tell";
        return Err(SymbolicError::Unsuited(reason));
    }
    let engine = &Engine::of(task)?;
    let group = match cut {
        Cut::Whole => Vec::new(),
        Cut::By(fluent) => named(task, fluent),
        Cut::Auto => chosen(engine, task)?,
    };
    let cubes = engine.cubes(&group).map_err(|it| engine.error(it, 0))?;
    let names = group
        .iter()
        .map(|it| task.game.fluents()[it.index()].clone());
    let mut divided = Divided {
        layers: Vec::new(),
        terminals: 0,
        buckets: BTreeMap::new(),
        group: names.collect(),
        nodes: [0; 2],
        parts: 0,
        held: 0,
        effort: Effort::default(),
    };
    let layers = engine.forward_in_parts(&cubes, &mut divided)?;
    engine.backward_in_parts(&layers, options.model, &mut divided)?;
    divided.effort = engine.effort(Vec::new());
    Ok(divided)
}

impl Engine<'_> {
    /// The states in which each fluent of a group holds, and those in which none does:
    /// each state is in exactly one.
    pub(super) fn cubes(&self, group: &[ground::FluentId]) -> Result<Vec<Set>, Halt> {
        let fluents = self.encoding.fluents(&self.space)?;
        let mut none = self.space.full();
        let mut cubes = Vec::new();
        for fluent in group {
            let holds = fluents[fluent.index()].clone();
            none = self.space.minus(&none, &holds)?;
            cubes.push(holds);
        }
        cubes.push(none);
        Ok(cubes)
    }

    /// The parts of a set, without empty ones.
    pub(super) fn cut(&self, set: &Set, cubes: &[Set]) -> Result<Vec<(usize, Set)>, Halt> {
        let mut parts = Vec::new();
        for (place, cube) in cubes.iter().enumerate() {
            let part = self.space.and(set, cube)?;
            parts.extend((!part.is_empty()).then_some((place, part)));
        }
        Ok(parts)
    }

    fn forward_in_parts(
        &self,
        cubes: &[Set],
        divided: &mut Divided,
    ) -> Result<Vec<BTreeMap<usize, Part>>, SymbolicError> {
        let mut claim = self.claim()?;
        let mut layers = Vec::new();
        let halt = |halt| self.error(halt, 0);
        let mut parts: BTreeMap<usize, Set> = self
            .cut(&self.start, cubes)
            .map_err(halt)?
            .into_iter()
            .collect();
        while !parts.is_empty() {
            let layer = layers.len() as u64;
            let halt = |halt| self.error(halt, layer);
            let mut listed = BTreeMap::new();
            let mut states = 0;
            for (place, set) in std::mem::take(&mut parts) {
                self.check_measure(layer, &set, &mut claim)?;
                let rest = self.expand(layer, &set);
                let rest = rest.map_err(|it| it.in_layer(self, layer))?;
                let sets = self.space.list(&[&set, &rest]);
                let counts = sets.counts().ok_or(SymbolicError::TooMany)?;
                states += counts[0];
                divided.terminals += counts[0] - counts[1];
                let leads_to = Vec::new();
                listed.insert(place, Part { sets, leads_to });
            }
            divided.layers.push(states);
            divided.parts = divided.parts.max(listed.len());
            let sizes = listed.values().map(|it| it.sets.size_of_first());
            divided.nodes[0] = divided.nodes[0].max(sizes.clone().max().unwrap_or(0));
            divided.nodes[1] = divided.nodes[1].max(sizes.sum());
            for part in listed.values_mut() {
                let sets = self.space.restore(&part.sets).map_err(halt)?;
                let image = self.followers(&sets[1]).map_err(halt)?;
                for (place, more) in self.cut(&image, cubes).map_err(halt)? {
                    part.leads_to.push(place);
                    let known = parts.remove(&place).unwrap_or_else(|| self.space.empty());
                    parts.insert(place, self.space.or(&known, &more).map_err(halt)?);
                }
            }
            layers.push(listed);
        }
        Ok(layers)
    }

    fn backward_in_parts(
        &self,
        layers: &[BTreeMap<usize, Part>],
        model: Model,
        divided: &mut Divided,
    ) -> Result<(), SymbolicError> {
        let model = model.among(self.relations.len());
        let mut after: BTreeMap<usize, Valued> = BTreeMap::new();
        for (layer, parts) in layers.iter().enumerate().rev() {
            let halt = |halt| self.error(halt, layer as u64);
            let mut valued = BTreeMap::new();
            for (&place, part) in parts {
                let mut next: Parts<Rewards> = Vec::new();
                let mut held = part.sets.nodes.len();
                for to in part.leads_to.iter().map(|to| &after[to]) {
                    held += to.sets.nodes.len();
                    let sets = self.space.restore(&to.sets).map_err(halt)?;
                    next.extend(to.rewards.iter().cloned().zip(sets));
                }
                divided.held = divided.held.max(held);
                let sets = self.space.restore(&part.sets).map_err(halt)?;
                let sets = self.split(&sets[0], &sets[1]).map_err(halt)?;
                let ends = self.ends(&sets.terminal, layer as u64);
                let ends = ends.map_err(|it| it.in_layer(self, layer as u64))?;
                let parts = self.value_apart(model, &sets, ends, next).map_err(halt)?;
                let (rewards, sets): (Vec<Rewards>, Vec<Set>) = parts.into_iter().unzip();
                let sets = self.space.list(&sets.iter().collect::<Vec<_>>());
                let counts = sets.counts().ok_or(SymbolicError::TooMany)?;
                for (rewards, states) in rewards.iter().zip(counts) {
                    *divided.buckets.entry(rewards.clone()).or_default() += states;
                }
                valued.insert(place, Valued { rewards, sets });
            }
            after = valued;
        }
        Ok(())
    }
}
