//! What an endgame database has, in numbers.

use std::collections::BTreeMap;
use std::convert::Infallible;

use game::{Bucket, Count, Initial, Layer, Level, Model, Options, Rewards, Value, Warning};

use ground::BitState;

use super::induce::Class;
use super::terms::Terms;
use crate::SymbolicError;
use crate::pass::engine::Engine;
use crate::pass::summary::{Rated, Valued, always_nearer, initial};
use crate::pass::task::{Effort, Task};

/// An endgame database in numbers. All counts are of stored states, most of which may be
/// unreachable.
#[derive(Debug)]
pub struct Endgames {
    /// The model.
    pub model: Model,
    /// Strong, or ultra-strong if distances were computed.
    pub level: Level,
    /// The number of stored states.
    pub states: Count,
    /// How many of them are terminal.
    pub terminals: Count,
    /// The states by the number of moves that play from them lasts at most, from 0 on;
    /// empty if that was not counted.
    pub steps: Vec<Count>,
    /// The states by layer, where a measure tells the layer; empty otherwise.
    pub layers: Vec<Layer>,
    /// The states by value, best for the first role first.
    pub buckets: Vec<Bucket>,
    /// What the position that the game starts from is worth, if it is stored.
    pub initial: Option<Initial>,
    /// What people should know.
    pub warnings: Vec<Warning>,
    /// The resources that it took.
    pub effort: Effort,
    /// The limit that ended the work, if it did not come to its end.
    pub stopped: Option<SymbolicError>,
}

/// What is found on the way.
pub(super) struct Findings {
    terms: Terms,
    infinite: Option<Rewards>,
    pub terminals: Count,
    pub steps: Vec<Count>,
    pub layers: Vec<Layer>,
    counts: BTreeMap<Rewards, Count>,
    pub initial: Option<Initial>,
    pub stopped: Option<SymbolicError>,
}

impl Findings {
    pub fn new(terms: Terms, options: &Options) -> Self {
        Findings {
            terms,
            infinite: options.infinite.clone(),
            terminals: 0,
            steps: Vec::new(),
            layers: Vec::new(),
            counts: BTreeMap::new(),
            initial: None,
            stopped: None,
        }
    }

    /// Counts the states of some classes, and returns how many they are; none if there are
    /// too many to be told.
    pub fn add(&mut self, classes: &[Class], listed: &Valued) -> Option<Count> {
        let counts = listed.sets.counts()?;
        for (class, states) in classes.iter().zip(&counts) {
            *self.counts.entry(class.rewards.clone()).or_default() += states;
        }
        Some(counts.iter().sum())
    }

    /// Whether nothing was finished.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.layers.is_empty()
    }

    /// Whether a number of steps was given.
    pub fn bounded(&self) -> bool {
        self.terms.steps.is_some()
    }

    pub fn told(self, effort: Effort) -> Endgames {
        let Terms {
            model, distances, ..
        } = self.terms;
        let values: Vec<Rewards> = self.counts.keys().cloned().collect();
        let states = self.counts.values().sum();
        let buckets = self.counts.into_iter();
        let buckets = buckets.map(|(rewards, states)| (Value::Rewards(rewards), states));
        let goals = Warning::goals_out_of_range(&values);
        let idle = self.infinite.map(|_| Warning::IdleInfinite);
        Endgames {
            model,
            level: match distances {
                true => Level::UltraStrong,
                false => Level::Strong,
            },
            states,
            terminals: self.terminals,
            steps: self.steps,
            layers: self.layers,
            buckets: Bucket::in_order(model, buckets),
            initial: self.initial,
            warnings: goals.into_iter().chain(idle).collect(),
            effort,
            stopped: self.stopped,
        }
    }
}

impl Engine<'_> {
    /// What the first position is worth, if it is stored, and its best moves.
    pub(super) fn first_of(
        &self,
        task: &Task<'_>,
        terms: Terms,
        worth: &mut dyn FnMut(usize, &BitState) -> Result<Rated, Infallible>,
    ) -> Option<Initial> {
        let Ok(mut first) = initial(task.game, task.start, terms.model, worth, &always_nearer);
        // Best play goes on in layers that are no longer at hand.
        first.line.clear();
        (first.value != Value::Unresolved).then_some(first)
    }

    /// What a state of a layer is worth, if that is known.
    pub(super) fn worth_in(&self, layer: Option<&Valued>, state: &BitState) -> Rated {
        layer.map_or((Value::Unresolved, None), |it| it.of(&self.encoding, state))
    }
}
