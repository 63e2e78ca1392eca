//! What is told and kept of a game that was solved by its parts.

use decompose::{Counted, Summary};
use game::{Initial, Model, Value};

use crate::engine::Engine;

/// A game that was solved by its parts.
#[derive(Debug)]
pub struct SumSolution {
    /// The model under which the values hold.
    pub model: Model,
    /// How the worth of a state follows from its parts, as a word.
    pub combination: &'static str,
    /// Whether a state can be reached again.
    pub cyclic: bool,
    /// The value of infinite play; `None` where it cannot happen.
    pub infinite: Option<Value>,
    /// The position that was solved.
    pub initial: Initial,
    /// The states that can be reached, if they were counted.
    pub counted: Option<Counted>,
    /// The parts, and what they are worth.
    pub summary: Summary,
    /// The names of each part's fluents.
    pub fluents: Vec<Vec<String>>,
}

/// A game that was solved by its parts, and all that its file needs.
pub(crate) struct Sum {
    pub solution: SumSolution,
    /// The parts as the file has them, if one was asked for.
    pub json: Option<serde_json::Value>,
    /// The fluents of the position that was solved.
    pub start: Vec<String>,
}

impl Sum {
    /// The engine and the algorithm, by name.
    pub fn way(&self) -> (Engine, &'static str) {
        (Engine::Parts, self.solution.combination)
    }
}
