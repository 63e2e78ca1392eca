//! Why work stops: out of room, a state that is not as it should be, or something
//! else to tell.

use game::{Fault, RoleId};
use ground::BitState;
use table::StoreError;

use crate::SymbolicError;
use crate::diagram::Halt;

pub(crate) enum Trouble {
    Halt(Halt),
    /// A reachable state that no game may have, or that has no value here. The way
    /// there is looked for when it is told.
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
