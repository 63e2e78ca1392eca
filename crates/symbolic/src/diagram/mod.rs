//! Sets of states as binary decision diagrams, in a room of bounded size; and
//! as plain lists of nodes, outside of it.

mod bands;
mod cache;
mod diagrams;
mod edge;
mod listing;
mod marks;
mod nodes;
mod set;
mod space;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use bands::Bands;
pub(crate) use cache::{Key, Operator};
pub(crate) use diagrams::Diagrams;
pub(crate) use edge::{Edge, Node};
pub(crate) use listing::{ListedNode, Listing, Reference};
pub(crate) use set::Set;
pub(crate) use space::{Halt, Space};
