//! From a [`Trouble`] to the error that the caller gets: with the layer in which
//! it happened, and the moves that lead to a faulty state.

use game::Obstacle;
use ground::BitState;
use table::Archive;

use crate::SymbolicError;
use crate::pass::engine::Engine;
use crate::pass::trouble::{Flaw, Trouble};

/// The error for a trouble. The moves to a faulty state are found backwards through the
/// layers of the archive.
pub(crate) fn with_path(
    engine: &Engine<'_>,
    archive: &Archive<'_>,
    trouble: Trouble,
) -> SymbolicError {
    trouble.told(engine, |state, layer| engine.path(archive, state, layer))
}

impl Trouble {
    /// The same trouble; a halt becomes the error that names the layer.
    pub fn halted_in(self, engine: &Engine<'_>, layer: u64) -> Self {
        match self {
            Trouble::Halt(halt) => Trouble::Told(engine.error(halt, layer)),
            other => other,
        }
    }

    /// The error for a trouble in this layer. The moves to a faulty state are found
    /// backwards from that state.
    pub fn in_layer(self, engine: &Engine<'_>, layer: u64) -> SymbolicError {
        let path = |state: &BitState, layer| {
            let path = engine.path_back(state);
            path.map_err(|halt| engine.error(halt, layer))
        };
        self.halted_in(engine, layer).told(engine, path)
    }

    /// The error for a trouble; `path` finds the moves to a state of a layer.
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
