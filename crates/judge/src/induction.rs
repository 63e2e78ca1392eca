//! Backward induction on acyclic games.
//!
//! In: states with all successors first. Out: every state's outcome.

use crate::outcome::{OutcomeId, Outcomes};
use crate::{Graph, StateId};

/// Gives every state the outcome that its mover likes best among those of the
/// successors.
pub(crate) fn induce<S>(
    graph: &Graph<S>,
    successors_first: &[StateId],
    outcomes: &Outcomes,
) -> Vec<Option<OutcomeId>> {
    let mut labels = vec![None; graph.states.len()];
    for &id in successors_first {
        labels[id.index()] = graph
            .outcome(id)
            .or_else(|| best_successor(graph, &labels, outcomes, id));
    }
    labels
}

/// The best labelled successor's outcome, as the mover ranks them.
///
/// Without a mover all joint moves lead to one successor.
pub(crate) fn best_successor<S>(
    graph: &Graph<S>,
    labels: &[Option<OutcomeId>],
    outcomes: &Outcomes,
    id: StateId,
) -> Option<OutcomeId> {
    let labelled = graph.successors(id).iter();
    let mut labelled = labelled.filter_map(|next| labels[next.index()]);
    match graph.mover(id) {
        Some(mover) => labelled.max_by_key(|&outcome| outcomes.rank(mover, outcome)),
        None => labelled.next(),
    }
}
