//! Perfect play against random play: what it is worth at the start.
//!
//! In each contest, one role plays one of its best moves and all others play any legal
//! move, all equally likely; in the last one, all roles play at random.
//!
//! In: all states and their moves, or a solved game. Out: the mean rewards of each
//! contest, exact or with their error.

mod exact;
mod sampled;

use game::RoleId;

pub(crate) use exact::exact;
pub use sampled::sampled;

/// The mean rewards of the start, in one contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The role that plays perfectly; with none, all play at random.
    pub perfect: Option<RoleId>,
    /// The mean reward of each role, in points.
    pub rewards: Vec<f64>,
    /// What games were sampled; `None` if the rewards are exact.
    pub sample: Option<Sample>,
}

/// Games from which means were taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// How many came to an end.
    pub games: u64,
    /// How many were given up, because they were too long.
    pub unfinished: u64,
    /// For each role half the width of the interval that has the mean with 95 %
    /// confidence, in points.
    pub errors: Vec<f64>,
}

/// Who plays perfectly in each contest of so many roles.
fn contests(roles: usize) -> impl Iterator<Item = Option<RoleId>> {
    RoleId::all(roles).map(Some).chain([None])
}
