//! Who knows what states are worth.

use game::Model;
use table::solution::Outcome;

use crate::{PlayError, State};

/// Who knows what the states of one game are worth.
///
/// A solution file does, whole or in part ([`FileOracle`](crate::FileOracle)). So can
/// a search, or the solutions of the parts that a game falls into. A
/// [`SolvedGame`](crate::SolvedGame) asks it; positions, the perfect player, best
/// lines and reviews come of its answers and of the rules alone.
///
/// What an oracle says must fit together: the value of a state is that of its best
/// successors under the [model](Oracle::model), and where it has a distance, one of
/// these is nearer to the end by one. What it does not know it may leave open, and
/// then no move is judged by a guess.
pub trait Oracle: Send + Sync {
    /// The model under which the values hold.
    fn model(&self) -> Model;

    /// Whether it knows all states that can be reached. If not, ends are valued by
    /// the rules where it does not know them.
    fn is_whole(&self) -> bool;

    /// Whether it tells distances: if not, that there is none says nothing.
    fn has_distances(&self) -> bool;

    /// What it knows of these states, in their order: cheaper than to ask one by one.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if it cannot tell what it knows, such as for a damaged file.
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
    /// What the state is worth, if that is known.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Knowledge::Known(outcome) => Some(outcome),
            _ => None,
        }
    }
}
