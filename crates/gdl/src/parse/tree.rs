//! Lists of lists of symbols: what both notations are read into.

use crate::{Span, Symbol};

/// The number of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

/// A symbol, a variable or a list, with its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    Symbol(Symbol),
    Variable(Symbol),
    List(Vec<NodeId>),
}

/// All nodes of a text in one vector, so that nothing here recurses.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The outermost nodes, in order.
    pub top: Vec<NodeId>,
}

impl Tree {
    pub fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than bytes of text"));
        self.nodes.push(Node { kind, span });
        id
    }

    /// How many lists are inside each other at most, this one included.
    pub fn depth(&self, id: NodeId) -> usize {
        let mut deepest = 0;
        let mut open = vec![(id, 0)];
        while let Some((id, around)) = open.pop() {
            if let NodeKind::List(items) = &self.node(id).kind {
                deepest = deepest.max(around + 1);
                open.extend(items.iter().map(|&item| (item, around + 1)));
            }
        }
        deepest
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}
