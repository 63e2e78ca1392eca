//! What a solution should contain, whichever engine finds it.

use crate::{Level, Model, Rewards};

/// What a solution should contain.
#[derive(Clone, Debug)]
pub struct Options {
    /// How roles compare rewards. With one role all models are the same, and
    /// the answer names [`Model::Own`].
    pub model: Model,
    /// What infinite play is worth; needed on cyclic games, unless there is
    /// one role or two roles' rewards add up to a constant.
    pub infinite: Option<Rewards>,
    /// Whether draws of acyclic games get distances.
    pub draw_distances: bool,
    /// How much is asked for; the judge always finds everything and records
    /// this.
    pub level: Level,
}
