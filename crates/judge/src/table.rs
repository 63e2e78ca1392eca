//! The solved game: every reachable state's value and distance.
//!
//! In: what [`solve`](crate::solve()) found. Out: look-up and the best moves of
//! a state. Not here: the summary (`solution.rs`).

use std::hash::Hash;

use game::{Level, Model, Playable, Value};

use crate::joint::JointMoves;
use crate::label::Labels;
use crate::{Graph, StateId};

/// Every reachable state with its value and distance.
pub struct Table<S> {
    pub(crate) graph: Graph<S>,
    pub(crate) labels: Labels,
    pub(crate) model: Model,
    pub(crate) level: Level,
    pub(crate) infinite: Option<Value>,
    pub(crate) warnings: Vec<String>,
}

/// One state of a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a, S> {
    /// Its number.
    pub id: StateId,
    /// The state.
    pub state: &'a S,
    /// What it is worth.
    pub value: &'a Value,
    /// The number of joint moves until the end, where it has a meaning.
    pub distance: Option<u64>,
}

impl<S> Table<S> {
    /// The states and the moves between them.
    pub fn graph(&self) -> &Graph<S> {
        &self.graph
    }

    /// The model under which the values hold.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        self.infinite.is_some()
    }

    /// What infinite play counts; `None` where it cannot happen.
    pub fn infinite(&self) -> Option<&Value> {
        self.infinite.as_ref()
    }

    /// What the user should know beside the values.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// What the state of this number is worth, and how far its end is.
    pub fn entry(&self, id: StateId) -> Entry<'_, S> {
        let label = self.labels.of[id.index()];
        Entry {
            id,
            state: self.graph.state(id),
            value: label.map_or(&Value::Unresolved, |label| {
                &self.labels.values[label.index()]
            }),
            distance: self.labels.distances[id.index()].map(u64::from),
        }
    }

    /// All states, in order of discovery.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_, S>> {
        self.graph.ids().map(|id| self.entry(id))
    }

    /// Tells whether a move from the one state to the other is a best move of
    /// the first one's mover.
    fn is_best(&self, from: StateId, to: StateId) -> bool {
        let Some(mover) = self.graph.mover(from) else {
            return false;
        };
        if let Some(security) = &self.labels.security {
            return security.keeps(mover, from, to);
        }
        let label = self.labels.of[from.index()];
        let distance = self.labels.distances[from.index()];
        let nearer = distance.map(|distance| distance - 1);
        label.is_some()
            && self.labels.of[to.index()] == label
            && (distance.is_none() || self.labels.distances[to.index()] == nearer)
    }
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// What the state is worth; `None` if it is not in the table.
    pub fn value(&self, state: &S) -> Option<&Value> {
        self.graph.find(state).map(|id| self.entry(id).value)
    }

    /// The number of joint moves until the end; `None` where it has no
    /// meaning, and if the state is not in the table.
    pub fn distance(&self, state: &S) -> Option<u64> {
        self.graph
            .find(state)
            .and_then(|id| self.entry(id).distance)
    }

    /// The mover's best moves in a state, each with the state that it leads
    /// to; none where nobody has a choice or the value is unresolved.
    ///
    /// # Errors
    ///
    /// The game's own.
    ///
    /// # Panics
    ///
    /// If `game` is not the game that was solved.
    pub fn best_moves<G: Playable<State = S>>(
        &self,
        game: &mut G,
        id: StateId,
    ) -> Result<Vec<(G::Move, StateId)>, G::Error> {
        let mut best = Vec::new();
        let Some(mover) = self.graph.mover(id) else {
            return Ok(best);
        };
        let legal = game.legal_moves(self.graph.state(id))?;
        // Only the mover's move matters: the others' first ones stand for all.
        let mut moves = JointMoves::varying(&legal, mover);
        for mov in &legal[mover.index()] {
            let next = self.next(game, id, moves.joint())?;
            if self.is_best(id, next) {
                best.push((mov.clone(), next));
            }
            moves.advance();
        }
        Ok(best)
    }

    /// The state after a joint move.
    pub(crate) fn next<G: Playable<State = S>>(
        &self,
        game: &mut G,
        id: StateId,
        joint: &[G::Move],
    ) -> Result<StateId, G::Error> {
        let next = game.successor(self.graph.state(id), joint)?;
        let next = self.graph.find(&next);
        Ok(next.expect("the table has all successors of its states"))
    }
}
