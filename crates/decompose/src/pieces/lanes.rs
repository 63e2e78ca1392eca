//! What can still happen in up to 64 positions of a local game at once.
//!
//! In: a [`LocalGame`] and positions, one a lane (a bit of each word). Out: for each fluent
//! and gate in which lanes it may come to hold, and in which it may come not to. That is a
//! relaxation: whoever likes moves, as often as they like, and a fluent that can have both
//! values has both at once. So what it says never happens never does.

use crate::pieces::local::LocalGame;
use crate::signal::Signal;

/// In which lanes something may hold, and in which it may not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plane {
    pub yes: u64,
    pub no: u64,
}

impl Plane {
    /// Where both are possible.
    pub fn open(self) -> u64 {
        self.yes & self.no
    }
}

/// A plane for each signal of a local game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planes {
    planes: Vec<Plane>,
}

impl Planes {
    /// The positions themselves: in which lanes each fluent holds, among `used` lanes.
    fn exact(game: &LocalGame, holds: &[u64], used: u64) -> Self {
        let mut planes = vec![Plane::default(); game.signals()];
        planes[0] = Plane { yes: used, no: 0 };
        for (plane, &holds) in planes[1..].iter_mut().zip(holds) {
            *plane = Plane {
                yes: holds & used,
                no: !holds & used,
            };
        }
        let mut planes = Planes { planes };
        planes.evaluate(game);
        planes
    }

    /// Up to 64 states, each with a bit for each fluent: one a lane.
    pub fn of_states(game: &LocalGame, states: &[Box<[u64]>]) -> Self {
        Planes::exact(game, &transposed(game, states), used(states))
    }

    /// All that up to 64 states can lead to.
    pub fn after_states(game: &LocalGame, states: &[Box<[u64]>]) -> Self {
        Planes::reachable(game, &transposed(game, states), used(states))
    }

    /// All that the positions can lead to.
    fn reachable(game: &LocalGame, holds: &[u64], used: u64) -> Self {
        let mut planes = Planes::exact(game, holds, used);
        while planes.advance(game) {
            planes.evaluate(game);
        }
        planes
    }

    /// The plane of a signal.
    pub fn of(&self, signal: Signal) -> Plane {
        let Plane { yes, no } = self.planes[signal.number()];
        match signal.is_negated() {
            true => Plane { yes: no, no: yes },
            false => Plane { yes, no },
        }
    }

    fn evaluate(&mut self, game: &LocalGame) {
        let first = 1 + game.values.len();
        for (place, gate) in game.gates.iter().enumerate() {
            let all = self.planes[0];
            let plane = gate.iter().fold(all, |so_far, &part| {
                let part = self.of(part);
                Plane {
                    yes: so_far.yes & part.yes,
                    no: so_far.no | part.no,
                }
            });
            self.planes[first + place] = plane;
        }
    }

    /// Adds what one more move can lead to; whether that is anything new.
    fn advance(&mut self, game: &LocalGame) -> bool {
        let mut new = false;
        for action in &game.actions {
            let legal = self.of(action.legal).yes;
            if legal == 0 {
                continue;
            }
            for &(fluent, becomes) in &action.writes {
                let becomes = self.of(becomes);
                let plane = &mut self.planes[1 + fluent as usize];
                let before = *plane;
                plane.yes |= becomes.yes & legal;
                plane.no |= becomes.no & legal;
                new |= *plane != before;
            }
        }
        new
    }
}

/// For each fluent the lanes in which it holds.
fn transposed(game: &LocalGame, states: &[Box<[u64]>]) -> Vec<u64> {
    let lanes = |fluent: usize| {
        let lanes = states.iter().enumerate();
        let holds = |state: &[u64]| state[fluent / 64] >> (fluent % 64) & 1;
        lanes.fold(0, |word, (lane, state)| word | holds(state) << lane)
    };
    (0..game.values.len()).map(lanes).collect()
}

/// As many lanes as there are states.
fn used(states: &[Box<[u64]>]) -> u64 {
    match states.len() {
        0 => 0,
        count => u64::MAX >> (64 - count),
    }
}
