//! The backward pass: what the states of all layers are worth, the last layer
//! first.

pub(crate) mod labels;
pub(crate) mod pass;
pub(crate) mod step;
pub(crate) mod valued;
