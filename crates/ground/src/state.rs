//! A state of a ground game: one bit for each fluent.

use crate::ids::FluentId;

/// A state: which fluents hold, a bit for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitState(Box<[u64]>);

impl BitState {
    /// The state in which just these fluents hold.
    pub fn new(fluent_count: usize, holds: impl Fn(FluentId) -> bool) -> Self {
        let bit = |place: usize| u64::from(holds(FluentId(place as u32))) << (place % 64);
        let word = |first: usize| {
            let last = fluent_count.min(first + 64);
            (first..last).fold(0, |word, place| word | bit(place))
        };
        BitState((0..fluent_count).step_by(64).map(word).collect())
    }

    /// The state of these words, as [`BitState::words`] gives them.
    pub fn from_words(words: &[u64]) -> Self {
        BitState(words.into())
    }

    /// A bit for each fluent, 64 to a word; the others are 0.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether a fluent holds.
    pub fn holds(&self, fluent: FluentId) -> bool {
        self.0[fluent.index() / 64] >> (fluent.index() % 64) & 1 == 1
    }
}
