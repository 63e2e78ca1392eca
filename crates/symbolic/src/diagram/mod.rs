//! Sets of states as binary decision diagrams, and as plain lists of nodes.
//!
//! Not here: the operations on sets (`operators/`), and what happens when nodes
//! run out (`space.rs`).

mod bands;
mod cache;
mod diagrams;
mod edge;
mod halt;
mod listing;
mod marks;
mod nodes;
mod set;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use bands::Bands;
pub(crate) use cache::{Key, Operator};
pub(crate) use diagrams::Diagrams;
pub(crate) use edge::{Edge, Node};
pub(crate) use halt::Halt;
pub(crate) use listing::{ListedNode, Listing, Reference};
pub(crate) use set::Set;
