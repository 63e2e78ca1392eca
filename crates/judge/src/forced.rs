//! Forced labels: backward induction, and its result when play can cycle.
//!
//! In: any game where play always ends; a cyclic game whose roles' orders are
//! not opposed. Out: the outcomes that hold whatever the other states are
//! worth; `None` where nothing forces one. Values that only support each other
//! round a cycle are never given: this is the least fixpoint, grown from the
//! ends of play. Where play always ends it reaches every state.

use game::RoleId;

use crate::outcome::{OutcomeId, Outcomes};
use crate::{Arena, StateId};

/// Labels a state once all its successors are labelled, or once its mover can
/// reach the best outcome there is.
pub(crate) fn force(arena: &Arena, outcomes: &Outcomes) -> Vec<Option<OutcomeId>> {
    let vertices = &arena.vertices;
    // The best outcome so far; it is final when no successor is left to wait
    // for.
    let mut labels: Vec<_> = vertices.ids().map(|id| vertices.outcome(id)).collect();
    let mut waits = arena.degrees();
    let mut open: Vec<StateId> = vertices.ids().collect();
    open.retain(|&id| vertices.is_terminal(id));
    open.shrink_to_fit();
    while let Some(next) = open.pop() {
        for &id in arena.predecessors(next) {
            let wait = &mut waits[id.index()];
            if *wait == 0 {
                continue;
            }
            let mover = vertices.mover(id);
            let best = better(outcomes, mover, labels[id.index()], labels[next.index()]);
            labels[id.index()] = best;
            *wait = match offers_top(outcomes, mover, best) {
                true => 0,
                false => *wait - 1,
            };
            if *wait == 0 {
                open.push(id);
            }
        }
    }
    for (label, wait) in labels.iter_mut().zip(waits) {
        if wait > 0 {
            *label = None;
        }
    }
    labels
}

/// The outcome of two that the mover ranks higher. Without a mover all joint
/// moves lead to one successor.
fn better(
    outcomes: &Outcomes,
    mover: Option<RoleId>,
    known: Option<OutcomeId>,
    new: Option<OutcomeId>,
) -> Option<OutcomeId> {
    match (mover, known, new) {
        (Some(mover), Some(known), Some(new))
            if outcomes.rank(mover, known) > outcomes.rank(mover, new) =>
        {
            Some(known)
        }
        _ => new,
    }
}

fn offers_top(outcomes: &Outcomes, mover: Option<RoleId>, best: Option<OutcomeId>) -> bool {
    match (mover, best) {
        (Some(mover), Some(outcome)) => outcomes.is_top(mover, outcome),
        _ => false,
    }
}
