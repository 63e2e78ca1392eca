//! The solved game: every reachable state's value and distance.
//!
//! In: what [`solve`](crate::solve()) found. Out: look-up and the best moves of
//! a state. Not here: the summary (`solution.rs`).

use std::collections::BTreeMap;
use std::hash::Hash;

use game::{Count, Layer, Model, Playable, Rewards, Solution, Value, Warning, WorthByLayer};

use crate::{Graph, StateId, Values};

/// Every reachable state with its value and distance.
pub struct Table<S> {
    pub(crate) graph: Graph<S>,
    pub(crate) values: Values,
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
        self.values.model
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        self.values.infinite.is_some()
    }

    /// The value of infinite play; `None` where it cannot happen.
    pub fn infinite(&self) -> Option<&Value> {
        self.values.infinite.as_ref()
    }

    /// What the user should know besides the values.
    pub fn warnings(&self) -> &[Warning] {
        &self.values.warnings
    }

    /// What the state of this number is worth, and how far its end is.
    pub fn entry(&self, id: StateId) -> Entry<'_, S> {
        Entry {
            id,
            state: self.graph.state(id),
            value: self.values.value(id),
            distance: self.values.distance(id),
        }
    }

    /// What the states of each layer are worth.
    pub fn worth(&self) -> WorthByLayer {
        // States are numbered as they were found: layer by layer.
        let mut entries = self.iter();
        let layer = |layer: Layer| {
            let mut counts: BTreeMap<&Rewards, Count> = BTreeMap::new();
            for entry in entries.by_ref().take(layer.states as usize) {
                if let Value::Rewards(rewards) = entry.value {
                    *counts.entry(rewards).or_default() += 1;
                }
            }
            let counts = counts.into_iter();
            counts.map(|(it, states)| (it.clone(), states)).collect()
        };
        self.graph.layers().into_iter().map(layer).collect()
    }

    /// All states, in order of discovery.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_, S>> {
        self.graph.ids().map(|id| self.entry(id))
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
        let state = self.graph.state(id);
        let number = &mut |state: &S| Ok(self.number(state));
        let best = self.values.best_moves(game, state, id, number)?;
        Ok(best.into_iter().map(|(mov, _, to)| (mov, to)).collect())
    }

    /// Summarises the table.
    ///
    /// # Errors
    ///
    /// The game's own.
    ///
    /// # Panics
    ///
    /// If `game` is not the game that was solved.
    pub fn solution<G: Playable<State = S>>(&self, game: &mut G) -> Result<Solution, G::Error> {
        let start = self.graph.state(StateId::START);
        let number = &mut |state: &S| Ok(self.number(state));
        self.values
            .solution(game, start, self.graph.layers(), number)
    }

    fn number(&self, state: &S) -> StateId {
        let id = self.graph.find(state);
        id.expect("the table has all successors of its states")
    }
}
