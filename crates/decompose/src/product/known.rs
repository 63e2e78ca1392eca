//! What is known where a move is legal, put into its effects.
//!
//! In: conditions that hold, a condition. Out: the condition without what is known.
//!
//! Conjunctions are flat: where a small one is part of a larger one, only its own parts are
//! left of it. So a conjunction that is known to fail is looked for as a subset.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::net::Net;
use crate::signal::Signal;

/// Conditions that hold.
pub(crate) struct Known {
    values: FxHashMap<usize, Signal>,
    /// Conjunctions that fail, in ascending order.
    failing: Vec<Box<[Signal]>>,
    /// Conditions that were looked at.
    pub looked_at: usize,
}

impl Known {
    /// All of these hold.
    pub fn new(net: &Net, holding: &[Signal]) -> Self {
        let mut known = Known {
            values: FxHashMap::default(),
            failing: Vec::new(),
            looked_at: 0,
        };
        for &signal in holding {
            let value = Signal::TRUE.negated_if(signal.is_negated());
            known.values.insert(signal.number(), value);
            let parts = net.parts(signal.number());
            if signal.is_negated() && !parts.is_empty() {
                known.failing.push(parts.into());
            }
        }
        known
    }

    /// The condition, given what is known.
    pub fn simplify(&mut self, net: &mut Net, signal: Signal) -> Signal {
        let mut open = vec![signal.number()];
        let mut below = Vec::new();
        let mut visited: FxHashSet<usize> = FxHashSet::default();
        while let Some(number) = open.pop() {
            if !self.values.contains_key(&number) && visited.insert(number) {
                below.push(number);
                open.extend(net.parts(number).iter().map(|it| it.number()));
            }
        }
        self.looked_at += below.len();
        // Gates come after those that they read.
        below.sort_unstable();
        for number in below {
            let simple = self.gate(net, number);
            self.values.insert(number, simple);
        }
        self.values[&signal.number()].negated_if(signal.is_negated())
    }

    fn gate(&self, net: &mut Net, number: usize) -> Signal {
        let parts = net.parts(number);
        if parts.is_empty() {
            return Signal::of(number);
        }
        let has = |failing: &[Signal]| failing.iter().all(|it| parts.binary_search(it).is_ok());
        if self.failing.iter().any(|it| has(it)) {
            return Signal::FALSE;
        }
        let value = |part: &Signal| self.values[&part.number()].negated_if(part.is_negated());
        let parts = parts.iter().map(value).collect();
        net.and(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conjunction_that_fails_is_found_in_larger_ones() {
        let mut net = Net::new(4);
        let [a, b, c, d] = [0, 1, 2, 3].map(Signal::fluent);
        let both = net.and(vec![a, b]);
        let more = net.and(vec![a, b, c]);
        let either = !net.and(vec![!more, !d]);
        let mut known = Known::new(&net, &[!both]);
        assert_eq!(known.simplify(&mut net, either), d);
        let mut known = Known::new(&net, &[a, c]);
        let open = !net.and(vec![!b, !d]);
        assert_eq!(known.simplify(&mut net, either), open);
    }
}
