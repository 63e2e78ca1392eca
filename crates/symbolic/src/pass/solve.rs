//! Backward over the layers: gives every reachable state its rewards.
//!
//! In: layers, the deepest first. Out: the same layers split by rewards, in
//! numbers. This is algorithm 2 of Kissmann and Edelkamp's layer-based solver
//! (2010) with the fused step; any number of roles.

use std::collections::BTreeMap;

use game::{Bucket, Count, Initial, Layer, Level, Model, Rewards, RoleId, Solution, Value};

use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::forward::LayerSets;
use crate::pass::goals::Worth;
use crate::pass::task::{Effort, Progress, Task};

/// A solution, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The solution; without distances, best moves and lines of play.
    pub solution: Solution,
    /// What it took.
    pub effort: Effort,
}

/// Disjoint sets by what their states are worth.
type Buckets = BTreeMap<Rewards, Set>;

/// Solves a game: every reachable state gets its value by backward induction
/// under the model.
///
/// # Errors
///
/// As [`reach`](crate::reach()); [`SymbolicError::Unsuited`] for
/// [`Model::Guaranteed`].
pub fn solve(
    task: &Task<'_>,
    model: Model,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SymbolicError> {
    let model = match task.game.roles().len() {
        1 => Model::Own,
        _ => model,
    };
    if model == Model::Guaranteed {
        let reason = "the model guaranteed is not among those it knows";
        return Err(SymbolicError::Unsuited(reason));
    }
    let engine = Engine::new(task)?;
    let mut layers: Vec<LayerSets> = Vec::new();
    engine.forward(progress, &mut |sets| layers.push(sets))?;
    let numbers = numbers(&layers);
    let mover = mover(&layers);
    let mut counts: BTreeMap<Rewards, Count> = BTreeMap::new();
    let mut buckets = Buckets::new();
    while let Some(sets) = layers.pop() {
        let layer = layers.len() as u64;
        buckets = engine.value(layer, model, &sets, buckets)?;
        let mut all_nodes = 0;
        for (rewards, set) in &buckets {
            let (states, nodes) = engine.space.measure(set).ok_or(SymbolicError::TooMany)?;
            *counts.entry(rewards.clone()).or_default() += states;
            all_nodes += nodes;
        }
        let nodes = all_nodes;
        progress(Progress::Backward { layer, nodes });
    }
    let start = buckets.into_keys().next();
    let value = start.expect("the first layer has one state");
    let solution = Solution {
        model,
        level: Level::Strong,
        infinite: None,
        cyclic: false,
        states: numbers.iter().map(|it| it.0.states).sum(),
        terminals: numbers.iter().map(|it| it.1).sum(),
        layers: numbers.into_iter().map(|it| it.0).collect(),
        initial: Initial {
            value: Value::Rewards(value),
            distance: None,
            mover,
            best_moves: Vec::new(),
            line: Vec::new(),
        },
        buckets: in_order(model, counts),
        unresolved: 0,
        warnings: Vec::new(),
    };
    Ok(Solved {
        solution,
        effort: engine.effort(),
    })
}

fn numbers(layers: &[LayerSets]) -> Vec<(Layer, Count)> {
    let numbered = (0..).zip(layers);
    let number = |(index, sets): (u64, &LayerSets)| {
        let states = sets.states;
        (Layer { index, states }, sets.terminals)
    };
    numbered.map(number).collect()
}

/// The role that has a choice at the start: a state with one successor leaves
/// none, however many moves lead there.
fn mover(layers: &[LayerSets]) -> Option<RoleId> {
    let choice = layers.get(1).is_some_and(|second| second.states > 1);
    let place = layers[0].open.iter().position(|open| !open.is_empty());
    place.filter(|_| choice).map(RoleId::new)
}

/// The values that occur, best for the first role first.
fn in_order(model: Model, counts: BTreeMap<Rewards, Count>) -> Vec<Bucket> {
    let mut counts: Vec<(Rewards, Count)> = counts.into_iter().collect();
    counts.sort_by(|(a, _), (b, _)| model.compare(RoleId::new(0), b, a));
    let bucket = |(rewards, states)| Bucket {
        value: Value::Rewards(rewards),
        states,
    };
    counts.into_iter().map(bucket).collect()
}

impl Engine<'_> {
    /// Values a layer, given the next one's buckets.
    fn value(
        &self,
        layer: u64,
        model: Model,
        sets: &LayerSets,
        next: Buckets,
    ) -> Result<Buckets, SymbolicError> {
        let halt = |halt| self.error(halt, layer);
        let worth = self.goals.split(&self.space, &sets.terminal);
        let mut found = match worth.map_err(halt)? {
            Worth::Rewards(found) => found,
            Worth::Faulty(fault, set) => {
                return Err(SymbolicError::Fault {
                    fault,
                    state: self.witness(&set),
                    layer,
                });
            }
        };
        let mut next: Vec<(Rewards, Set)> = next.into_iter().collect();
        for (role, open) in RoleId::all(sets.open.len()).zip(&sets.open) {
            next.sort_by(|(a, _), (b, _)| model.compare(role, b, a));
            self.induce(role, open, &next, &mut found).map_err(halt)?;
        }
        let mut buckets = Buckets::new();
        for (rewards, set) in found {
            let joined = match buckets.get(&rewards) {
                Some(known) => self.space.or(known, &set).map_err(halt)?,
                None => set,
            };
            buckets.insert(rewards, joined);
        }
        Ok(buckets)
    }

    /// Values the states in which a role chooses; `next` has the role's most
    /// preferred bucket first.
    ///
    /// A state belongs to the first bucket that it has a move into: it is taken
    /// out there, and what is left has no move into any of the buckets so far.
    /// Every state has a move, and every successor is in some bucket, so what is
    /// left before the last bucket belongs to it.
    fn induce(
        &self,
        role: RoleId,
        open: &Set,
        next: &[(Rewards, Set)],
        found: &mut Vec<(Rewards, Set)>,
    ) -> Result<(), Halt> {
        let mut left = open.clone();
        for (place, (rewards, to)) in next.iter().enumerate() {
            if left.is_empty() {
                break;
            }
            if place + 1 == next.len() {
                found.push((rewards.clone(), left));
                break;
            }
            let mut without = left.clone();
            for &part in &self.relations[role.index()] {
                without = self.space.andnotpre(&without, part, to)?;
            }
            let with = self.space.minus(&left, &without)?;
            if !with.is_empty() {
                found.push((rewards.clone(), with));
            }
            left = without;
        }
        Ok(())
    }
}
