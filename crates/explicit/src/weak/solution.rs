//! A weakly solved game, as it is told.

use game::{Count, Initial, Model, Value, Warning};

use super::strategy::Strategy;

/// A game solved from its first state only.
#[derive(Clone, Debug)]
pub struct WeakSolution {
    /// The model under which the value holds.
    pub model: Model,
    /// How it was found.
    pub algorithm: Algorithm,
    /// What infinite play counts, if that was needed.
    pub infinite: Option<Value>,
    /// Whether a state can be reached again; none if that is not known.
    pub cyclic: Option<bool>,
    /// How many different states were looked at: each whose end, goals or
    /// moves were asked for. Where the table was too small for all of them,
    /// those that were forgotten and came again count again.
    pub visited: Count,
    /// The first state. Its best moves are those that are known to be.
    pub initial: Initial,
    /// What the user should know beside the result.
    pub warnings: Vec<Warning>,
}

/// How a weak solution is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Alpha-beta search with a table of bounds.
    AlphaBeta,
    /// Backward induction, depth first, with a table of values.
    Induction,
    /// Search for the best end.
    Plan,
    /// Values of growing parts of the graph.
    Excerpts,
}

impl Algorithm {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Induction => "induction",
            Algorithm::Plan => "plan",
            Algorithm::Excerpts => "excerpts",
        }
    }
}

/// A weak solution, and what to play by.
pub struct Weak<'a> {
    /// The solution in numbers.
    pub solution: WeakSolution,
    /// A move for every state that comes up.
    pub strategy: Strategy<'a>,
}
