//! What knows the values of states.

use game::Model;
use table::solution::Outcome;

use crate::{Misfit, PlayError, State};

/// What knows the values of one game's states.
///
/// A solution file does, whole or in part ([`FileOracle`](crate::FileOracle)). So can
/// a search, or the solutions of the parts of a game. A
/// [`SolvedGame`](crate::SolvedGame) asks it; positions, the perfect player, best
/// lines and reviews depend only on its answers and the rules.
///
/// Its answers must be consistent: the value of a state is that of its best
/// successors under the [model](Oracle::model), and if it has a distance, one of
/// these is nearer to the end by one. It may leave open what it does not know, and
/// then no move is judged by a guess.
pub trait Oracle: Send + Sync {
    /// The model under which the values hold.
    fn model(&self) -> Model;

    /// Whether it knows all reachable states. If not, the rules give the values of
    /// ends that it does not know.
    fn is_whole(&self) -> bool;

    /// Whether it has distances: if not, a missing distance says nothing.
    fn has_distances(&self) -> bool;

    /// Why none of these lists of fluents, in KIF, is a state of the game; `None` if one
    /// may be, or it cannot tell.
    fn misfit(&self, _readings: &[Vec<String>]) -> Option<Misfit> {
        None
    }

    /// What it knows of these states, in their order: cheaper than one by one.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if it cannot answer, for example because a file is damaged.
    fn ask(&self, states: &[&State]) -> Result<Vec<Knowledge>, PlayError>;
}

/// What an oracle knows of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// What it is worth.
    Known(Outcome),
    /// It cannot be reached.
    Unreachable,
    /// Nothing.
    Unknown,
}

impl Knowledge {
    /// The outcome of the state, if it is known.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Knowledge::Known(outcome) => Some(outcome),
            _ => None,
        }
    }
}
