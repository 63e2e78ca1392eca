//! The backward pass: the values of the states of all layers, the last layer
//! first.

pub(crate) mod labels;
pub(crate) mod pass;
pub(crate) mod step;
pub(crate) mod valued;
