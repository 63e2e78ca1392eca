//! Values of combinatorial games beside those of second programs, which are written here on
//! rows and boards without any rules as text, and beside the literature.

mod boards;
mod heaps;
mod nim;
mod rows;
mod toads;

use decompose::{LastMover, Summary};
use gdl::Rules;
use ground::{BitState, GroundGame};
use testkit::library_rules;

use crate::whole_games::{by_parts, start};

/// A game solved by its parts.
struct Solved {
    game: GroundGame,
    sum: LastMover,
}

impl Solved {
    fn new(rules: &Rules) -> Self {
        let (game, sum) = by_parts(rules).unwrap();
        Solved { game, sum }
    }

    fn library(name: &str, settings: &[(&str, &str)]) -> Self {
        Solved::new(&library_rules(name, settings))
    }

    fn start(&self) -> Summary {
        self.sum.summary(&start(&self.game)).unwrap()
    }

    /// The state in which these fluents hold.
    fn state(&self, holds: impl Fn(&str) -> bool) -> BitState {
        let fluents = self.game.fluents();
        BitState::new(fluents.len(), |it| holds(&fluents[it.index()]))
    }
}

/// Settings with two numbers.
fn solved_with(name: &str, numbers: &[(&str, u32)]) -> Solved {
    let texts: Vec<_> = numbers.iter().map(|it| (it.0, it.1.to_string())).collect();
    let settings: Vec<_> = texts.iter().map(|it| (it.0, it.1.as_str())).collect();
    Solved::library(name, &settings)
}

/// The least number that is not among these.
fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let found: std::collections::BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|it| !found.contains(it)).unwrap()
}
