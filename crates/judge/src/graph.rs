//! All reachable states, and which leads to which.
//!
//! In: what exploration finds, state by state in order of discovery. Out:
//! look-up by state and by number, arrows, layers and a parent of each state.
//! Not here: values.

use std::hash::Hash;
use std::ops::Range;

use game::{Count, Layer, Rewards, RoleId};
use rustc_hash::FxHashMap;

use crate::outcome::OutcomeId;

/// The number of a state, in order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// The state from which the others were reached.
    pub const START: StateId = StateId(0);
    /// The largest number of states that ids can number.
    pub const CAPACITY: u64 = 1 << 32;

    /// The id of this number.
    ///
    /// # Panics
    ///
    /// If it takes more than 32 bits.
    pub fn new(index: usize) -> Self {
        StateId(u32::try_from(index).expect("exploration keeps to the capacity of ids"))
    }

    /// The state's place in the order of discovery.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of state it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The end of play; its rewards, if goals were read.
    Terminal(Option<OutcomeId>),
    /// At most one role has a choice.
    Turn(Option<RoleId>),
    /// Several roles have a choice.
    Simultaneous,
    /// Not terminal, and beyond the depth limit.
    Unexpanded,
}

/// A state in which several roles have a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simultaneous {
    /// The state.
    pub state: StateId,
    /// All the roles that have a choice there.
    pub roles: Vec<RoleId>,
}

/// The states that can be reached from a start, with the moves between them.
#[derive(Clone, Debug)]
pub struct Graph<S> {
    pub(crate) states: Vec<S>,
    index: FxHashMap<S, StateId>,
    pub(crate) nodes: Vec<Node>,
    /// Where each closed state's successors end.
    ends: Vec<usize>,
    pub(crate) successors: Vec<StateId>,
    parents: Vec<StateId>,
    layer_starts: Vec<usize>,
    /// The different rewards of terminal states, in order of discovery.
    pub(crate) outcomes: Vec<Rewards>,
    pub(crate) simultaneous: Option<Simultaneous>,
}

impl<S: Clone + Eq + Hash> Graph<S> {
    pub(crate) fn from_start(start: S) -> Self {
        let mut graph = Graph {
            states: Vec::new(),
            index: FxHashMap::default(),
            nodes: Vec::new(),
            ends: Vec::new(),
            successors: Vec::new(),
            parents: Vec::new(),
            layer_starts: Vec::new(),
            outcomes: Vec::new(),
            simultaneous: None,
        };
        graph.add(start, StateId::START);
        graph
    }

    /// Adds a state that is not there yet.
    pub(crate) fn add(&mut self, state: S, parent: StateId) -> StateId {
        let id = StateId::new(self.states.len());
        self.states.push(state.clone());
        self.index.insert(state, id);
        self.parents.push(parent);
        id
    }

    /// The number of `state`, if it was reached.
    pub fn find(&self, state: &S) -> Option<StateId> {
        self.index.get(state).copied()
    }
}

impl<S> Graph<S> {
    /// Opens the layer of all states that were added since the last one.
    pub(crate) fn open_layer(&mut self) -> Option<Range<usize>> {
        let start = self.nodes.len();
        let layer = start..self.states.len();
        (!layer.is_empty()).then(|| {
            self.layer_starts.push(start);
            layer
        })
    }

    /// Says what the next state in order is; the successors pushed since the
    /// last call are its own.
    pub(crate) fn close(&mut self, node: Node) {
        self.nodes.push(node);
        self.ends.push(self.successors.len());
    }

    /// The number of the last layer opened.
    pub(crate) fn last_layer(&self) -> u64 {
        self.layer_starts.len().saturating_sub(1) as u64
    }

    /// The number of states.
    pub fn state_count(&self) -> u64 {
        self.states.len() as u64
    }

    /// The number of terminal states.
    pub fn terminal_count(&self) -> u64 {
        self.ids().filter(|&id| self.is_terminal(id)).count() as u64
    }

    /// All states, in order of discovery.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + use<S> {
        (0..self.states.len()).map(StateId::new)
    }

    /// The state of this number.
    pub fn state(&self, id: StateId) -> &S {
        &self.states[id.index()]
    }

    /// Tells whether play ends here.
    pub fn is_terminal(&self, id: StateId) -> bool {
        matches!(self.nodes[id.index()], Node::Terminal(_))
    }

    /// The rewards of a terminal state, if goals were read.
    pub fn rewards(&self, id: StateId) -> Option<&Rewards> {
        let outcome = self.outcome(id)?;
        Some(&self.outcomes[outcome.index()])
    }

    pub(crate) fn outcome(&self, id: StateId) -> Option<OutcomeId> {
        match self.nodes[id.index()] {
            Node::Terminal(outcome) => outcome,
            _ => None,
        }
    }

    /// The only role that has a choice here.
    pub fn mover(&self, id: StateId) -> Option<RoleId> {
        match self.nodes[id.index()] {
            Node::Turn(mover) => mover,
            _ => None,
        }
    }

    /// The states that some joint move leads to, each once.
    pub fn successors(&self, id: StateId) -> &[StateId] {
        let start = id.index().checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.successors[start..self.ends[id.index()]]
    }

    /// The state from which this one was first reached; the start has none.
    pub fn parent(&self, id: StateId) -> Option<StateId> {
        (id != StateId::START).then(|| self.parents[id.index()])
    }

    /// The layers, by the number of moves after which a state first appears.
    pub fn layers(&self) -> Vec<Layer> {
        let ends = self.layer_starts.iter().skip(1).copied();
        let ends = ends.chain([self.states.len()]);
        self.layer_starts
            .iter()
            .zip(ends)
            .zip(0..)
            .map(|((&start, end), index)| Layer {
                index,
                states: (end - start) as Count,
            })
            .collect()
    }

    /// Tells whether nothing was left unexpanded by a depth limit.
    pub fn is_complete(&self) -> bool {
        !self.nodes.contains(&Node::Unexpanded)
    }

    /// The first state in which several roles have a choice; with `None`, and
    /// if the graph is complete, the game is turn-taking.
    pub fn simultaneous(&self) -> Option<&Simultaneous> {
        self.simultaneous.as_ref()
    }
}
