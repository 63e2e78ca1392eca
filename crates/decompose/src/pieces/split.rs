//! The pieces into which a position falls apart.
//!
//! In: a local game and what can still happen in a position of it ([`Planes`]). Out: one
//! local game for each piece. Two moves are in the same piece if a fluent connects them
//! that can still change and that matters: one that a move's legality depends on, or the
//! new value of such a fluent.
//!
//! Why pieces are independent: what a move of a piece reads or writes, as far as it can
//! still change and matters, is in its piece. So the moves of other pieces neither change
//! whether it is legal nor what it does, and they commute with it. What never changes any
//! more is written into the gates.

use crate::joined::Joined;
use crate::pieces::lanes::Planes;
use crate::pieces::local::{Action, Builder, LocalGame};
use crate::signal::Signal;

/// Which fluents belong to pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Those that a move's legality depends on, now or later.
    Needed,
    /// All that can still change: then pieces tell states apart, and not only their worth.
    All,
}

/// A piece of a position.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub game: LocalGame,
    /// The fluent of the game that fell apart for each fluent.
    pub fluents: Vec<u32>,
    /// The actions of the game that fell apart for each action; several, if they do the
    /// same here.
    pub actions: Vec<Vec<u32>>,
}

/// Splits positions of one local game. It keeps its tables from one to the next.
pub(crate) struct Splitter<'a> {
    game: &'a LocalGame,
    planes: &'a Planes,
    keep: Keep,
    lane: u32,
    /// The number of the last search that visited each signal.
    visited: Vec<u32>,
    search: u32,
    /// Which fluents matter.
    matters: Vec<bool>,
    /// Fluents, then actions: what hangs together.
    joined: Joined,
}

impl<'a> Splitter<'a> {
    pub fn new(game: &'a LocalGame, planes: &'a Planes, keep: Keep) -> Self {
        Splitter {
            game,
            planes,
            keep,
            lane: 0,
            visited: vec![0; game.signals()],
            search: 0,
            matters: Vec::new(),
            joined: Joined::default(),
        }
    }

    /// The pieces of the position in a lane, given which fluents hold in it.
    pub fn split(&mut self, lane: u32, holds: impl Fn(usize) -> bool) -> Vec<Piece> {
        self.lane = lane;
        let fluents = self.game.values.len();
        self.matters = vec![false; fluents];
        self.joined = Joined::new(fluents + self.game.actions.len());
        let live: Vec<usize> = (0..self.game.actions.len())
            .filter(|&it| self.planes.of(self.game.actions[it].legal).yes >> lane & 1 == 1)
            .collect();
        self.join(&live);
        let pieces = self.pieces(&live);
        let build = |(fluents, actions): (Vec<u32>, Vec<usize>)| {
            self.build(fluents, &actions, |fluent| holds(fluent as usize))
        };
        let pieces = pieces.into_iter().map(build);
        pieces.filter(|it| !it.game.actions.is_empty()).collect()
    }

    /// Whether a signal can still have both values.
    fn is_open(&self, signal: Signal) -> bool {
        self.planes.of(signal).open() >> self.lane & 1 == 1
    }

    /// Joins the live actions with the fluents that connect them.
    fn join(&mut self, live: &[usize]) {
        let mut writers: Vec<Vec<(usize, Signal)>> = vec![Vec::new(); self.matters.len()];
        for &action in live {
            for &(fluent, becomes) in &self.game.actions[action].writes {
                if self.is_written(fluent, becomes) {
                    writers[fluent as usize].push((action, becomes));
                }
            }
        }
        let mut open = Vec::new();
        if self.keep == Keep::All {
            let fluents = 0..self.matters.len();
            open.extend(fluents.filter(|&it| self.is_open(Signal::fluent(it))));
            open.iter().for_each(|&it| self.matters[it] = true);
        }
        for &action in live {
            self.reads(action, self.game.actions[action].legal, &mut open);
        }
        while let Some(fluent) = open.pop() {
            for &(action, becomes) in &writers[fluent] {
                self.joined.join(fluent, self.matters.len() + action);
                self.reads(action, becomes, &mut open);
            }
        }
    }

    /// Whether a write can change the fluent.
    fn is_written(&self, fluent: u32, becomes: Signal) -> bool {
        let now = Signal::fluent(fluent as usize);
        becomes != now && self.is_open(now)
    }

    /// Joins an action with the fluents that a signal depends on; those that did not
    /// matter before go to `open`.
    fn reads(&mut self, action: usize, signal: Signal, open: &mut Vec<usize>) {
        self.search += 1;
        let fluents = self.matters.len();
        let mut stack = vec![signal];
        while let Some(signal) = stack.pop() {
            let number = signal.number();
            let last = std::mem::replace(&mut self.visited[number], self.search);
            if last == self.search || !self.is_open(signal) {
                continue;
            }
            if (1..=fluents).contains(&number) {
                self.joined.join(number - 1, fluents + action);
                if !std::mem::replace(&mut self.matters[number - 1], true) {
                    open.push(number - 1);
                }
            }
            stack.extend(self.game.parts(number));
        }
    }

    /// The fluents and the actions of each piece, in ascending order.
    fn pieces(&mut self, live: &[usize]) -> Vec<(Vec<u32>, Vec<usize>)> {
        let fluents = self.matters.len();
        let mut place = vec![usize::MAX; self.joined.len()];
        let mut pieces: Vec<(Vec<u32>, Vec<usize>)> = Vec::new();
        for &action in live {
            let root = self.joined.root(fluents + action);
            if place[root] == usize::MAX {
                place[root] = pieces.len();
                pieces.push(Default::default());
            }
            pieces[place[root]].1.push(action);
        }
        for fluent in 0..fluents {
            if self.matters[fluent] {
                let root = self.joined.root(fluent);
                pieces[place[root]].0.push(fluent as u32);
            }
        }
        pieces
    }

    fn build(&self, fluents: Vec<u32>, actions: &[usize], holds: impl Fn(u32) -> bool) -> Piece {
        let mut rewrite = Rewrite {
            splitter: self,
            builder: Builder::new(fluents.len()),
            signals: vec![None; self.game.signals()],
        };
        for (place, &fluent) in fluents.iter().enumerate() {
            rewrite.signals[1 + fluent as usize] = Some(Signal::fluent(place));
        }
        let place = |fluent: &u32| fluents.binary_search(fluent).ok();
        let rewritten = actions.iter().map(|&number| {
            let action = &self.game.actions[number];
            let writes = action.writes.iter().filter_map(|(fluent, becomes)| {
                let place = place(fluent).filter(|_| self.is_written(*fluent, *becomes))?;
                let becomes = rewrite.signal(*becomes);
                (becomes != Signal::fluent(place)).then_some((place as u32, becomes))
            });
            let writes = writes.collect();
            Action {
                role: action.role,
                legal: rewrite.signal(action.legal),
                writes,
            }
        });
        let rewritten: Vec<Action> = rewritten.collect();
        let values = fluents.iter().map(|&fluent| holds(fluent)).collect();
        let (game, places) = rewrite.builder.finish(values, rewritten);
        let whole = |places: Vec<u32>| {
            let places = places.into_iter();
            places.map(|it| actions[it as usize] as u32).collect()
        };
        Piece {
            game,
            fluents,
            actions: places.into_iter().map(whole).collect(),
        }
    }
}

/// Rewrites signals of the game that fell apart as signals of a piece.
struct Rewrite<'s, 'a> {
    splitter: &'s Splitter<'a>,
    builder: Builder,
    signals: Vec<Option<Signal>>,
}

impl Rewrite<'_, '_> {
    fn signal(&mut self, signal: Signal) -> Signal {
        let mut stack = vec![signal.number()];
        while let Some(&number) = stack.last() {
            if self.known(number).is_some() {
                stack.pop();
                continue;
            }
            let fluents = self.splitter.game.values.len();
            assert!(
                number > fluents,
                "a piece has all that it reads and can change"
            );
            let parts = self.splitter.game.parts(number);
            let missing = parts.iter().map(|part| part.number());
            let missing: Vec<usize> = missing.filter(|&it| self.known(it).is_none()).collect();
            if missing.is_empty() {
                let parts = parts.iter().map(|&part| self.settled(part)).collect();
                self.signals[number] = Some(self.builder.and(parts));
                stack.pop();
            }
            stack.extend(missing);
        }
        self.settled(signal)
    }

    /// What a signal became, if that is known by its number.
    fn known(&self, number: usize) -> Option<Signal> {
        let plane = self.splitter.planes.of(Signal::of(number));
        match (
            plane.yes >> self.splitter.lane & 1,
            plane.no >> self.splitter.lane & 1,
        ) {
            (1, 0) => Some(Signal::TRUE),
            (0, _) => Some(Signal::FALSE),
            _ => self.signals[number],
        }
    }

    fn settled(&self, signal: Signal) -> Signal {
        let known = self.known(signal.number());
        known
            .expect("it was rewritten before")
            .negated_if(signal.is_negated())
    }
}
