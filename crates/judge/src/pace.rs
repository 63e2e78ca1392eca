//! Who hurries: how a mover chooses among moves that keep the rewards.
//!
//! In: a mover and its state's outcome. Out: a [`Pace`]. Not here: the
//! distances that follow from it (`distance.rs`, which needs a pace that gives
//! every state a finite one), and the games whose distances come with the
//! values (`exact.rs`).

use game::{Rewards, RoleId, Value};

use crate::outcome::{OutcomeId, Outcomes};

/// How the mover chooses among successors of the state's own outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The nearest to the end.
    Hasten,
    /// The farthest from it.
    Delay,
    /// States of this outcome have no distance.
    Unnumbered,
}

/// The pace where play always ends.
pub(crate) fn acyclic(
    outcomes: &Outcomes,
    draw_distances: bool,
    mover: Option<RoleId>,
    outcome: OutcomeId,
) -> Pace {
    match (two_roles(outcomes, outcome), mover) {
        (Some([one, other]), _) if one == other && !draw_distances => Pace::Unnumbered,
        (Some(_), Some(mover)) if is_behind(outcomes, mover, outcome) => Pace::Delay,
        _ => Pace::Hasten,
    }
}

/// The pace where play can be infinite and labels are forced.
///
/// Every labelled state has a finite distance, by induction along the order of
/// labelling. A state that delays was not labelled for its mover's best
/// outcome, so all its successors were labelled before; one that hastens has
/// at least one same-valued successor that was.
pub(crate) fn forced(
    outcomes: &Outcomes,
    infinite: OutcomeId,
    mover: Option<RoleId>,
    outcome: OutcomeId,
) -> Pace {
    match (two_roles(outcomes, outcome), mover) {
        (Some([one, other]), _) if one == other && outcome == infinite => Pace::Unnumbered,
        (Some(_), Some(mover))
            if is_behind(outcomes, mover, outcome) && !outcomes.is_top(mover, outcome) =>
        {
            Pace::Delay
        }
        _ => Pace::Hasten,
    }
}

/// The half points of both roles, if the game has two.
fn two_roles(outcomes: &Outcomes, outcome: OutcomeId) -> Option<[i64; 2]> {
    let rewards = rewards(outcomes, outcome)?;
    let mut points = rewards.iter().map(|reward| reward.half_points());
    match (points.next(), points.next(), points.next()) {
        (Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    }
}

/// Whether some role gets more than the mover.
fn is_behind(outcomes: &Outcomes, mover: RoleId, outcome: OutcomeId) -> bool {
    rewards(outcomes, outcome).is_some_and(|all| all.iter().any(|reward| reward > all[mover]))
}

fn rewards(outcomes: &Outcomes, outcome: OutcomeId) -> Option<&Rewards> {
    match &outcomes.values()[outcome.index()] {
        Value::Rewards(rewards) => Some(rewards),
        _ => None,
    }
}
