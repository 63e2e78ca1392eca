//! Sets of states, as the rest of the crate uses them.

use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::diagrams::Diagrams;
use super::edge::Edge;

/// A set of states: a Boolean function of the variables. Its nodes stay as long
/// as it is held.
pub(crate) struct Set {
    edge: Edge,
    room: Rc<RefCell<Diagrams>>,
}

impl Clone for Set {
    fn clone(&self) -> Self {
        Set::new(&self.room, self.edge)
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        self.room.borrow_mut().unpin(self.edge);
    }
}

/// Each function has one diagram, so equal sets of one space have equal edges.
impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        debug_assert!(Rc::ptr_eq(&self.room, &other.room), "of one space");
        self.edge == other.edge
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.edge.hash(state);
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a set of {} nodes", self.nodes())
    }
}

impl Set {
    pub fn new(room: &Rc<RefCell<Diagrams>>, edge: Edge) -> Self {
        room.borrow_mut().pin(edge);
        Set {
            edge,
            room: Rc::clone(room),
        }
    }

    /// Valid only while the set is held.
    pub fn edge(&self) -> Edge {
        self.edge
    }

    pub fn is_empty(&self) -> bool {
        self.edge == Edge::FALSE
    }

    /// Whether all assignments are in it.
    pub fn is_full(&self) -> bool {
        self.edge == Edge::TRUE
    }

    /// The number of its nodes, including the leaf.
    pub fn nodes(&self) -> usize {
        self.room.borrow_mut().size(self.edge)
    }

    /// The variable at its root; `u32::MAX` if it has none.
    pub fn level(&self) -> u32 {
        self.room.borrow().nodes.get(self.edge).level
    }

    /// The set where a variable is false, and where it is true; the variable
    /// must not be below the root.
    pub fn cofactors(&self, variable: u32) -> [Set; 2] {
        let node = self.room.borrow().nodes.get(self.edge);
        let cofactors = node.cofactors(self.edge, variable);
        cofactors.map(|edge| Set::new(&self.room, edge))
    }
}
