//! A shared circuit of and, or and not over fluents and moves.
//!
//! Nodes are kept once each and in an order in which they can be evaluated.
//! Rules that depend on each other in a circle make a [`Loop`]: its variables
//! take the least values that agree with their definitions.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::ids::{FluentId, MoveId};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// What never holds.
    pub const FALSE: NodeId = NodeId(0);
    /// What always holds.
    pub const TRUE: NodeId = NodeId(1);

    pub(crate) fn at(place: usize) -> NodeId {
        NodeId(u32::try_from(place).expect("fewer than 2^32 nodes fit memory"))
    }

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

impl Node {
    /// The same node, with the places that it reads mapped by `places`.
    fn moved(&self, places: &[NodeId]) -> Node {
        let all = |parts: &[NodeId]| parts.iter().map(|part| places[part.index()]).collect();
        match self {
            Node::Not(inner) => Node::Not(places[inner.index()]),
            Node::And(parts) => Node::And(all(parts)),
            Node::Or(parts) => Node::Or(all(parts)),
            other => other.clone(),
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
    /// Finds nodes by their content; empty once all have been added.
    table: HashTable<NodeId>,
    loops: Vec<Loop>,
    variables: u32,
}

impl Circuit {
    pub(crate) fn new() -> Self {
        let mut circuit = Circuit {
            nodes: Vec::new(),
            table: HashTable::new(),
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
        let nodes = &self.nodes;
        let same = |id: &NodeId| nodes[id.index()] == node;
        let hash = hash_of(&node);
        if let Some(&known) = self.table.find(hash, same) {
            return known;
        }
        let id = NodeId::at(self.nodes.len());
        let rehash = |id: &NodeId| hash_of(&nodes[id.index()]);
        self.table.insert_unique(hash, id, rehash);
        self.nodes.push(node);
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

    /// The and of the parts, or with `neutral` false their or, simplified.
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

    /// Begins a loop of `count` variables.
    pub(crate) fn open_loop(&mut self, count: usize) -> Vec<NodeId> {
        let variables = self.variables..self.variables + count as u32;
        self.variables = variables.end;
        variables
            .map(|number| self.add(Node::Variable(number)))
            .collect()
    }

    /// Ends a loop: gives its variables their definitions.
    pub(crate) fn close_loop(&mut self, definitions: Vec<(NodeId, NodeId)>) {
        let start = definitions
            .first()
            .map_or(self.nodes.len(), |(variable, _)| variable.index());
        self.loops.push(Loop {
            definitions,
            nodes: start..self.nodes.len(),
        });
    }

    /// Which nodes depend on moves. A loop depends on them as a whole.
    pub fn reads_moves(&self) -> Vec<bool> {
        let mut late = vec![false; self.nodes.len()];
        let mark = |late: &mut Vec<bool>, places: Range<usize>| {
            for place in places {
                let node = &self.nodes[place];
                let reads = node.reads().iter().any(|read| late[read.index()]);
                late[place] |= reads || matches!(node, Node::Move(_));
            }
        };
        let mut place = 0;
        for around in &self.loops {
            mark(&mut late, place..around.nodes.end);
            let mut definitions = around.definitions.iter();
            if definitions.any(|(_, is)| late[is.index()]) {
                for (variable, _) in &around.definitions {
                    late[variable.index()] = true;
                }
                mark(&mut late, around.nodes.clone());
            }
            place = around.nodes.end;
        }
        mark(&mut late, place..self.nodes.len());
        late
    }

    /// The circuit of some of the nodes, and where each of them stands there.
    /// What a kept node reads must be kept too.
    pub(crate) fn keep(&self, kept: &[bool]) -> (Circuit, Vec<NodeId>) {
        let mut count = 0;
        let mut places = Vec::with_capacity(kept.len() + 1);
        for &kept in kept {
            places.push(NodeId::at(count));
            count += usize::from(kept);
        }
        places.push(NodeId::at(count));
        let nodes = self.nodes.iter().zip(kept).filter(|(_, kept)| **kept);
        let loops = self.loops.iter().map(|around| Loop {
            definitions: (around.definitions.iter())
                .filter(|(variable, _)| kept[variable.index()])
                .map(|(variable, is)| (places[variable.index()], places[is.index()]))
                .collect(),
            nodes: places[around.nodes.start].index()..places[around.nodes.end].index(),
        });
        let circuit = Circuit {
            nodes: nodes.map(|(node, _)| node.moved(&places)).collect(),
            table: HashTable::new(),
            loops: loops.filter(|it| !it.definitions.is_empty()).collect(),
            variables: self.variables,
        };
        (circuit, places)
    }
}

fn hash_of(node: &Node) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.finish()
}

fn constant(value: bool) -> NodeId {
    if value { NodeId::TRUE } else { NodeId::FALSE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fluents(circuit: &mut Circuit, count: u32) -> Vec<NodeId> {
        let numbers = (0..count).map(FluentId);
        numbers.map(|number| circuit.fluent(number)).collect()
    }

    #[test]
    fn equal_nodes_are_one_behind_a_loop_too() {
        let mut circuit = Circuit::new();
        let given = fluents(&mut circuit, 2);
        let before = circuit.and(given.clone());
        let variables = circuit.open_loop(1);
        let inside = circuit.and(vec![given[1], given[0]]);
        let definition = circuit.or(vec![variables[0], given[0]]);
        circuit.close_loop(vec![(variables[0], definition)]);
        assert_eq!(inside, before);
        assert_eq!(circuit.and(given.clone()), before);
        assert_eq!(circuit.or(vec![given[0], variables[0]]), definition);
    }

    #[test]
    fn what_is_kept_reads_what_it_read() {
        let mut circuit = Circuit::new();
        let given = fluents(&mut circuit, 3);
        let dead = circuit.and(vec![given[0], given[1]]);
        let live = circuit.or(vec![given[1], given[2]]);
        let mut kept = vec![true; circuit.nodes().len()];
        (kept[given[0].index()], kept[dead.index()]) = (false, false);
        let (circuit, places) = circuit.keep(&kept);
        assert_eq!(circuit.nodes().len(), 5);
        let reads = circuit.node(places[live.index()]).reads();
        assert_eq!(reads, [places[given[1].index()], places[given[2].index()]]);
    }
}
