//! Levels of solutions.

use std::fmt;

/// How much of a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The value of the initial state, and a strategy for it.
    Weak,
    /// The value of every reachable state.
    Strong,
    /// Every reachable state's value and distance.
    UltraStrong,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Weak => "weak",
            Level::Strong => "strong",
            Level::UltraStrong => "ultra-strong",
        })
    }
}
