//! Positions with the moves of both roles: what values are computed from.
//!
//! In: nothing. Out: the trait [`Positions`], which listed states of a part
//! ([`crate::states`]) and pieces ([`crate::pieces`]) implement. Not here: what they are
//! worth ([`crate::worth`]).

use game::StopReason;
use thiserror::Error;

/// The number of a state of a part, or of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId(u32);

impl PositionId {
    pub(crate) fn new(place: usize) -> Self {
        PositionId(place as u32)
    }

    pub(crate) fn after(self, places: usize) -> Self {
        PositionId(self.0 + places as u32)
    }

    /// Its place in tables of all positions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Positions that are played side by side, in ascending order.
pub(crate) type Sum = Box<[PositionId]>;

/// Positions in which each role has moves, whoever is on turn.
pub(crate) trait Positions {
    /// How many there are.
    fn len(&self) -> usize;

    /// All that have moves to tell, each after those that its moves lead to.
    fn order(&self) -> &[PositionId];

    /// Where a role's moves lead: positions that are then played side by side. Each sum
    /// once, in ascending order.
    fn sums(&self, at: PositionId, role: usize) -> impl Iterator<Item = &[PositionId]>;
}

/// Why not all positions of a part could be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfinished {
    /// There are too many, or they take too much memory.
    #[error("a part has too many positions")]
    TooMany,
    /// Moves in one part alone can go on for ever.
    #[error("a part can be played for ever")]
    Cyclic,
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}
