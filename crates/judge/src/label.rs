//! Gives every state its value and distance, by the pass that fits the game.
//!
//! In: a complete graph, the model, and an order or the worth of infinite
//! play. Out: [`Labels`]. Not here: the passes themselves.

use game::{Model, Rewards, Value};

use crate::outcome::{OutcomeId, Outcomes};
use crate::predecessors::Predecessors;
use crate::security::Security;
use crate::{Graph, StateId, distance, exact, forced, induction, pace};

/// Whether play always ends.
pub(crate) enum Play {
    /// It does; the states with all successors first.
    Finite(Vec<StateId>),
    /// It need not, and is then worth this.
    Infinite(Value),
}

/// What was found out about every state.
pub(crate) struct Labels {
    /// The different values.
    pub(crate) values: Vec<Value>,
    /// Each state's value; `None` where it is unresolved.
    pub(crate) of: Vec<Option<OutcomeId>>,
    pub(crate) distances: Vec<Option<u32>>,
    /// What the moves are judged by under [`Model::Guaranteed`].
    pub(crate) security: Option<Security>,
}

/// Labels all states under the model.
pub(crate) fn label<S>(
    graph: &Graph<S>,
    role_count: usize,
    model: Model,
    draw_distances: bool,
    play: &Play,
) -> Labels {
    let predecessors = Predecessors::new(graph);
    if model == Model::Guaranteed {
        return guaranteed(graph, &predecessors, role_count, play);
    }
    let infinite = match play {
        Play::Finite(_) => None,
        Play::Infinite(worth) => Some(worth),
    };
    let outcomes = Outcomes::new(model, role_count, &graph.outcomes, infinite);
    let (of, distances) = match play {
        Play::Finite(order) => finite(graph, &predecessors, &outcomes, draw_distances, order),
        Play::Infinite(_) => infinite_play(graph, &predecessors, &outcomes),
    };
    Labels {
        values: outcomes.values().to_vec(),
        of,
        distances,
        security: None,
    }
}

type Found = (Vec<Option<OutcomeId>>, Vec<Option<u32>>);

fn finite<S>(
    graph: &Graph<S>,
    predecessors: &Predecessors,
    outcomes: &Outcomes,
    draw_distances: bool,
    order: &[StateId],
) -> Found {
    let labels = induction::induce(graph, order, outcomes);
    let pace = |mover, outcome| pace::acyclic(outcomes, draw_distances, mover, outcome);
    let distances = distance::distances(graph, predecessors, &labels, pace);
    (labels, distances)
}

fn infinite_play<S>(graph: &Graph<S>, predecessors: &Predecessors, outcomes: &Outcomes) -> Found {
    let infinite = outcomes
        .infinite()
        .expect("infinite play has a worth on cyclic games");
    if outcomes.are_opposed() {
        let labels = exact::values(graph, predecessors, outcomes, infinite);
        let pace = |mover, outcome| pace::exact(outcomes, infinite, mover, outcome);
        let distances = distance::distances(graph, predecessors, &labels, pace);
        (labels, distances)
    } else {
        let labels = forced::force(graph, predecessors, outcomes);
        let pace = |mover, outcome| pace::forced(outcomes, infinite, mover, outcome);
        let distances = distance::distances(graph, predecessors, &labels, pace);
        (labels, distances)
    }
}

fn guaranteed<S>(
    graph: &Graph<S>,
    predecessors: &Predecessors,
    role_count: usize,
    play: &Play,
) -> Labels {
    let infinite: Option<&Rewards> = match play {
        Play::Infinite(Value::Rewards(worth)) => Some(worth),
        _ => None,
    };
    let security = Security::new(graph, predecessors, role_count, infinite);
    let (values, of) = security.labels(graph.states.len());
    let end = |id| graph.is_terminal(id).then_some(0);
    Labels {
        values,
        of,
        distances: graph.ids().map(end).collect(),
        security: Some(security),
    }
}
