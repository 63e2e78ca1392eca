//! Why an algorithm stops: out of room, or something to tell.

use crate::SymbolicError;
use crate::diagram::Halt;
use crate::pass::engine::Engine;

pub(crate) enum Trouble {
    Halt(Halt),
    Told(SymbolicError),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        Trouble::Halt(halt)
    }
}

impl From<SymbolicError> for Trouble {
    fn from(error: SymbolicError) -> Self {
        Trouble::Told(error)
    }
}

impl Trouble {
    /// The error that it is when it comes up in this layer.
    pub fn in_layer(self, engine: &Engine<'_>, layer: u64) -> SymbolicError {
        match self {
            Trouble::Halt(halt) => engine.error(halt, layer),
            Trouble::Told(error) => error,
        }
    }
}
