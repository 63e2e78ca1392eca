//! The callback that takes states.

use crate::solution::{OutcomeId, SolutionError};

/// Takes the states of a section, in the order of their keys.
pub type Take<'a> = &'a mut dyn FnMut(&[u64], OutcomeId) -> Result<(), SolutionError>;
