//! How chores end.

use std::error::Error;

/// What a chore answers; an error ends it with a message.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Whether what a chore is to show does hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It does.
    Yes,
    /// It does not.
    No,
}
