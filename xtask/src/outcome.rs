//! How chores end.

use std::error::Error;

/// The result of a chore; an error ends it with a message.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Whether the claim that a chore checks holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It does.
    Yes,
    /// It does not.
    No,
}
