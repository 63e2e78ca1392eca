//! What solving found, with the engine and the algorithm that did.

use explicit::WeakSolution;
use game::{Initial, Level, Model, Solution, Value, WorthByLayer};

use crate::engine::Engine;
use crate::error::Unfinished;
use crate::keep::Work;
use crate::sum::SumSolution;
use crate::target::Written;

/// The nodes of layers as sets of states; of layers of earlier runs too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// Of each layer as one set.
    pub layers: Vec<usize>,
    /// Of the sets that tell what the states of each layer are worth.
    pub values: Vec<usize>,
}

/// A result of one engine, before its file is finished.
pub(crate) struct Found<'a, T> {
    /// What was asked for.
    pub result: T,
    /// The engine.
    pub engine: Engine,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The nodes of layers, on sets.
    pub nodes: Option<Nodes>,
    /// How many states of each layer have which rewards, where that is known.
    pub worth: WorthByLayer,
    /// Where layers are kept until the result is safe.
    pub work: Option<Work<'a>>,
}

impl<T> Found<'_, T> {
    /// A result without more to tell of it.
    pub fn new(result: T, engine: Engine, algorithm: &'static str) -> Self {
        Found {
            result,
            engine,
            algorithm,
            nodes: None,
            worth: WorthByLayer::new(),
            work: None,
        }
    }
}

/// What was solved.
#[derive(Debug)]
pub enum Solved {
    /// All reachable states.
    All(Solution),
    /// The first state, and no more than that took.
    First(WeakSolution),
    /// All reachable states, by the parts of the game.
    Sum(Box<SumSolution>),
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    /// The names of the roles, in role order.
    pub roles: Vec<String>,
    /// What was solved.
    pub solved: Solved,
    /// The engine that solved it.
    pub engine: Engine,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The nodes of layers, where sets of states were used.
    pub nodes: Option<Nodes>,
    /// How many states of each layer have which rewards; empty if that was not counted.
    pub worth: WorthByLayer,
    /// The solution file that was asked for, or why it is not there: the result stands
    /// without it.
    pub file: Option<Result<Written, Unfinished>>,
}

impl Answer {
    /// The position that was solved: its value, best moves and best play.
    pub fn initial(&self) -> &Initial {
        match &self.solved {
            Solved::All(solution) => &solution.initial,
            Solved::First(solution) => &solution.initial,
            Solved::Sum(solution) => &solution.initial,
        }
    }

    /// What the position that was solved is worth.
    pub fn value(&self) -> &Value {
        &self.initial().value
    }

    /// The solution of all states, if they were solved one by one or as sets.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.solved {
            Solved::All(solution) => Some(solution),
            Solved::First(_) | Solved::Sum(_) => None,
        }
    }

    /// The model under which the values hold.
    pub fn model(&self) -> Model {
        match &self.solved {
            Solved::All(solution) => solution.model,
            Solved::First(solution) => solution.model,
            Solved::Sum(solution) => solution.model,
        }
    }

    /// How much is solved.
    pub fn level(&self) -> Level {
        match &self.solved {
            Solved::All(solution) => solution.level,
            Solved::First(_) => Level::Weak,
            Solved::Sum(_) => Level::Strong,
        }
    }
}
