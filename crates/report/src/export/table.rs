//! What takes rows, and why it takes no more.

use std::borrow::Cow;
use std::io;

use game::{Count, StopReason};
use play::PlayError;
use table::solution::{Outcome, SolutionError};

/// A state, with what was asked for of it.
pub struct Row<'a> {
    /// In KIF; empty if it is not asked for.
    pub state: String,
    /// As bytes; empty if they are not asked for.
    pub key: Vec<u8>,
    /// What it is worth.
    pub outcome: Cow<'a, Outcome>,
    /// Who has a choice.
    pub mover: Option<&'a str>,
    /// The number of moves from the start.
    pub layer: Option<u64>,
    /// The best moves in KIF; none where nobody has a choice; `None` if they are not
    /// known.
    pub best: Option<Vec<String>>,
}

/// Takes rows, and makes them what was asked for.
pub trait Table<W> {
    /// Takes a row.
    fn row(&mut self, row: Row<'_>) -> Result<(), ExportEnd>;

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
    /// The rules or the file do not say what a state's moves are.
    Play(PlayError),
    /// The solution file has a key that is no state: it is damaged.
    NotAState,
    /// The layers of so many states are not found by a walk over all.
    NoLayers {
        /// Most states that are walked over.
        most: usize,
    },
    /// The states of a sum have no keys.
    NoKeys,
    /// The states of a sum are not listed without a limit.
    TooMany {
        /// How many there are, if they are counted.
        states: Option<Count>,
        /// Most that are listed.
        most: usize,
    },
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

impl From<PlayError> for ExportEnd {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::File(error) => ExportEnd::File(error),
            PlayError::Stopped(reason) => ExportEnd::Stopped(reason, 0),
            error => ExportEnd::Play(error),
        }
    }
}
