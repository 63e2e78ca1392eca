//! The arrows of a graph, turned round.

use crate::{Graph, StateId};

/// For each state the states of which it is a successor.
pub(crate) struct Predecessors {
    starts: Vec<usize>,
    sources: Vec<StateId>,
}

impl Predecessors {
    /// Turns the arrows round, by counting first and placing then.
    pub(crate) fn new<S>(graph: &Graph<S>) -> Self {
        let mut starts = vec![0; graph.states.len() + 1];
        for to in &graph.successors {
            starts[to.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut free = starts.clone();
        let mut sources = vec![StateId::START; graph.successors.len()];
        for from in graph.ids() {
            for to in graph.successors(from) {
                sources[free[to.index()]] = from;
                free[to.index()] += 1;
            }
        }
        Predecessors { starts, sources }
    }

    /// The states of which `id` is a successor.
    pub(crate) fn of(&self, id: StateId) -> &[StateId] {
        &self.sources[self.starts[id.index()]..self.starts[id.index() + 1]]
    }
}
