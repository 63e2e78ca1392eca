//! Why a check did not succeed.

use std::io;

use game::StopReason;
use gdl::InterpretError;
use ground::GroundError;
use thiserror::Error;

/// Why a file cannot be read as a solution.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// The system could not read its bytes.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It does not begin as a solution file does.
    #[error("this is no solution file")]
    Foreign,
    /// It is a solution file of another version.
    #[error("the file is of version {found} of the format, and only versions 1 and 2 are known")]
    Version {
        /// Its version.
        found: u32,
    },
    /// It requires features of the format that this program does not know.
    #[error("the file requires features of the format that are not known: {}", names.join(", "))]
    Features {
        /// Their names.
        names: Vec<String>,
    },
    /// Its end is missing or damaged.
    #[error("the file is cut off, or its end is damaged")]
    Truncated,
    /// Some of its bytes contradict others.
    #[error("the file is damaged at byte {offset}: {why}")]
    Damaged {
        /// Roughly where, as an offset in bytes.
        offset: u64,
        /// How.
        why: String,
    },
}

impl Unreadable {
    pub(crate) fn damage(offset: u64, why: impl Into<String>) -> Self {
        Unreadable::Damaged {
            offset,
            why: why.into(),
        }
    }
}

/// The error in a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct Wrong {
    /// What the file says and what is right.
    pub what: String,
    /// The state that shows it, in KIF, if one does.
    pub state: Option<String>,
    /// The joint moves from the start to that state, in KIF, if they are known.
    pub path: Option<Vec<String>>,
}

impl Wrong {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Wrong {
            what: what.into(),
            state: None,
            path: None,
        }
    }

    pub(crate) fn at(mut self, state: impl Into<String>) -> Self {
        self.state = Some(state.into());
        self
    }
}

/// Why a check did not succeed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The solution is wrong.
    #[error("{0}")]
    Wrong(Box<Wrong>),
    /// The rules cost too much to evaluate.
    #[error(transparent)]
    Rules(#[from] InterpretError),
    /// It holds a part of a solution: a missing state may have been left out on
    /// purpose. [`verify_part`](crate::verify_part) is for such files.
    #[error("the file holds a part of a solution, and samples are taken of whole ones only")]
    Partial,
    /// Its states do not fit into memory.
    #[error("{states} states take about {needed} bytes of memory, more than there are")]
    TooLarge {
        /// How many states it has.
        states: u128,
        /// The memory that listing them takes, in bytes.
        needed: u128,
    },
    /// A state has too many joint moves to try them all.
    #[error("a state has more than {limit} joint moves")]
    TooManyMoves {
        /// The limit.
        limit: usize,
    },
    /// The proof by sets does not suit the file.
    #[error("the file cannot be checked by sets: {why}")]
    Unsuited {
        /// Why not.
        why: &'static str,
    },
    /// Neither a proof nor a flaw was found in a file of parts.
    #[error("whether the file is right cannot be decided: {why}")]
    Undecided {
        /// What could not be proven.
        why: String,
    },
    /// The rules are too large for the proof by sets.
    #[error("{what} is too large for sets of states")]
    TooComplex {
        /// Which part of them.
        what: &'static str,
    },
    /// The rules could not be made ground.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The ground game and the interpreter differ, or sets and the interpreter: one of
    /// them has a bug, and whether the file is right is unknown.
    #[error("the interpreter differs from the ground game in {what}")]
    Differ {
        /// In what.
        what: String,
        /// In which state, in KIF.
        state: String,
    },
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}

impl From<Wrong> for VerifyError {
    fn from(wrong: Wrong) -> Self {
        VerifyError::Wrong(Box::new(wrong))
    }
}
