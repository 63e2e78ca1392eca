//! Why a claim could not be proven.

use crate::error::{VerifyError, Wrong};

/// Why a step of the proof failed.
#[derive(Debug)]
pub enum Trouble {
    /// The file says something that is not so.
    Wrong(Wrong),
    /// The file may be right, and this checker cannot tell.
    Undecided(String),
}

impl Trouble {
    pub fn wrong(what: impl Into<String>) -> Self {
        Trouble::Wrong(Wrong::new(what))
    }

    /// The same, with the state that shows it.
    pub fn at(self, state: impl Into<String>) -> Self {
        match self {
            Trouble::Wrong(wrong) => Trouble::Wrong(wrong.at(state)),
            undecided => undecided,
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
        }
    }
}
