//! What is asked of a solution, whichever engine finds it.

use crate::{Level, Model, Rewards};

/// What is asked of a solution.
#[derive(Clone, Debug)]
pub struct Options {
    /// How roles compare rewards. With one role all models are the same, and
    /// the answer names [`Model::Own`].
    pub model: Model,
    /// What infinite play is worth; needed on cyclic games, unless there is
    /// one role or two roles' rewards add up to a constant.
    pub infinite: Option<Rewards>,
    /// Whether draws of acyclic games are to have distances.
    pub draw_distances: bool,
    /// How much is asked for; the judge, which always finds all, records it.
    pub level: Level,
}
