//! Distances: the number of joint moves until the end.
//!
//! In: every state's outcome, and who hurries. Out: distances, `None` where
//! there is no end to count to.

use std::collections::VecDeque;

use game::RoleId;

use crate::outcome::OutcomeId;
use crate::pace::Pace;
use crate::predecessors::Predecessors;
use crate::{Graph, StateId};

/// Counts back from the ends of play, breadth first.
///
/// Only successors of the state's own outcome matter. The nearest states come
/// out of the queue first, so a state that hastens is settled by the first of
/// them that is settled, and one that delays by the last.
pub(crate) fn distances<S>(
    graph: &Graph<S>,
    predecessors: &Predecessors,
    labels: &[Option<OutcomeId>],
    pace: impl Fn(Option<RoleId>, OutcomeId) -> Pace,
) -> Vec<Option<u32>> {
    let mut waits: Vec<_> = graph
        .ids()
        .map(|id| wait(graph, labels, &pace, id))
        .collect();
    let mut distances = vec![None; labels.len()];
    let ends = graph.ids().filter(|&id| graph.is_terminal(id));
    let mut queue: VecDeque<(StateId, u32)> = ends.map(|end| (end, 0)).collect();
    while let Some((next, distance)) = queue.pop_front() {
        distances[next.index()] = Some(distance);
        for &id in predecessors.of(next) {
            if labels[id.index()] != labels[next.index()] {
                continue;
            }
            let wait = &mut waits[id.index()];
            if *wait == 1 {
                queue.push_back((id, distance + 1));
            }
            *wait = wait.saturating_sub(1);
        }
    }
    distances
}

/// How many successors must be settled before the state is; 0 for never.
fn wait<S>(
    graph: &Graph<S>,
    labels: &[Option<OutcomeId>],
    pace: impl Fn(Option<RoleId>, OutcomeId) -> Pace,
    id: StateId,
) -> usize {
    let Some(outcome) = labels[id.index()] else {
        return 0;
    };
    match pace(graph.mover(id), outcome) {
        Pace::Unnumbered => 0,
        Pace::Hasten => 1,
        Pace::Delay => {
            let successors = graph.successors(id).iter();
            successors
                .filter(|next| labels[next.index()] == Some(outcome))
                .count()
        }
    }
}
