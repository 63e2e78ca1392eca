//! A game that was solved by its parts, in whichever way.
//!
//! In: a [`Task`]. Out: a [`Decomposition`], which knows the values of all states, can be
//! kept as JSON and read again; or why there is none ([`Undecomposed`]). Not here: the ways
//! (`last_mover`, `product`).

use game::{Bucket, Count, Model, Options, Value};
use ground::{BitState, GroundGame};
use serde_json::Value as Json;
use thiserror::Error;

use crate::knobs::Knobs;
use crate::last_mover::{Asked, LastMover, Task, Unsuited};
use crate::product::{Estimate, NoProduct, Plans, Product, Split, SplitTask};
use crate::saved::Damage;
use crate::summary::{PartSummary, Summary, WorthSummary};

/// A game that was solved by its parts.
pub enum Decomposition {
    /// Who cannot move decides it.
    LastMover(Box<LastMover>),
    /// A product of its parts' classes.
    Product(Box<Product>),
    /// One role: what each part can attain, combined.
    Plans(Box<Plans>),
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

/// Why a game is not solved by its parts: what keeps it from being either kind of sum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{product}; and as a game whose last mover wins or loses: {last_mover}")]
pub struct Undecomposed {
    /// Why it is no game whose last mover wins or loses.
    pub last_mover: Unsuited,
    /// Why it is no product of parts.
    pub product: NoProduct,
}

impl Decomposition {
    /// Solves a game by its parts. `pays` says whether a product of that size is worth it.
    ///
    /// # Errors
    ///
    /// [`Undecomposed`]: what is not proven, or did not come to its end.
    pub fn solve(
        task: &Task<'_>,
        options: &Options,
        pays: impl FnOnce(&Estimate) -> bool,
    ) -> Result<Self, Undecomposed> {
        let last_mover = match Decomposition::last_mover(task) {
            Ok(solved) => return Ok(solved),
            Err(unsuited) => unsuited,
        };
        let product = Decomposition::product(task, options, pays);
        product.map_err(|product| Undecomposed {
            last_mover,
            product,
        })
    }

    /// Solves a game whose last mover wins or loses.
    ///
    /// # Errors
    ///
    /// [`Unsuited`]: what is not proven, or did not come to its end.
    pub fn last_mover(task: &Task<'_>) -> Result<Self, Unsuited> {
        let sum = LastMover::solve(task)?;
        Ok(Decomposition::LastMover(Box::new(sum)))
    }

    /// Solves any game as a product of its parts, if that pays.
    ///
    /// # Errors
    ///
    /// [`NoProduct`]: what is not proven, or did not come to its end.
    pub fn product(
        task: &Task<'_>,
        options: &Options,
        pays: impl FnOnce(&Estimate) -> bool,
    ) -> Result<Self, NoProduct> {
        let Task {
            game,
            facts,
            start,
            knobs,
            stop,
            ..
        } = *task;
        let split = Split::find(&SplitTask {
            game,
            facts,
            start,
            knobs,
            stop,
        })?;
        let split = match split.plan(stop)? {
            Ok(plans) => {
                return match pays(&plans.estimate()) {
                    true => Ok(Decomposition::Plans(Box::new(plans))),
                    false => Err(NoProduct::DoesNotPay),
                };
            }
            Err(split) => split,
        };
        if !pays(&split.estimate()) {
            return Err(NoProduct::DoesNotPay);
        }
        let product = split.solve(options, stop)?;
        Ok(Decomposition::Product(Box::new(product)))
    }

    /// What is known of a state.
    pub fn ask(&self, state: &BitState) -> Asked {
        match self {
            Decomposition::LastMover(sum) => sum.ask(state),
            Decomposition::Product(product) => known(product.value(state)),
            Decomposition::Plans(plans) => known(plans.value(state)),
        }
    }

    /// What is known of states, in their order: cheaper than one by one.
    pub fn ask_all(&self, states: &[&BitState]) -> Vec<Asked> {
        match self {
            Decomposition::LastMover(sum) => sum.ask_all(states),
            Decomposition::Product(_) | Decomposition::Plans(_) => {
                states.iter().map(|it| self.ask(it)).collect()
            }
        }
    }

    /// How the worth of a state follows from its parts, as a word.
    pub fn combination(&self) -> &'static str {
        match self {
            Decomposition::LastMover(sum) => sum.combination(),
            Decomposition::Product(_) => "search",
            Decomposition::Plans(_) => "plans",
        }
    }

    /// Whether distances are known.
    pub fn has_distances(&self) -> bool {
        !matches!(self, Decomposition::LastMover(_))
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        match self {
            Decomposition::LastMover(_) => false,
            Decomposition::Product(product) => product.is_cyclic(),
            Decomposition::Plans(plans) => plans.is_cyclic(),
        }
    }

    /// What infinite play is worth; `None` where it cannot happen.
    pub fn infinite(&self) -> Option<&Value> {
        match self {
            Decomposition::LastMover(_) => None,
            Decomposition::Product(product) => product.infinite(),
            Decomposition::Plans(plans) => plans.infinite(),
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
            Decomposition::Product(_) | Decomposition::Plans(_) => None,
        }
    }

    /// A state that can be reached, each as likely as any other; `None` if states are not
    /// counted. `below` draws a number below another.
    pub fn draw(&self, below: &mut impl FnMut(u128) -> u128) -> Option<BitState> {
        match self {
            Decomposition::LastMover(sum) => sum.draw(below),
            Decomposition::Product(_) | Decomposition::Plans(_) => None,
        }
    }

    /// What is told of a state and its parts; `None` if no moves lead to it.
    pub fn summary(&self, state: &BitState) -> Option<Summary> {
        match self {
            Decomposition::LastMover(sum) => sum.summary(state),
            Decomposition::Product(product) => {
                Some(of_split(product.split(), Some(product.states())))
            }
            Decomposition::Plans(plans) => Some(of_split(plans.split(), None)),
        }
    }

    /// As JSON, for a file; `None` if there is no form for it.
    pub fn to_json(&self, game: &GroundGame, model: Model) -> Option<Json> {
        match self {
            Decomposition::LastMover(sum) => Some(sum.to_json(game, model)),
            Decomposition::Product(_) | Decomposition::Plans(_) => None,
        }
    }

    /// Reads what [`Decomposition::to_json`] made of the same game and the same start.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_json(
        json: &Json,
        game: &GroundGame,
        start: &BitState,
        knobs: Knobs,
    ) -> Result<Self, Damage> {
        let sum = LastMover::from_json(json, game, start, knobs)?;
        Ok(Decomposition::LastMover(Box::new(sum)))
    }
}

fn known(found: Option<(&Value, Option<u64>)>) -> Asked {
    match found {
        Some((value, distance)) => Asked::Known(value.clone(), distance),
        None => Asked::Unreachable,
    }
}

fn of_split(split: &Split, product_states: Option<u64>) -> Summary {
    let parts = split.parts().iter().map(|part| PartSummary {
        fluents: part.fluents.clone(),
        moves: part.moves.clone(),
        states: Some(part.states() as Count),
        worth: WorthSummary::default(),
    });
    Summary {
        parts: parts.collect(),
        worth: WorthSummary::default(),
        pieces: 0,
        classes: Some(split.parts().iter().map(|it| it.classes()).collect()),
        product_states,
        is_impartial: false,
        quotient: None,
    }
}
