//! A game that was solved by its parts, in whichever way.
//!
//! In: a [`Task`]. Out: a [`Decomposition`], which knows the values of all states, can be
//! kept as JSON and read again. Not here: the ways (`last_mover`).

use game::{Bucket, Count, Model};
use ground::{BitState, GroundGame};
use serde_json::Value as Json;

use crate::knobs::Knobs;
use crate::last_mover::{Asked, LastMover, Task, Unsuited};
use crate::saved::Damage;
use crate::summary::Summary;

/// A game that was solved by its parts.
pub enum Decomposition {
    /// Who cannot move decides it.
    LastMover(LastMover),
}

/// How many states can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// All states.
    pub states: Count,
    /// Those at which play ends.
    pub terminals: Count,
    /// By the least number of moves from the start.
    pub layers: Vec<Count>,
    /// By what they are worth, best for the first role first.
    pub buckets: Vec<Bucket>,
}

impl Decomposition {
    /// Solves a game by its parts.
    ///
    /// # Errors
    ///
    /// [`Unsuited`]: the first condition that is not proven, or what did not come to its
    /// end.
    pub fn solve(task: &Task<'_>) -> Result<Self, Unsuited> {
        LastMover::solve(task).map(Decomposition::LastMover)
    }

    /// What is known of a state.
    pub fn ask(&self, state: &BitState) -> Asked {
        match self {
            Decomposition::LastMover(sum) => sum.ask(state),
        }
    }

    /// How the worth of a state follows from its parts, as a word.
    pub fn combination(&self) -> &'static str {
        match self {
            Decomposition::LastMover(sum) => sum.combination(),
        }
    }

    /// Whether distances are known.
    pub fn has_distances(&self) -> bool {
        match self {
            Decomposition::LastMover(_) => false,
        }
    }

    /// How many states can be reached, if that is known.
    pub fn counted(&self, model: Model) -> Option<Counted> {
        match self {
            Decomposition::LastMover(sum) => {
                let census = sum.census()?;
                Some(Counted {
                    buckets: sum.buckets(model, &census),
                    states: census.states,
                    terminals: census.terminals,
                    layers: census.layers,
                })
            }
        }
    }

    /// What is told of a state and its parts; `None` if no moves lead to it.
    pub fn summary(&self, state: &BitState) -> Option<Summary> {
        match self {
            Decomposition::LastMover(sum) => sum.summary(state),
        }
    }

    /// As JSON, for a file.
    pub fn to_json(&self, game: &GroundGame, model: Model) -> Json {
        match self {
            Decomposition::LastMover(sum) => sum.to_json(game, model),
        }
    }

    /// Reads what [`Decomposition::to_json`] made of the same game.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_json(json: &Json, game: &GroundGame, knobs: Knobs) -> Result<Self, Damage> {
        LastMover::from_json(json, game, knobs).map(Decomposition::LastMover)
    }
}
