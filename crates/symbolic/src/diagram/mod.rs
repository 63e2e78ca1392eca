//! Sets of states as binary decision diagrams, in a room of bounded size.

mod count;
mod space;

pub(crate) use space::{Halt, Set, Space};
