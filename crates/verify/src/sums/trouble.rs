//! Why a claim could not be proven.

use game::{Stop, StopReason};

use crate::error::{VerifyError, Wrong};

/// Why a step of the proof failed.
#[derive(Debug)]
pub enum Trouble {
    /// The file says something that is not so.
    Wrong(Wrong),
    /// The file may be right, and this checker cannot tell.
    Undecided(String),
    /// The work was asked to stop.
    Stopped(StopReason),
}

impl Trouble {
    pub fn wrong(what: impl Into<String>) -> Self {
        Trouble::Wrong(Wrong::new(what))
    }

    /// The same, with the state that shows it.
    pub fn at(self, state: impl Into<String>) -> Self {
        match self {
            Trouble::Wrong(wrong) => Trouble::Wrong(wrong.at(state)),
            other => other,
        }
    }

    pub fn undecided(why: impl Into<String>) -> Self {
        Trouble::Undecided(why.into())
    }
}

impl From<Trouble> for VerifyError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Wrong(wrong) => wrong.into(),
            Trouble::Undecided(why) => VerifyError::Undecided { why },
            Trouble::Stopped(reason) => VerifyError::Stopped(reason),
        }
    }
}

/// Fails if the work was asked to stop.
pub fn look_up(stop: &Stop) -> Result<(), Trouble> {
    let stopped = stop.requested();
    stopped.map_or(Ok(()), |reason| Err(Trouble::Stopped(reason)))
}
