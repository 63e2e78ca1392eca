//! A measure of progress.

use ground::FluentId;

/// A sum over the fluents that hold, which every move makes greater.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The weight of each fluent.
    pub(crate) weights: Vec<i64>,
    /// The sum in the initial state.
    pub(crate) start: i64,
    /// Whether every move makes it greater by exactly one: then the sum minus
    /// `start` is the number of moves made.
    pub(crate) incremental: bool,
    /// Whether that is proven. If not, it held on all samples.
    pub(crate) proven: bool,
}

impl Progress {
    /// Whether it is proven. If not, it held on all samples, and must be checked
    /// on every move of every state.
    pub fn is_proven(&self) -> bool {
        self.proven
    }

    /// Whether every move is claimed to make it greater by exactly one.
    pub fn is_incremental(&self) -> bool {
        self.incremental
    }

    /// The sum in the initial state.
    pub fn start(&self) -> i64 {
        self.start
    }

    /// The sum in a state.
    pub fn sum(&self, fluents: impl IntoIterator<Item = FluentId>) -> i64 {
        let fluents = fluents.into_iter();
        fluents.map(|fluent| self.weights[fluent.index()]).sum()
    }
}
