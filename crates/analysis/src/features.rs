//! Quantities that a progress measure may be made of: the numbers of fluents of
//! some pattern that hold.
//!
//! In: the fluents' texts. Out: for each fluent the features that count it. Few
//! and coarse ones are tried first: their measures are short to print.

use ground::GroundGame;
use rustc_hash::FxHashMap;

use crate::term::Shaped;

/// How finely fluents are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// By one of their leaves.
    Leaves,
    /// By two of their leaves.
    Pairs,
    /// Each on its own.
    Fluents,
}

/// The features of each fluent.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// For each fluent the numbers of the features that count it.
    pub of: Vec<Vec<usize>>,
    /// How many features there are.
    pub count: usize,
}

impl Features {
    /// The features of a game's fluents.
    pub fn new(game: &GroundGame, detail: Detail) -> Self {
        let mut numbers: FxHashMap<(String, Vec<usize>, Vec<String>), usize> = FxHashMap::default();
        let mut of = Vec::new();
        for fluent in game.fluents() {
            let shaped = Shaped::new(fluent);
            let sets = places(shaped.leaves.len(), detail);
            let number = |places: Vec<usize>| {
                let leaves = places.iter().map(|&at| shaped.leaves[at].clone()).collect();
                let new = numbers.len();
                *numbers
                    .entry((shaped.shape.clone(), places, leaves))
                    .or_insert(new)
            };
            of.push(sets.into_iter().map(number).collect());
        }
        Features {
            of,
            count: numbers.len(),
        }
    }
}

/// The sets of places whose leaves are looked at.
fn places(leaves: usize, detail: Detail) -> Vec<Vec<usize>> {
    match detail {
        Detail::Leaves if leaves > 0 => (0..leaves).map(|one| vec![one]).collect(),
        Detail::Pairs if leaves > 1 => (0..leaves)
            .flat_map(|other| (0..other).map(move |one| vec![one, other]))
            .collect(),
        _ => vec![(0..leaves).collect()],
    }
}
