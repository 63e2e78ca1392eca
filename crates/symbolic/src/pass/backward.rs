//! The backward pass: gives every reachable state its rewards.
//!
//! In: layers in the archive. Out: the values of their states, also in the archive: by
//! grades where all roles that move have one scale of rewards (`graded`), otherwise by
//! one set for each vector of rewards (`buckets`).

use game::{Count, Model, Rewards, RoleId};
use table::Archive;

use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::buckets::Parts;
use crate::pass::engine::Engine;
use crate::pass::entries::{layer_name, put_values, read_values, read_worths, values_name};
use crate::pass::forward::{Found, LayerSets};
use crate::pass::graded::Graded;
use crate::pass::listed::{Form, ListedValues, Worth};
use crate::pass::scale::Side;
use crate::pass::task::Progress;
use crate::pass::trouble::Trouble;

/// The values of a layer's states, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerWorth {
    /// The number of states with each vector of rewards.
    pub buckets: Vec<(Rewards, Count)>,
    /// The number of nodes of the sets that hold the values.
    pub nodes: usize,
}

impl LayerWorth {
    fn new(worths: &[Worth], nodes: usize) -> Self {
        let worths = worths.iter().filter(|(_, states)| *states > 0);
        let mut buckets: Vec<Worth> = worths.cloned().collect();
        buckets.sort();
        LayerWorth { buckets, nodes }
    }
}

/// The values of a layer's states.
enum Values {
    Apart(Parts<Rewards>),
    Graded(Graded),
}

impl Engine<'_> {
    /// Values all layers, continuing from those in the archive; returns what each is
    /// worth.
    pub fn backward(
        &self,
        archive: &mut Archive<'_>,
        found: &Found,
        model: Model,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<LayerWorth>, Trouble> {
        let mut valued = Vec::new();
        let mut layer = found.layers.len();
        while layer > 0 && archive.contains(&values_name(model, layer - 1)) {
            layer -= 1;
            let (worths, nodes) = read_worths(archive, model, layer)?;
            valued.push(LayerWorth::new(&worths, nodes));
        }
        let mut values = match layer == found.layers.len() {
            // What each role can force has a scale of its own.
            true if model == Model::Guaranteed => Values::Apart(Vec::new()),
            true => Values::Graded(Graded::none(&self.space)),
            false => self.values(archive, model, layer)?,
        };
        while layer > 0 {
            layer -= 1;
            let now = self.value(archive, model, layer, values);
            values = now.map_err(|it| it.halted_in(self, layer as u64))?;
            let states = found.layers[layer].states;
            let worth = self.keep_values(archive, model, (layer, states), &values)?;
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

    /// Values a layer of the archive, given what the next one is worth.
    fn value(
        &self,
        archive: &Archive<'_>,
        model: Model,
        layer: usize,
        next: Values,
    ) -> Result<Values, Trouble> {
        let [all, rest] = self.layer(archive, layer)?;
        let sets = self.split(&all, &rest)?;
        drop((all, rest));
        let ends = self.ends(&sets.terminal, layer as u64)?;
        let next = match next {
            Values::Apart(next) => next,
            Values::Graded(mut next) => {
                let scale = next.scale.with(model, ends.iter().map(|(it, _)| it));
                let wants = self.wants(model, &scale, &sets);
                let fit = scale == next.scale;
                let as_it_is = wants.as_ref().is_some_and(|wants| {
                    let mut sides = wants.iter().flatten();
                    fit && sides.all(|side| *side == next.side)
                });
                // Where roles take turns this is needed only at the end of the game.
                let all_next = match as_it_is {
                    true => self.space.empty(),
                    false => self.all(archive, layer + 1)?,
                };
                if let Some(wants) = wants {
                    if !fit {
                        next = next.rescaled(&self.space, &scale, &all_next)?;
                    }
                    let graded = self.value_graded(&sets, &wants, &ends, &next, &all_next)?;
                    return Ok(Values::Graded(graded));
                }
                next.apart(&self.space, &all_next)?
            }
        };
        Ok(Values::Apart(self.value_apart(model, &sets, ends, next)?))
    }

    /// All states of a layer; none if there is no such layer.
    fn all(&self, archive: &Archive<'_>, layer: usize) -> Result<Set, SymbolicError> {
        if !archive.contains(&layer_name(layer)) {
            return Ok(self.space.empty());
        }
        let [all, _] = self.layer(archive, layer)?;
        Ok(all)
    }

    /// What a layer of the archive is worth.
    fn values(
        &self,
        archive: &Archive<'_>,
        model: Model,
        layer: usize,
    ) -> Result<Values, SymbolicError> {
        let listed = read_values(archive, model, layer, self.space.variables)?;
        let sets = self.space.restore(&listed.sets);
        let mut sets = sets.map_err(|halt| self.error(halt, layer as u64))?;
        Ok(match listed.form {
            Form::Apart => Values::Apart(listed.rewards().cloned().zip(sets).collect()),
            Form::Graded(side) => Values::Graded(Graded {
                scale: listed.scale(),
                side,
                pairs: sets.swap_remove(0),
            }),
        })
    }

    fn keep_values(
        &self,
        archive: &mut Archive<'_>,
        model: Model,
        (layer, states): (usize, Count),
        values: &Values,
    ) -> Result<LayerWorth, SymbolicError> {
        let listed = match values {
            Values::Apart(parts) => self.listed_parts(parts),
            Values::Graded(graded) => self.listed_pairs(graded, states),
        };
        let listed = listed.ok_or(SymbolicError::TooMany)?;
        self.notice_effort(archive)?;
        put_values(archive, model, layer, &listed)?;
        Ok(LayerWorth::new(&listed.worths, listed.sets.nodes.len() + 1))
    }

    /// None if there are too many states to be told.
    fn listed_parts(&self, parts: &Parts<Rewards>) -> Option<ListedValues> {
        let sets: Vec<&Set> = parts.iter().map(|(_, set)| set).collect();
        let sets = self.space.list(&sets);
        let rewards = parts.iter().map(|(rewards, _)| rewards.clone());
        Some(ListedValues {
            worths: rewards.zip(sets.counts()?).collect(),
            form: Form::Apart,
            sets,
        })
    }

    /// None if there are too many states to be told.
    fn listed_pairs(&self, graded: &Graded, states: Count) -> Option<ListedValues> {
        let Graded { scale, side, pairs } = graded;
        let sets = self.space.list_pairs(&[pairs], scale.bits());
        // A state that makes a grade makes all before it, and is in the layer.
        let minus = |all: Count, some: Count| all.checked_sub(some).expect("grades are nested");
        let mut worths = Vec::new();
        let mut left = states;
        for (grade, rewards) in scale.rewards.iter().enumerate() {
            let count = || Some(sets.counts_with(grade as u32, scale.bits())?[0]);
            let make = match (grade < scale.grades(), side) {
                (false, _) => 0,
                (true, Side::Makes) => count()?,
                (true, Side::Misses) => minus(states, count()?),
            };
            worths.push((rewards.clone(), minus(left, make)));
            left = make;
        }
        Some(ListedValues {
            worths,
            form: Form::Graded(*side),
            sets,
        })
    }
}
