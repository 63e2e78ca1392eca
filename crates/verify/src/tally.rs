//! Compares the counts of the header with the states.

use crate::error::Wrong;
use crate::file::Meta;
use crate::graph::Graph;
use crate::labels::{Labels, Values};
use crate::value::Value;

/// How many states there are of each kind.
pub struct Tally {
    states: u128,
    pub terminals: u128,
    pub unresolved: u128,
    pub layers: Vec<u128>,
    buckets: Vec<(Value, u128)>,
}

impl Tally {
    /// Counts the states of a graph.
    pub fn new(graph: &Graph, values: &Values, labels: &Labels) -> Self {
        let mut counts = vec![0; values.all.len()];
        for &value in &labels.values {
            counts[value as usize] += 1;
        }
        let terminals = (0..graph.len()).filter(|&it| graph.is_terminal(it)).count();
        Tally::of(values, counts, terminals as u128, graph.layers.clone())
    }

    /// Takes over counts, those of values by their numbers.
    pub fn of(values: &Values, counts: Vec<u128>, terminals: u128, layers: Vec<u128>) -> Self {
        let states = counts.iter().sum();
        let counted = values.all.iter().cloned().zip(counts);
        let counted = counted.filter(|it| it.1 > 0);
        let (none, buckets): (Vec<_>, Vec<_>) = counted.partition(|it| it.0 == Value::Unresolved);
        Tally {
            states,
            terminals,
            unresolved: none.first().map_or(0, |it| it.1),
            layers,
            buckets,
        }
    }

    /// Compares the header with the counts.
    pub fn compare(&self, meta: &Meta) -> Result<(), Wrong> {
        let same = |what: &str, says: u128, right: u128| match says == right {
            true => Ok(()),
            false => Err(Wrong::new(format!(
                "the header counts {what} wrongly\n  says   {says}\n  right  {right}"
            ))),
        };
        same("the states", meta.states, self.states)?;
        same(
            "the terminal states",
            meta.terminals.unwrap_or(self.terminals),
            self.terminals,
        )?;
        same("the unresolved states", meta.unresolved, self.unresolved)?;
        if let Some(layers) = &meta.layers {
            same(
                "the layers",
                layers.len() as u128,
                self.layers.len() as u128,
            )?;
            for (index, (&says, &right)) in layers.iter().zip(&self.layers).enumerate() {
                same(&format!("the states of layer {index}"), says, right)?;
            }
        }
        for (value, states) in &self.buckets {
            let says = meta.buckets.iter().filter(|it| it.0 == *value);
            let says = says.map(|it| it.1).fold(0, u128::saturating_add);
            same(&format!("the states that are worth {value}"), says, *states)?;
        }
        same(
            "the values",
            meta.buckets.len() as u128,
            self.buckets.len() as u128,
        )
    }
}
