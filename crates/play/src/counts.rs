//! How many states a game has, as far as its file or its parts tell.

use decompose::Counted;
use game::{Bucket, Count};
use table::solution::SolutionFile;

/// How many states there are; `None` where that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All states.
    pub states: Option<Count>,
    /// Those at which play ends.
    pub terminals: Option<Count>,
    /// By the least number of moves from the start.
    pub layers: Option<Vec<Count>>,
    /// By what they are worth, without those that have no value.
    pub buckets: Option<Vec<Bucket>>,
    /// Those without a value.
    pub unresolved: Option<Count>,
}

impl Counts {
    /// As a file says.
    pub(crate) fn of_file(file: &SolutionFile) -> Self {
        let (about, counts) = (file.about(), file.counts());
        Counts {
            states: Some(counts.states),
            terminals: about.terminals,
            layers: about.layers.clone(),
            buckets: Some(counts.buckets.clone()),
            unresolved: Some(counts.unresolved),
        }
    }

    /// As parts were counted.
    pub(crate) fn of_parts(counted: Option<&Counted>) -> Self {
        counted.map_or_else(Counts::default, |it| Counts {
            states: Some(it.states),
            terminals: Some(it.terminals),
            layers: Some(it.layers.clone()),
            buckets: Some(it.buckets.clone()),
            unresolved: Some(0),
        })
    }
}
