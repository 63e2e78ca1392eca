//! Sets of states as binary decision diagrams, in a room of bounded size; and
//! as plain lists of nodes, outside of it.

mod listing;
mod space;

pub(crate) use listing::{ListedNode, Listing, Reference};
pub(crate) use space::{Halt, Set, Space};
