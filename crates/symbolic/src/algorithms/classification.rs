//! What an algorithm found, in numbers.

use std::collections::BTreeMap;

use game::{Bucket, Count, Initial, Level, Model, Solution, Value, Warning};

use super::search::Found;
use crate::pass::summary::Rated;
use crate::pass::task::Effort;

/// A solved game, with the resources that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The solution.
    pub solution: Solution,
    /// Pairs of a state and a layer that it is in: more than there are states
    /// where an algorithm keeps states in several layers.
    pub layer_states: Count,
    /// The number of states with each value and distance, if distances were wanted; in
    /// the order of the buckets, then of distances.
    pub spread: Vec<Spread>,
    /// The resources that it took.
    pub effort: Effort,
}

/// States of equal value and distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// What they are worth.
    pub value: Value,
    /// The number of joint moves until the end; none where that has no meaning.
    pub distance: Option<u64>,
    /// The number of these states.
    pub states: Count,
}

/// Numbers of states by value and distance.
pub(crate) type Numbers = BTreeMap<Rated, Count>;

/// What is known of a game beside its numbers of states.
pub(crate) struct Findings {
    pub model: Model,
    pub level: Level,
    /// The worth of infinite play; none if play always ends.
    pub infinite: Option<Value>,
    pub initial: Initial,
    pub with_distances: bool,
}

/// Makes the classification of what was found.
pub(crate) fn sum_up(
    found: Found,
    findings: Findings,
    numbers: &Numbers,
    effort: Effort,
) -> Classification {
    let states = found.states();
    let model = findings.model;
    let counts = numbers
        .iter()
        .map(|((value, _), states)| (value.clone(), *states));
    let buckets = Bucket::in_order(model, counts);
    let unresolved = states - buckets.iter().map(|it| it.states).sum::<Count>();
    let spread = match findings.with_distances {
        true => spread(&buckets, numbers),
        false => Vec::new(),
    };
    Classification {
        layer_states: found.layer_states,
        spread,
        effort,
        solution: Solution {
            model,
            level: findings.level.max(Level::Strong),
            cyclic: findings.infinite.is_some(),
            infinite: findings.infinite,
            states,
            terminals: found.terminals,
            layers: found.layers,
            initial: findings.initial,
            buckets,
            unresolved,
            warnings: Warning::unresolved(unresolved, states)
                .into_iter()
                .collect(),
        },
    }
}

fn spread(buckets: &[Bucket], numbers: &Numbers) -> Vec<Spread> {
    let spread = |bucket: &Bucket| {
        let own = numbers.iter().filter(|it| it.0.0 == bucket.value);
        let spread = own.map(|((value, distance), &states)| Spread {
            value: value.clone(),
            distance: *distance,
            states,
        });
        spread.collect::<Vec<_>>()
    };
    buckets.iter().flat_map(spread).collect()
}
