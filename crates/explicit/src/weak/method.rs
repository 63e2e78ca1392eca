//! What all ways of weak solving have in common.

use game::{RoleId, Value};
use ground::MoveId;

use super::board::{Board, Field, Halt};

/// What may be done in a state without giving anything up.
pub(super) struct Best<S> {
    pub mover: Option<RoleId>,
    /// Moves that are known to keep the value, the one to make first; none in
    /// terminal states. Without a mover the one thing that happens.
    pub moves: Vec<(MoveId, S)>,
}

/// A solved game, as far as its first state's value takes.
pub(super) trait Method<G: Board> {
    /// Moves that keep what the mover can have. In states that come up while a
    /// role keeps to the first of them, that is what it had at the start.
    fn best(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
    ) -> Result<Best<G::State>, Halt<G::State>>;

    /// Hands over states whose own values are known, not bounds of them, as far as
    /// they are remembered.
    fn exact(&self, take: &mut dyn FnMut(&G::State, Value));

    /// Whether all states have the same value that come up when every role makes
    /// the first of the best moves.
    fn keeps_value(&self) -> bool;

    /// How many different states were looked at.
    fn looked_at(&self) -> u64;
}

impl<S> Best<S> {
    /// Nothing: the game is over.
    pub fn none() -> Self {
        Best {
            mover: None,
            moves: Vec::new(),
        }
    }
}
