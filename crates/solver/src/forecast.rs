//! What is to be expected of a game, before its states are counted.
//!
//! Not here: how that is found out (`foresee/`), and words for it.

use game::Count;

/// What is to be expected of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// How many states there are.
    pub states: Estimate,
    /// How many layers, if that can be told: sets of states that are first reached after
    /// the same number of moves.
    pub layers: Option<usize>,
    /// The states of the layers that were counted, and the number of these layers.
    pub counted: (Count, usize),
    /// The bits that a packed state takes; `None` if states are not packed.
    pub bits: Option<u64>,
    /// What the layers take as sets, if they are taken as sets.
    pub nodes: Option<NodeForecast>,
    /// Whether a usual machine can solve it in about an hour, if that can be told.
    pub fits: Option<bool>,
}

/// The nodes of all layers, each as one set of states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeForecast {
    /// Those of the layers that were counted.
    pub counted: u64,
    /// Those of all layers, as expected.
    pub expected: f64,
}

/// A number that is known approximately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// It is hardly less.
    pub low: f64,
    /// The most likely value, if one can be told.
    pub likely: Option<f64>,
    /// It is hardly more.
    pub high: f64,
}

impl Estimate {
    /// A number that was counted.
    pub fn exact(number: Count) -> Self {
        let number = number as f64;
        Estimate {
            low: number,
            likely: Some(number),
            high: number,
        }
    }

    /// The most likely value, else the least.
    pub fn at_least(&self) -> f64 {
        self.likely.unwrap_or(self.low)
    }

    /// Whether the number was counted.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl Forecast {
    /// The bytes that all states take when they are listed, packed: at least so many, if
    /// no number of states is likely.
    pub fn bytes(&self) -> Option<f64> {
        Some(self.states.at_least() * self.bits?.div_ceil(8) as f64)
    }
}

/// The same game with smaller parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Smaller {
    /// The parameter that is smaller, and its value.
    pub setting: (String, String),
    /// The states of that game.
    pub states: Estimate,
}
