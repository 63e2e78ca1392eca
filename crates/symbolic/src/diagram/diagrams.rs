//! All diagrams of a space: what the recursions work on.

use super::cache::{Cache, Key};
use super::edge::Edge;
use super::marks::Marks;
use super::nodes::{Full, Nodes};
use crate::knobs::Knobs;

pub(crate) struct Diagrams {
    pub nodes: Nodes,
    cache: Cache,
    most_results: usize,
    pub marks: Marks,
    /// How many sets have which node as their root.
    pins: Vec<u32>,
}

impl Diagrams {
    pub fn new(capacity: usize) -> Self {
        Diagrams {
            nodes: Nodes::new(capacity),
            cache: Cache::new(),
            most_results: results_for(Nodes::entries_for(capacity)),
            marks: Marks::default(),
            pins: Vec::new(),
        }
    }

    /// The function that is `low` or `high`, as the variable of the level is.
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

    /// The result of an operation, if it is known.
    #[inline(always)]
    pub fn known(&self, key: &Key) -> Option<Edge> {
        self.cache.get(key)
    }

    #[inline(always)]
    pub fn learn(&mut self, key: &Key, result: Edge) {
        self.cache.put(key, result);
    }

    /// Keeps a function when garbage is collected, until it is unpinned as often.
    pub fn pin(&mut self, edge: Edge) {
        if self.pins.len() <= edge.number() {
            self.pins.resize(self.nodes.numbers(), 0);
        }
        self.pins[edge.number()] += 1;
    }

    pub fn unpin(&mut self, edge: Edge) {
        self.pins[edge.number()] -= 1;
    }

    /// Frees the nodes that no pinned function needs; tells how many.
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

    /// How many nodes a function has, the end of all paths included.
    pub fn size(&mut self, edge: Edge) -> usize {
        self.marks.begin(self.nodes.numbers());
        visit(&self.nodes, &mut self.marks, edge.number())
    }
}

/// How many results are kept with so many entries for nodes.
pub(super) fn results_for(entries: usize) -> usize {
    (entries / 2).min(Knobs::MAX_RESULTS)
}

/// Marks a node and all below it; tells how many had no mark.
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
