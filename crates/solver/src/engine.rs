//! Names of engines and algorithms.

/// What computes positions and their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whichever suits the game.
    #[default]
    Auto,
    /// Lists packed states of the ground game.
    Explicit,
    /// Takes sets of states of the ground game as decision diagrams.
    Symbolic,
    /// Lists states by the interpreter of the rules.
    Reference,
    /// Solves the parts of a game. Never asked for: see [`Decompose`](crate::Decompose).
    Parts,
}

impl Engine {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Explicit => "explicit",
            Engine::Symbolic => "symbolic",
            Engine::Reference => "reference",
            Engine::Parts => "parts",
        }
    }
}

/// By which algorithm values are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Whichever suits the game.
    #[default]
    Auto,
    /// Backwards from the ends, state by state.
    Retrograde,
    /// One on sets of states.
    OnSets(symbolic::Algorithm),
}
