//! What a run tells while it works: decisions, progress and warnings, as values.
//!
//! Not here: words. Each door has its own.

use std::io;
use std::path::Path;

use explicit::Way;
use ground::GroundError;
use symbolic::Effort;

use crate::forecast::{Forecast, Smaller};

/// Something that an observer may want to know.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The game is ground.
    Grounded {
        /// The number of fluents.
        fluents: usize,
        /// The number of moves.
        moves: usize,
    },
    /// The game is played by the interpreter, because it cannot be made ground.
    NotGround(&'a GroundError),
    /// What can be proven about the game is proven.
    Analysed {
        /// The bits that a packed state takes.
        bits: u64,
    },
    /// States are listed or taken as sets from here on, for this reason.
    Chosen(Reason<'a>),
    /// What is to come, of a solve that has taken some seconds.
    Forecast(&'a Forecast),
    /// That does not fit; these games of its family would.
    WouldFit(&'a [Smaller]),
    /// A part of the work begins, and progress is its.
    Begins(Phase),
    /// How far an engine is that lists states.
    States(explicit::Progress),
    /// How far an engine is that works on sets of states.
    Sets(symbolic::Progress),
    /// How far the check of a solution file is.
    Checked(verify::Progress),
    /// Which way the explicit engine took.
    Took(Way),
    /// What the symbolic engine took.
    TookSets(&'a Effort),
    /// Layers that were found are not apart: all states are taken at once.
    LayersShareStates,
    /// A solution file does not fit into memory state by state: it is checked by sets.
    CheckedBySets,
    /// A folder in the cache is no longer needed, and could not be removed.
    CacheStays {
        /// The folder.
        folder: &'a Path,
        /// Why.
        error: &'a io::Error,
    },
}

impl Event<'_> {
    /// The layer that is being worked on, or was just finished, where an engine tells.
    pub fn layer(&self) -> Option<u64> {
        match *self {
            Event::States(
                explicit::Progress::Forward { layer, .. }
                | explicit::Progress::Backward { layer, .. },
            ) => Some(layer),
            Event::Sets(
                symbolic::Progress::Forward { layer, .. }
                | symbolic::Progress::Backward { layer, .. },
            ) => Some(layer),
            _ => None,
        }
    }
}

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// States are found.
    Reach,
    /// They are found and valued.
    Solve,
    /// Some are looked at, to see what kind of game it is.
    Inspect,
    /// Some are looked at, to see how many there will be.
    Forecast,
}

/// Why states are listed, or taken as sets.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// Listed: there are few.
    FewStates,
    /// Listed: sets cannot take such a game, for this reason.
    Unsuited(&'static str),
    /// What was seen when the first states were taken as sets.
    Seen {
        /// What that was.
        forecast: &'a symbolic::Forecast,
        /// Whether sets are taken.
        sets: bool,
    },
    /// Listed, after layers took too many nodes as sets.
    LayersTooLarge,
    /// Listed, after values took too many nodes as sets.
    ValuesTooLarge,
    /// Neither: the game has parts that are proven to be independent.
    Parts,
}

/// Who is told.
pub type Observer<'a> = &'a mut dyn FnMut(Event<'_>);
