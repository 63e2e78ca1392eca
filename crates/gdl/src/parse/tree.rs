//! Lists of lists of symbols: what both notations are read into.

use crate::{Span, Symbol};

/// The number of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

/// A symbol, a variable or a list, with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
}

/// See [`Node`].
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A name.
    Symbol(Symbol),
    /// A variable, without KIF's question mark.
    Variable(Symbol),
    /// A list.
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
    pub(super) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
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

    /// The node of this number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The node in KIF, with single spaces.
    pub fn text(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.write(id, &mut text);
        text
    }

    /// Recurses as deep as lists are nested: at most [`MAX_NESTING`](crate::MAX_NESTING).
    fn write(&self, id: NodeId, text: &mut String) {
        match &self.node(id).kind {
            NodeKind::Symbol(name) => text.push_str(name),
            NodeKind::Variable(name) => {
                text.push('?');
                text.push_str(name);
            }
            NodeKind::List(items) => {
                text.push('(');
                for (place, &item) in items.iter().enumerate() {
                    if place > 0 {
                        text.push(' ');
                    }
                    self.write(item, text);
                }
                text.push(')');
            }
        }
    }
}
