//! The limits of partizan computations, and what running out of them means.
//!
//! In: nothing. Out: [`Knobs`] and [`Exhausted`]. Not here: the limits of
//! misère quotients, which are another computation (`misere/`).

use thiserror::Error;

/// How much the arena of partizan games may hold and compute.
///
/// No limit changes a result: it decides whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// Canonical forms in the arena, about 200 bytes each, for its whole life.
    /// Default 4,000,000. More memory against more values that can be held.
    pub games: usize,
    /// Work units for one call: one comparison, addition or option looked at
    /// costs one. Default 50,000,000, some seconds. Time against hard values.
    pub work: u64,
    /// How deep options may be nested. Default 600, for a stack of 2 MiB. Deeper
    /// games are refused, and so is recursion through four times as many games.
    /// Numbers, ups and nimbers nest nothing.
    pub depth: u32,
    /// Remembered comparisons and sums, about 20 bytes each. Default 8,000,000.
    /// When full they are forgotten: memory against repeated work.
    pub memo: usize,
    /// Length of the text of a game in bytes. Default 100,000. Longer texts are
    /// refused: a value may be small in the arena and long in print.
    pub text: usize,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            games: 4_000_000,
            work: 50_000_000,
            depth: 600,
            memo: 8_000_000,
            text: 100_000,
        }
    }
}

/// What ran out before there was a result. The arena stays usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// [`Knobs::games`].
    #[error("the arena of games is full")]
    Games,
    /// [`Knobs::work`], or the work that the caller allowed.
    #[error("the work allowed for one call is used up")]
    Work,
    /// [`Knobs::depth`].
    #[error("the games are nested too deeply")]
    Depth,
    /// A number whose numerator does not fit 64 bits, or whose denominator
    /// exceeds 2^62; or more than 2^31 ups.
    #[error("a number is too large or too fine")]
    Number,
    /// The elements or pairs of a misère quotient, which may be infinite.
    #[error("the misère quotient is larger than allowed")]
    Elements,
    /// [`Knobs::text`].
    #[error("the text of a game is too long")]
    Text,
}
