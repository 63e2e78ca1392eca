//! Why work stops: no room, a faulty state, or another error.

use game::{Fault, RoleId};
use ground::BitState;
use table::StoreError;

use crate::SymbolicError;
use crate::diagram::Halt;

pub(crate) enum Trouble {
    Halt(Halt),
    /// A reachable state of a layer that no game may have, or that has no value here.
    /// The moves that lead there are found when the error is made (`explain`).
    State(Flaw, BitState, u64),
    Told(SymbolicError),
}

/// What is wrong with a state.
pub(crate) enum Flaw {
    Faulty(Fault),
    /// These roles have a choice in it.
    Several(Vec<RoleId>),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        Trouble::Halt(halt)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Trouble::Told(error.into())
    }
}

impl From<SymbolicError> for Trouble {
    fn from(error: SymbolicError) -> Self {
        Trouble::Told(error)
    }
}
