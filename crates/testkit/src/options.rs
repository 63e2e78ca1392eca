//! Options of a solution, for tests that ask for everything.

use game::{Level, Model, Options, Rewards};

/// All values and distances under a model, without those of draws.
pub fn options(model: Model, infinite: Option<Rewards>) -> Options {
    Options {
        model,
        infinite,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}
