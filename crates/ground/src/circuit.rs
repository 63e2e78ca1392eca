//! A shared circuit of and, or and not over fluents and moves.
//!
//! Nodes are kept once each and in an order in which they can be evaluated.
//! Rules that depend on each other in a circle make a [`Loop`]: its variables
//! take the least values that agree with their definitions.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::{FluentId, MoveId};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// What never holds.
    pub const FALSE: NodeId = NodeId(0);
    /// What always holds.
    pub const TRUE: NodeId = NodeId(1);

    /// The node's place in the order of evaluation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One node of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always or never.
    Constant(bool),
    /// The fluent holds.
    Fluent(FluentId),
    /// The move is made.
    Move(MoveId),
    /// The node does not hold.
    Not(NodeId),
    /// All of the nodes hold; in ascending order.
    And(Box<[NodeId]>),
    /// One of the nodes holds; in ascending order.
    Or(Box<[NodeId]>),
    /// A variable of a loop, by its number.
    Variable(u32),
}

impl Node {
    /// The nodes that it reads.
    pub fn reads(&self) -> &[NodeId] {
        match self {
            Node::Not(inner) => std::slice::from_ref(inner),
            Node::And(parts) | Node::Or(parts) => parts,
            Node::Constant(_) | Node::Fluent(_) | Node::Move(_) | Node::Variable(_) => &[],
        }
    }
}

/// Definitions that depend on each other.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The variables, and what each stands for.
    pub definitions: Vec<(NodeId, NodeId)>,
    /// The nodes to evaluate again until nothing changes, variables included.
    pub nodes: Range<usize>,
}

/// Nodes, each after those that it reads.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
    loops: Vec<Loop>,
    variables: u32,
}

impl Circuit {
    pub(crate) fn new() -> Self {
        let mut circuit = Circuit {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            loops: Vec::new(),
            variables: 0,
        };
        circuit.add(Node::Constant(false));
        circuit.add(Node::Constant(true));
        circuit
    }

    /// The nodes, in the order of evaluation.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node of this number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The loops, in the order of evaluation.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    fn add(&mut self, node: Node) -> NodeId {
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes fit memory"));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub(crate) fn fluent(&mut self, fluent: FluentId) -> NodeId {
        self.add(Node::Fluent(fluent))
    }

    pub(crate) fn mov(&mut self, mov: MoveId) -> NodeId {
        self.add(Node::Move(mov))
    }

    pub(crate) fn not(&mut self, node: NodeId) -> NodeId {
        match self.node(node) {
            Node::Constant(value) => constant(!value),
            Node::Not(inner) => *inner,
            _ => self.add(Node::Not(node)),
        }
    }

    pub(crate) fn and(&mut self, parts: Vec<NodeId>) -> NodeId {
        self.gate(parts, true)
    }

    pub(crate) fn or(&mut self, parts: Vec<NodeId>) -> NodeId {
        self.gate(parts, false)
    }

    /// And of the parts, or with `neutral` false their or, simplified.
    fn gate(&mut self, mut parts: Vec<NodeId>, neutral: bool) -> NodeId {
        self.flatten(&mut parts, neutral);
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != constant(neutral));
        let opposite = |&part: &NodeId| match self.node(part) {
            Node::Not(inner) => parts.binary_search(inner).is_ok(),
            _ => part == constant(!neutral),
        };
        if parts.iter().any(opposite) {
            return constant(!neutral);
        }
        match parts.as_slice() {
            [] => constant(neutral),
            [only] => *only,
            _ if neutral => self.add(Node::And(parts.into())),
            _ => self.add(Node::Or(parts.into())),
        }
    }

    /// Replaces small parts of the same kind by their own parts, so that equal
    /// conditions that were put together in different ways become equal nodes.
    fn flatten(&self, parts: &mut Vec<NodeId>, neutral: bool) {
        const SMALL: usize = 8;
        for place in 0..parts.len() {
            let inner = match (self.node(parts[place]), neutral) {
                (Node::And(inner), true) | (Node::Or(inner), false) if inner.len() <= SMALL => {
                    inner
                }
                _ => continue,
            };
            parts[place] = constant(neutral);
            parts.extend(inner);
        }
    }

    /// Begins a loop with so many variables.
    pub(crate) fn open_loop(&mut self, count: usize) -> Vec<NodeId> {
        let variables = self.variables..self.variables + count as u32;
        self.variables = variables.end;
        variables
            .map(|number| self.add(Node::Variable(number)))
            .collect()
    }

    /// Ends a loop by saying what its variables stand for.
    pub(crate) fn close_loop(&mut self, definitions: Vec<(NodeId, NodeId)>) {
        let start = definitions
            .first()
            .map_or(self.nodes.len(), |(variable, _)| variable.index());
        self.loops.push(Loop {
            definitions,
            nodes: start..self.nodes.len(),
        });
    }
}

fn constant(value: bool) -> NodeId {
    if value { NodeId::TRUE } else { NodeId::FALSE }
}
