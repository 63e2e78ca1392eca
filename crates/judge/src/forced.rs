//! Forced labels: what backward induction still says when play can cycle.
//!
//! In: a cyclic game whose roles' orders are not opposed. Out: the outcomes
//! that hold whatever the other states are worth; `None` where nothing forces
//! one. Values that only support each other round a cycle are never given:
//! this is the least fixpoint, grown from the ends of play.

use std::collections::VecDeque;

use crate::induction::best_successor;
use crate::outcome::{OutcomeId, Outcomes};
use crate::predecessors::Predecessors;
use crate::{Graph, StateId};

/// Labels a state once all its successors are labelled, or once its mover can
/// have the best outcome there is.
pub(crate) fn force<S>(
    graph: &Graph<S>,
    predecessors: &Predecessors,
    outcomes: &Outcomes,
) -> Vec<Option<OutcomeId>> {
    let mut labels: Vec<_> = graph.ids().map(|id| graph.outcome(id)).collect();
    let mut unlabelled: Vec<_> = graph.ids().map(|id| graph.successors(id).len()).collect();
    let mut queue: VecDeque<StateId> = graph.ids().filter(|&id| graph.is_terminal(id)).collect();
    while let Some(next) = queue.pop_front() {
        for &id in predecessors.of(next) {
            unlabelled[id.index()] -= 1;
            if labels[id.index()].is_some() {
                continue;
            }
            if unlabelled[id.index()] == 0 || offers_top(graph, &labels, outcomes, id, next) {
                labels[id.index()] = best_successor(graph, &labels, outcomes, id);
                queue.push_back(id);
            }
        }
    }
    labels
}

fn offers_top<S>(
    graph: &Graph<S>,
    labels: &[Option<OutcomeId>],
    outcomes: &Outcomes,
    id: StateId,
    next: StateId,
) -> bool {
    match (graph.mover(id), labels[next.index()]) {
        (Some(mover), Some(outcome)) => outcomes.is_top(mover, outcome),
        _ => false,
    }
}
