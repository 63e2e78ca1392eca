//! The limits of misère computations.

/// How much a search or a misère quotient may hold and compute.
///
/// No limit changes a result: it decides whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereKnobs {
    /// Elements of a quotient. Default 1,000. Memory grows with the square.
    /// Many games have infinite quotients: this is where the search for one
    /// ends.
    pub elements: usize,
    /// Pairs of the proof that a quotient is right, some 100 bytes each.
    /// Default 1,000,000.
    pub pairs: usize,
    /// Work units for one call: one sum looked at, or one element multiplied,
    /// costs one. Default 100,000,000, some 10 seconds.
    pub work: u64,
    /// Moves that a search plays in a row; for a stack of 2 MiB. Default 2,000.
    pub depth: u32,
    /// Remembered sums, about 100 bytes each. Default 2,000,000. When full they
    /// are forgotten: memory against repeated work.
    pub memo: usize,
}

impl Default for MisereKnobs {
    fn default() -> Self {
        MisereKnobs {
            elements: 1_000,
            pairs: 1_000_000,
            work: 100_000_000,
            depth: 2_000,
            memo: 2_000_000,
        }
    }
}
