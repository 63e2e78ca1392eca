//! What every step of a run gets: its limits, its knobs, and whom to tell.

use std::cell::RefCell;

use analysis::Facts;
use explicit::{Storage, Task};
use ground::{BitState, GroundGame, Simulator};
use judge::Limits as JudgeLimits;
use symbolic::Order;

use crate::error::Error;
use crate::event::{Event, Observer};
use crate::knobs::Knobs;
use crate::limits::Limits;

/// A run of the flow.
pub struct Run<'a> {
    /// What it may use.
    pub limits: &'a Limits,
    /// The numbers by which it decides.
    pub knobs: &'a Knobs,
    observer: RefCell<Observer<'a>>,
}

impl<'a> Run<'a> {
    /// A run within limits; the observer is told of it.
    pub fn new(limits: &'a Limits, knobs: &'a Knobs, observer: Observer<'a>) -> Self {
        Run {
            limits,
            knobs,
            observer: RefCell::new(observer),
        }
    }

    /// Tells the observer.
    pub fn tell(&self, event: Event<'_>) {
        (self.observer.borrow_mut())(event);
    }

    /// Finds out what can be proven about a game.
    pub fn analyse(&self, game: &GroundGame) -> Result<Facts, Error> {
        let budget = analysis::Budget::new(self.limits.stop.clone());
        let facts = analysis::analyse(game, &budget)?;
        self.tell(Event::Analysed { bits: facts.bits() });
        Ok(facts)
    }

    /// Limits for the judge.
    pub fn judge_limits(&self, max_depth: Option<u64>) -> JudgeLimits {
        JudgeLimits {
            max_depth,
            stop: self.limits.stop.clone(),
            ..JudgeLimits::default()
        }
    }

    /// A task for the explicit engine.
    pub fn task<'t>(
        &self,
        game: &'t mut Simulator,
        facts: &'t Facts,
        start: BitState,
        storage: Storage<'t>,
    ) -> Task<'t> {
        Task {
            game,
            facts,
            start,
            threads: self.limits.threads(),
            storage,
            memory: self.limits.memory.bytes(),
            by_layer: false,
            knobs: self.knobs.explicit,
            stop: self.limits.stop.clone(),
        }
    }

    /// A task for the symbolic engine.
    pub fn sets_task<'t>(
        &self,
        game: &'t GroundGame,
        facts: &'t Facts,
        start: &'t BitState,
        order: Order,
    ) -> symbolic::Task<'t> {
        symbolic::Task {
            game,
            facts,
            start,
            order,
            memory: self.limits.memory.bytes(),
            work: usize::MAX,
            knobs: self.knobs.symbolic,
            stop: self.limits.stop.clone(),
        }
    }
}

/// Whether the game's layers can be taken one by one, as far as is known beforehand.
pub fn in_layers(facts: &Facts) -> bool {
    let progress = facts.progress.as_ref();
    progress.is_some_and(|it| it.is_incremental())
}
