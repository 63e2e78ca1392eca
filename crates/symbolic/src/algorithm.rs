//! The names of the algorithms.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A way to find the value of every reachable state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Threshold attractors, or forced labels where roles are not opposed.
    #[default]
    Attractor,
    /// Edelkamp and Kissmann 2007, algorithm 2.
    OnePlayer,
    /// Edelkamp 2002; Edelkamp and Kissmann 2007, algorithm 3.
    ZeroSum,
    /// Edelkamp and Kissmann 2007, algorithms 4 to 6.
    Restarts,
    /// Edelkamp and Kissmann 2008, algorithms 1 and 2.
    StrongPreImage,
    /// Kissmann and Edelkamp 2010, with a progress measure.
    Layers,
    /// Kissmann and Edelkamp 2010, without one.
    RepeatedLayers,
}

impl Algorithm {
    /// All of them, the most general first.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Attractor,
        Algorithm::OnePlayer,
        Algorithm::ZeroSum,
        Algorithm::Restarts,
        Algorithm::StrongPreImage,
        Algorithm::Layers,
        Algorithm::RepeatedLayers,
    ];

    /// Its name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Attractor => "attractor",
            Algorithm::OnePlayer => "one-player-2007",
            Algorithm::ZeroSum => "zero-sum-2007",
            Algorithm::Restarts => "restarts-2007",
            Algorithm::StrongPreImage => "strong-2008",
            Algorithm::Layers => "layers-2010",
            Algorithm::RepeatedLayers => "repeated-layers-2010",
        }
    }

    /// What it does, and for which games, in one line.
    pub fn description(self) -> &'static str {
        match self {
            Algorithm::Attractor => "sets that a side can force, for every game, cyclic or not",
            Algorithm::OnePlayer => "one role: from the best gain down, all that can get there",
            Algorithm::ZeroSum => "two opposed sides, won, drawn or lost, cyclic or not",
            Algorithm::Restarts => "sets of equal rewards; conflicts start it again; no cycles",
            Algorithm::StrongPreImage => {
                "states all of whose successors are known, round by round; no cycles"
            }
            Algorithm::Layers => "layer by layer; needs a measure of progress",
            Algorithm::RepeatedLayers => {
                "layer by layer, states again in each of their layers; no cycles"
            }
        }
    }

    /// Whether it takes games in which play can go on for ever.
    pub fn takes_cycles(self) -> bool {
        matches!(
            self,
            Algorithm::Attractor | Algorithm::OnePlayer | Algorithm::ZeroSum
        )
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no algorithm.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no algorithm of that name")]
pub struct NotAnAlgorithm;

impl FromStr for Algorithm {
    type Err = NotAnAlgorithm;

    fn from_str(text: &str) -> Result<Self, NotAnAlgorithm> {
        let mut all = Algorithm::ALL.into_iter();
        all.find(|it| it.name() == text).ok_or(NotAnAlgorithm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("2010".parse::<Algorithm>(), Err(NotAnAlgorithm));
    }
}
