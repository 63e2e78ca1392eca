//! What takes rows, and why it takes no more.

use std::io;

use game::StopReason;
use table::solution::{Outcome, SolutionError};

/// Takes rows, and makes them what was asked for.
pub trait Table<W> {
    /// Takes a state, in KIF, with what it is worth.
    fn row(&mut self, state: String, outcome: &Outcome) -> Result<(), ExportEnd>;

    /// Writes what is left, and gives back where it went.
    fn finish(self: Box<Self>) -> Result<W, ExportEnd>;
}

/// Why writing ends early.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportEnd {
    /// The reader wants no more.
    Enough,
    /// The work was stopped after this many states.
    Stopped(StopReason, u64),
    /// The states cannot be written.
    Unwritable(io::Error),
    /// The solution file cannot be read.
    File(SolutionError),
    /// The solution file has a key that is no state: it is damaged.
    NotAState,
    /// This build cannot write such a table.
    Unsupported,
}

impl From<io::Error> for ExportEnd {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => ExportEnd::Enough,
            _ => ExportEnd::Unwritable(error),
        }
    }
}

impl From<SolutionError> for ExportEnd {
    fn from(error: SolutionError) -> Self {
        ExportEnd::File(error)
    }
}
