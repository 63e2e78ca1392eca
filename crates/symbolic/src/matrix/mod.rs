//! Relations between states as identity-reduced matrix diagrams.
//!
//! A relation is a set of pairs of states, now and next, over the same variables. Node
//! 0 is the empty relation, node 1 is the identity: it leaves all variables below
//! unchanged. Any other node belongs to a variable x and has four children, one for
//! each value of x now and next. A variable without a node between a node and its child
//! stays unchanged: [[a, 0], [0, a]] is a. So what a move does not touch costs nothing,
//! and there are no variables for the next state.

mod nodes;
mod union;

pub(crate) use nodes::{Matrices, MatrixId};
