//! The interface of all methods of weak solving.

use game::{RoleId, Value};
use ground::MoveId;

use super::board::{Board, Field, Halt, View};

/// Moves in a state that keep its value.
pub(super) struct Best<S> {
    pub mover: Option<RoleId>,
    /// Moves that are known to keep the value, the one to make first; none in
    /// terminal states. Without a mover the only joint move.
    pub moves: Vec<(MoveId, S)>,
}

/// A game solved for its first state.
pub(super) trait Method<G: Board> {
    /// Moves that keep what the mover can have. While a role always makes the
    /// first of them, that is what it had at the start.
    fn best(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
    ) -> Result<Best<G::State>, Halt<G::State>> {
        match field.observer.look(state)? {
            View::Terminal(_) => Ok(Best::none()),
            View::Inner { mover, choices } => {
                let moves = choices;
                self.narrow(field, state, Best { mover, moves })
            }
        }
    }

    /// The best of all moves of a state that is not terminal.
    fn narrow(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
        all: Best<G::State>,
    ) -> Result<Best<G::State>, Halt<G::State>>;

    /// Passes on states whose own values are known, not bounds of them, as far as
    /// they are remembered.
    fn exact(&self, take: &mut dyn FnMut(&G::State, Value));

    /// Whether all states have the same value that are reached when every role
    /// makes the first of the best moves.
    fn keeps_value(&self) -> bool;

    /// The number of different states visited.
    fn looked_at(&self) -> u64;
}

impl<S> Best<S> {
    /// No moves: the game is over.
    pub fn none() -> Self {
        Best {
            mover: None,
            moves: Vec::new(),
        }
    }
}
