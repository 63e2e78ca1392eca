//! The result of weak solving.

use game::{Count, Initial, Model, Value, Warning};

use super::strategy::Strategy;

/// A game solved from its first state only.
#[derive(Clone, Debug)]
pub struct WeakSolution {
    /// The model under which the value holds.
    pub model: Model,
    /// How it was found.
    pub algorithm: Algorithm,
    /// The value of infinite play, if that was needed.
    pub infinite: Option<Value>,
    /// Whether a state can be reached again; `None` if that is not known.
    pub cyclic: Option<bool>,
    /// The number of different states visited: those whose end, goals or moves
    /// were evaluated. If the table was too small for all of them, dropped
    /// states that were visited again count again.
    pub visited: Count,
    /// The first state. Its best moves are those known to be best.
    pub initial: Initial,
    /// What the user should know besides the result.
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

/// A weak solution, and a strategy for it.
pub struct Weak<'a> {
    /// The solution in numbers.
    pub solution: WeakSolution,
    /// A move for every state that can occur.
    pub strategy: Strategy<'a>,
}
