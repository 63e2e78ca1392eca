//! The way to a state that is not as it should be, backwards through the
//! layers.

use game::{Playable, RoleId};
use ground::{BitState, GroundGame, Simulator};
use judge::joint_text;
use table::Archive;

use crate::SymbolicError;
use crate::pass::engine::Engine;

/// Adds the way to the state that an error tells of.
pub(crate) fn with_path(
    engine: &Engine<'_>,
    archive: &Archive<'_>,
    game: &GroundGame,
    mut error: SymbolicError,
) -> SymbolicError {
    if let SymbolicError::Fault {
        state, layer, path, ..
    }
    | SymbolicError::Simultaneous { state, layer, path } = &mut error
    {
        match engine.path(archive, game, state, *layer) {
            Ok(found) => *path = found,
            Err(other) => return other,
        }
    }
    error
}

impl Engine<'_> {
    /// The joint moves from the start to a state of a layer.
    fn path(
        &self,
        archive: &Archive<'_>,
        game: &GroundGame,
        state: &BitState,
        layer: u64,
    ) -> Result<Vec<String>, SymbolicError> {
        let mut game = Simulator::new(game.clone());
        let mut path = Vec::new();
        let mut state = state.clone();
        for layer in (0..layer as usize).rev() {
            let from = self.predecessor(archive, layer, &state)?;
            path.push(joint_move(&mut game, &from, &state));
            state = from;
        }
        path.reverse();
        Ok(path)
    }

    /// A state of a layer from which a move leads to a state of the next.
    fn predecessor(
        &self,
        archive: &Archive<'_>,
        layer: usize,
        state: &BitState,
    ) -> Result<BitState, SymbolicError> {
        let [_, rest] = self.layer(archive, layer)?;
        let found = || {
            let to = self.encoding.state(&self.space, |it| state.holds(it))?;
            let mut found = self.space.empty();
            for role in RoleId::all(self.relations.len()) {
                let own = self.own(role, &rest)?;
                for &part in &self.relations[role.index()] {
                    let without = self.space.andnotpre(&own, part, &to)?;
                    found = self.space.or(&found, &self.space.minus(&own, &without)?)?;
                }
            }
            Ok(found)
        };
        let found = found().map_err(|halt| self.error(halt, layer as u64))?;
        Ok(self.witness(&found))
    }
}

/// A joint move from one state to the other.
fn joint_move(game: &mut Simulator, from: &BitState, to: &BitState) -> String {
    let Ok(legal) = game.legal_moves(from);
    let mut joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
    for (role, moves) in legal.iter().enumerate() {
        for &mov in moves {
            let before = std::mem::replace(&mut joint[role], mov);
            let Ok(next) = game.successor(from, &joint);
            if next == *to {
                return joint_text(game, &joint);
            }
            joint[role] = before;
        }
    }
    unreachable!("the state was found by a move of one role")
}
