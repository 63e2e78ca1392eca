//! Ranks: shows that values do not merely support each other round a cycle.
//!
//! In: a graph and the values of its states, which fit locally. Out: how far each
//! state is from the end of its value; whether the values that backward induction
//! is said to force are forced. `docs/verification.md` argues why that is enough.

use std::collections::VecDeque;

use crate::graph::{Graph, NONE, Turned};
use crate::labels::Values;
use crate::local::Pace;

/// Whether play always ends: whether repeatedly removing all states without
/// remaining successors removes all.
pub fn always_ends(graph: &Graph, turned: &Turned) -> bool {
    let mut left: Vec<u32> = degrees(graph);
    let mut open: Vec<usize> = (0..graph.len()).filter(|&it| left[it] == 0).collect();
    let mut gone = 0;
    while let Some(state) = open.pop() {
        gone += 1;
        for &before in turned.predecessors(state) {
            left[before as usize] -= 1;
            if left[before as usize] == 0 {
                open.push(before as usize);
            }
        }
    }
    gone == graph.len()
}

fn degrees(graph: &Graph) -> Vec<u32> {
    let states = 0..graph.len();
    states
        .map(|state| graph.successors(state).len() as u32)
        .collect()
}

/// The distances of all states, [`NONE`] for those without one: along successors of
/// the same class, by the pace of each state's mover.
///
/// States are processed in the order of distances. One that hastens follows its
/// first successor, one that delays its last; so neither comes too early.
pub fn distances(
    graph: &Graph,
    turned: &Turned,
    class: impl Fn(usize) -> u32,
    pace: impl Fn(usize) -> Pace,
) -> Vec<u32> {
    let mut distances = vec![NONE; graph.len()];
    let mut waits = vec![NONE; graph.len()];
    let mut open: VecDeque<usize> = (0..graph.len())
        .filter(|&it| graph.is_terminal(it))
        .collect();
    for &state in &open {
        distances[state] = 0;
    }
    while let Some(state) = open.pop_front() {
        for &before in turned.predecessors(state) {
            let before = before as usize;
            if distances[before] != NONE || class(before) != class(state) {
                continue;
            }
            let ready = match pace(before) {
                Pace::None => false,
                Pace::Hasten => true,
                Pace::Delay => {
                    if waits[before] == NONE {
                        let same = graph.successors(before).iter();
                        let same = same.filter(|&&it| class(it as usize) == class(before));
                        waits[before] = same.count() as u32;
                    }
                    waits[before] -= 1;
                    waits[before] == 0
                }
            };
            if ready {
                distances[before] = distances[state] + 1;
                open.push_back(before);
            }
        }
    }
    distances
}

/// Whether the value of each state follows from the ends of play alone: when all
/// its successors have theirs, or one has the best possible value for its mover,
/// and the state the same. A value that no end has can seem to be better still, and
/// fit all around a cycle: so the state's claimed value is compared.
pub fn forced(graph: &Graph, turned: &Turned, values: &Values, labels: &[u32]) -> Vec<bool> {
    let mut left = degrees(graph);
    let mut forced = vec![false; graph.len()];
    let mut open: Vec<usize> = (0..graph.len())
        .filter(|&it| graph.is_terminal(it))
        .collect();
    for &state in &open {
        forced[state] = true;
    }
    while let Some(state) = open.pop() {
        for &before in turned.predecessors(state) {
            let before = before as usize;
            if forced[before] {
                continue;
            }
            left[before] -= 1;
            let mover = graph.movers[before];
            let same = labels[before] == labels[state];
            let top = same && mover != NONE && values.is_top(mover as usize, labels[state]);
            if left[before] == 0 || top {
                forced[before] = true;
                open.push(before);
            }
        }
    }
    forced
}
