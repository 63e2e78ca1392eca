//! The numbers of fluents and moves.

/// The number of a fluent: a bit of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FluentId(pub(crate) u32);

impl FluentId {
    /// The fluent's place in the order of [`GroundGame::fluents`](crate::GroundGame::fluents).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a move; moves of different roles have different numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(pub(crate) u32);

impl MoveId {
    /// The move's place in the order of [`GroundGame::moves`](crate::GroundGame::moves).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
