//! What matters of what is seen of each part.
//!
//! In: what the rules make of what is seen, and all patterns that are seen of each part. Out:
//! for each pattern one that stands for it: whatever is seen of the other parts, the same
//! follows from both. Not here: which states behave alike then (`classes`).
//!
//! Goals matter only where play is over, guards and what effects read only where it is not.
//! So a ship that passes its berth looks like any other ship on its way.

use std::collections::BTreeMap;

use crate::net::Net;
use crate::product::outputs::Outputs;

/// What is seen of a state of a part, a bit for each condition.
pub(crate) type Pattern = Box<[u64]>;

/// Most signals that are evaluated, for all combinations of patterns.
const MOST_WORK: usize = 1 << 22;

/// For each part and pattern the first pattern of which the same follows, by its place;
/// `None` if there are too many combinations.
pub(crate) fn representatives(
    net: &Net,
    bits: &[(usize, usize)],
    outputs: &Outputs,
    patterns: &[Vec<Pattern>],
) -> Option<Vec<Vec<usize>>> {
    let combinations = patterns.iter().try_fold(net.len(), |work, it| {
        work.checked_mul(it.len()).filter(|&it| it <= MOST_WORK)
    });
    let combinations = combinations? / net.len();
    let mut known: BTreeMap<Vec<bool>, u32> = BTreeMap::new();
    // For each part and pattern what follows from it and all patterns of the others, these
    // always in the same order.
    let count = |it: &Vec<Pattern>| vec![Vec::new(); it.len()];
    let mut follows: Vec<Vec<Vec<u32>>> = patterns.iter().map(count).collect();
    for number in 0..combinations {
        let mut left = number;
        let chosen = patterns.iter().map(|it| {
            let chosen = left % it.len();
            left /= it.len();
            chosen
        });
        let chosen: Vec<usize> = chosen.collect();
        let values = net.evaluate(|bit| {
            let (part, place) = bits[bit];
            patterns[part][chosen[part]][place / 64] >> (place % 64) & 1 == 1
        });
        let new = known.len() as u32;
        let id = *known.entry(outlook(outputs, &values)).or_insert(new);
        for (follows, &chosen) in follows.iter_mut().zip(&chosen) {
            follows[chosen].push(id);
        }
    }
    let first = |of: &Vec<Vec<u32>>| {
        let first = |it| of.iter().position(|other| other == it).unwrap_or(0);
        of.iter().map(first).collect()
    };
    Some(follows.iter().map(first).collect())
}

/// What follows in all contexts, given the values of all signals.
fn outlook(outputs: &Outputs, values: &[bool]) -> Vec<bool> {
    let mut outlook = Vec::new();
    for context in &outputs.contexts {
        let is_over = context.terminal.among(values);
        outlook.push(is_over);
        if is_over {
            let goals = context.goals.iter().flatten();
            outlook.extend(goals.map(|it| it.1.among(values)));
        } else {
            let guards = context.families.iter().flat_map(|it| &it.guards);
            let read = guards.chain(outputs.inputs.iter().flatten());
            outlook.extend(read.map(|it| it.among(values)));
        }
    }
    outlook
}
