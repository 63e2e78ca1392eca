//! Why work stops: out of room, a state that is not as it should be, or something
//! else to tell.

use game::{Fault, Obstacle, RoleId};
use ground::BitState;
use table::StoreError;

use crate::SymbolicError;
use crate::diagram::Halt;
use crate::pass::engine::Engine;

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

impl Trouble {
    /// The same, with the layer in which nodes ran out or the work was stopped.
    pub fn halted_in(self, engine: &Engine<'_>, layer: u64) -> Self {
        match self {
            Trouble::Halt(halt) => Trouble::Told(engine.error(halt, layer)),
            other => other,
        }
    }

    /// The error that it is when it comes up in this layer. The way to a state is
    /// found backwards from it.
    pub fn in_layer(self, engine: &Engine<'_>, layer: u64) -> SymbolicError {
        let path = |state: &BitState, layer| {
            let path = engine.path_back(state);
            path.map_err(|halt| engine.error(halt, layer))
        };
        self.halted_in(engine, layer).told(engine, path)
    }

    /// The error that it is; `path` knows the way to a state of a layer.
    pub fn told(
        self,
        engine: &Engine<'_>,
        path: impl FnOnce(&BitState, u64) -> Result<Vec<String>, SymbolicError>,
    ) -> SymbolicError {
        match self {
            Trouble::Halt(halt) => engine.error(halt, 0),
            Trouble::Told(error) => error,
            Trouble::State(flaw, state, layer) => match path(&state, layer) {
                Ok(path) => engine.obstacle(flaw, &state, path).into(),
                Err(error) => error,
            },
        }
    }
}

impl Engine<'_> {
    fn obstacle(&self, flaw: Flaw, state: &BitState, path: Vec<String>) -> Obstacle {
        let (names, state) = (self.game.roles(), self.state_text(state));
        match flaw {
            Flaw::Faulty(fault) => Obstacle::fault(names, fault, state, path),
            Flaw::Several(roles) => Obstacle::Simultaneous {
                roles: roles.iter().map(|it| names[it.index()].clone()).collect(),
                state,
                path,
            },
        }
    }
}
