//! Gives every state its value and distance, by the pass that fits the game.
//!
//! In: an arena, the model, and the worth of infinite play. Out: [`Labels`].
//! Not here: the passes themselves.

use game::{Model, Rewards, Value};

use crate::distance::{self, Distance};
use crate::exact::Found;
use crate::outcome::{OutcomeId, Outcomes};
use crate::security::Security;
use crate::{Arena, exact, forced, pace};

/// The value and distance of every state.
pub(crate) struct Labels {
    /// The different values.
    pub(crate) values: Vec<Value>,
    /// Each state's value; `None` where it is unresolved.
    pub(crate) of: Vec<Option<OutcomeId>>,
    pub(crate) distances: Vec<Option<Distance>>,
    /// The basis for judging moves under [`Model::Guaranteed`].
    pub(crate) security: Option<Security>,
}

/// Labels all states under the model; `infinite` is what infinite play is
/// worth, `None` where play always ends.
pub(crate) fn label(
    arena: &Arena,
    role_count: usize,
    model: Model,
    draw_distances: bool,
    infinite: Option<&Value>,
) -> Labels {
    if model == Model::Guaranteed {
        return guaranteed(arena, role_count, infinite);
    }
    let outcomes = Outcomes::new(model, role_count, &arena.outcomes, infinite);
    let (of, distances) = match outcomes.infinite() {
        None => finite(arena, &outcomes, draw_distances),
        Some(infinite) => infinite_play(arena, &outcomes, infinite),
    };
    Labels {
        values: outcomes.values().to_vec(),
        of,
        distances,
        security: None,
    }
}

fn finite(arena: &Arena, outcomes: &Outcomes, draw_distances: bool) -> Found {
    let labels = forced::force(arena, outcomes);
    let pace = |mover, outcome| pace::acyclic(outcomes, draw_distances, mover, outcome);
    let distances = distance::distances(arena, &labels, pace);
    (labels, distances)
}

fn infinite_play(arena: &Arena, outcomes: &Outcomes, infinite: OutcomeId) -> Found {
    if outcomes.are_opposed() {
        exact::values(arena, outcomes, infinite)
    } else {
        let labels = forced::force(arena, outcomes);
        let pace = |mover, outcome| pace::forced(outcomes, infinite, mover, outcome);
        let distances = distance::distances(arena, &labels, pace);
        (labels, distances)
    }
}

fn guaranteed(arena: &Arena, role_count: usize, infinite: Option<&Value>) -> Labels {
    let infinite: Option<&Rewards> = match infinite {
        Some(Value::Rewards(worth)) => Some(worth),
        _ => None,
    };
    let security = Security::new(arena, role_count, infinite);
    let (values, of) = security.labels(arena.len());
    let end = |id| arena.vertices.is_terminal(id).then_some(Distance::ZERO);
    Labels {
        values,
        of,
        distances: arena.vertices.ids().map(end).collect(),
        security: Some(security),
    }
}
