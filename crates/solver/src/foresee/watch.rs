//! A watch over a solve: when it has taken some seconds, it tells what is to come.

use std::cell::Cell;

use analysis::Facts;
use game::Count;
use ground::{BitState, GroundGame, Simulator};

use super::scout::Scout;
use super::seen::Seen;
use super::smaller::smaller;
use crate::event::Event;
use crate::run::Run;
use crate::subject::Game;

/// A watch over one engine's forward pass.
pub struct Watch<'a> {
    run: &'a Run<'a>,
    game: &'a Game,
    /// Whether a forecast was told: one for each solve.
    told: &'a Cell<bool>,
    ground: GroundGame,
    start: BitState,
    scout: Scout,
    seen: Seen,
}

impl<'a> Watch<'a> {
    /// Watches over a solve of this game from this state.
    pub fn new(
        run: &'a Run<'a>,
        (game, told): (&'a Game, &'a Cell<bool>),
        ground: &GroundGame,
        facts: &Facts,
        start: &BitState,
    ) -> Self {
        Watch {
            run,
            game,
            told,
            scout: Scout::new(facts, ground.roles().len()),
            ground: ground.clone(),
            start: start.clone(),
            seen: Seen::default(),
        }
    }

    /// Takes notice of an engine that lists states.
    pub fn listed(&mut self, progress: explicit::Progress) {
        if !self.told.get() {
            self.seen.listed(progress);
            self.tell(self.seen.states() > Count::from(self.run.knobs.watch));
        }
    }

    /// Takes notice of an engine that works on sets.
    pub fn in_sets(&mut self, progress: symbolic::Progress) {
        if !self.told.get() {
            self.seen.in_sets(progress);
            let nodes: usize = self.seen.nodes.iter().sum();
            self.tell(nodes > self.run.knobs.watch_nodes);
        }
    }

    /// Tells what is to come, if it is time.
    fn tell(&self, due: bool) {
        if !due || !self.seen.is_whole() {
            return;
        }
        self.told.set(true);
        let mut game = Simulator::new(self.ground.clone());
        let start = self.start.clone();
        let Ok(forecast) = self.scout.foresee(&mut game, start, &self.seen, self.run);
        self.run.tell(Event::Forecast(&forecast));
        if forecast.fits == Some(false) {
            let smaller = smaller(self.game, self.run);
            self.run.tell(Event::WouldFit(&smaller));
        }
    }
}
