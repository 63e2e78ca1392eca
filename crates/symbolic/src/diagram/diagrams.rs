//! All diagrams of a space: what the recursions work on.

use super::cache::{Cache, Key};
use super::edge::Edge;
use super::marks::Marks;
use super::nodes::{Full, MAX_NODES, Nodes};
use crate::knobs::Knobs;

/// Bytes per node, beside its entry in the table of nodes and its share of the cached
/// results: 12 for the node itself, a pin count, a mark, and what it takes to list,
/// count and store sets with half of the nodes.
const BYTES_PER_NODE: u64 = 44;
const BYTES_PER_ENTRY: u64 = 8;
const BYTES_PER_RESULT: u64 = 16;

pub(crate) struct Diagrams {
    pub nodes: Nodes,
    cache: Cache,
    most_results: usize,
    pub marks: Marks,
    /// For each node, the number of sets whose root it is.
    pins: Vec<u32>,
}

impl Diagrams {
    /// The number of nodes that fit into `memory` bytes.
    pub fn nodes_in(memory: u64) -> usize {
        // Tables grow by doubling. Either one more doubling fits, with less room for
        // nodes then, or the table limits the number of nodes.
        let nodes = |entries: usize| {
            let tables =
                entries as u64 * BYTES_PER_ENTRY + results_for(entries) as u64 * BYTES_PER_RESULT;
            let room = memory.saturating_sub(tables) / BYTES_PER_NODE;
            let room = usize::try_from(room).unwrap_or(usize::MAX);
            room.min(Nodes::most_with(entries))
        };
        let most = (10..32).map(|bits| nodes(1 << bits)).max();
        most.unwrap_or(0).clamp(Knobs::MIN_NODES, MAX_NODES)
    }

    pub fn new(capacity: usize) -> Self {
        Diagrams {
            nodes: Nodes::new(capacity),
            cache: Cache::new(),
            most_results: results_for(Nodes::entries_for(capacity)),
            marks: Marks::default(),
            pins: Vec::new(),
        }
    }

    /// The function that is `low` where the level's variable is false, and `high` where
    /// it is true.
    #[inline(always)]
    pub fn make(&mut self, level: u32, low: Edge, high: Edge) -> Result<Edge, Full> {
        let entries = self.nodes.entries();
        let edge = self.nodes.make(level, low, high)?;
        if self.nodes.entries() != entries {
            let results = results_for(self.nodes.entries());
            self.cache.grow(results, self.most_results);
        }
        Ok(edge)
    }

    /// The cached result of an operation, if there is one.
    #[inline(always)]
    pub fn known(&self, key: &Key) -> Option<Edge> {
        self.cache.get(key)
    }

    #[inline(always)]
    pub fn learn(&mut self, key: &Key, result: Edge) {
        self.cache.put(key, result);
    }

    /// Keeps a function when garbage is collected, until it is unpinned as often as it
    /// was pinned.
    pub fn pin(&mut self, edge: Edge) {
        if self.pins.len() <= edge.number() {
            self.pins.resize(self.nodes.numbers(), 0);
        }
        self.pins[edge.number()] += 1;
    }

    pub fn unpin(&mut self, edge: Edge) {
        self.pins[edge.number()] -= 1;
    }

    /// Frees the nodes that no pinned function needs; returns how many.
    pub fn collect(&mut self) -> usize {
        let before = self.nodes.in_use();
        self.marks.begin(self.nodes.numbers());
        self.marks.mark(0);
        for (number, _) in self.pins.iter().enumerate().filter(|(_, pins)| **pins > 0) {
            visit(&self.nodes, &mut self.marks, number);
        }
        self.nodes.retain(&self.marks);
        self.cache.retain(|edge| self.marks.has(edge.number()));
        before - self.nodes.in_use()
    }

    /// The number of nodes of a function, including the leaf.
    pub fn size(&mut self, edge: Edge) -> usize {
        self.marks.begin(self.nodes.numbers());
        visit(&self.nodes, &mut self.marks, edge.number())
    }
}

/// The number of cached results for a table of nodes with `entries` entries.
fn results_for(entries: usize) -> usize {
    (entries / 2).min(Knobs::MAX_RESULTS)
}

/// Marks a node and all below it; returns how many had no mark.
fn visit(nodes: &Nodes, marks: &mut Marks, number: usize) -> usize {
    let mut visited = 0;
    let mut open = Vec::new();
    if marks.mark(number) {
        open.push(number as u32);
    }
    while let Some(number) = open.pop() {
        visited += 1;
        let node = nodes.get(Edge::to(number));
        for child in [node.low, node.high] {
            if marks.mark(child.number()) {
                open.push(child.number() as u32);
            }
        }
    }
    visited
}
