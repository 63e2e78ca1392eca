//! A game of a few fluents: what is left of a position, or a part of it.
//!
//! In: conditions as conjunctions of signals. Out: a [`LocalGame`], in which every gate
//! stands once and no gate is constant. Not here: whose turn it is (both roles may move)
//! and who wins.

use crate::net::Net;
use crate::signal::Signal;

/// A move of a role, where its part is concerned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Action {
    /// The role: 0 is left, 1 is right.
    pub role: u8,
    pub legal: Signal,
    /// The fluents that it changes, and what each becomes.
    pub writes: Box<[(u32, Signal)]>,
}

/// A game of its own, from a position on.
#[derive(Clone, Debug)]
pub(crate) struct LocalGame {
    /// Which fluents hold now.
    pub values: Vec<bool>,
    /// Conjunctions, each after those that it reads.
    pub gates: Vec<Box<[Signal]>>,
    pub actions: Vec<Action>,
}

impl LocalGame {
    /// How many signals there are, the constant included.
    pub fn signals(&self) -> usize {
        1 + self.values.len() + self.gates.len()
    }

    /// The parts of the gate with this signal number; none for a fluent.
    pub fn parts(&self, number: usize) -> &[Signal] {
        match number.checked_sub(1 + self.values.len()) {
            Some(gate) => &self.gates[gate],
            None => &[],
        }
    }

    /// A game of so many fluents without moves.
    pub fn empty(fluents: usize) -> Self {
        LocalGame {
            values: vec![false; fluents],
            gates: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// The game with this [description](LocalGame::description); `None` if there is none.
    pub fn read(numbers: &[u32]) -> Option<Self> {
        let mut reader = Reader(numbers);
        let (fluents, gates) = (reader.length()?, reader.length()?);
        let mut values = Vec::new();
        for place in 0..fluents {
            if place % 32 == 0 {
                reader.0.first()?;
            }
            values.push(reader.0[0] >> (place % 32) & 1 == 1);
            if place % 32 == 31 || place + 1 == fluents {
                reader.number()?;
            }
        }
        let mut game = LocalGame {
            values,
            ..LocalGame::empty(0)
        };
        for _ in 0..gates {
            let below = game.signals();
            let count = reader.length()?;
            let parts = (0..count).map(|_| reader.signal(below));
            game.gates
                .push(parts.collect::<Option<Vec<Signal>>>()?.into());
        }
        let below = game.signals();
        while !reader.0.is_empty() {
            let role = u8::try_from(reader.number()?).ok().filter(|&it| it < 2)?;
            let legal = reader.signal(below)?;
            let count = reader.length()?;
            let writes = (0..count).map(|_| {
                let fluent = reader.number().filter(|&it| (it as usize) < fluents)?;
                Some((fluent, reader.signal(below)?))
            });
            let writes = writes.collect::<Option<Vec<_>>>()?.into();
            game.actions.push(Action {
                role,
                legal,
                writes,
            });
        }
        Some(game)
    }

    /// The whole game as numbers: equal numbers, equal games.
    pub fn description(&self) -> Box<[u32]> {
        let mut numbers = vec![self.values.len() as u32, self.gates.len() as u32];
        let words = self.values.chunks(32).map(|chunk| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |word, (bit, &holds)| word | u32::from(holds) << bit)
        });
        numbers.extend(words);
        for gate in &self.gates {
            numbers.push(gate.len() as u32);
            numbers.extend(gate.iter().map(|part| part.code()));
        }
        for action in &self.actions {
            let head = [action.role.into(), action.legal.code()];
            numbers.extend(head);
            numbers.push(action.writes.len() as u32);
            numbers.extend(action.writes.iter().flat_map(|(f, s)| [*f, s.code()]));
        }
        numbers.into()
    }
}

/// Reads numbers one by one.
struct Reader<'a>(&'a [u32]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number of things that follow, each of at least one number, or of fluents.
    fn length(&mut self) -> Option<usize> {
        let length = self.number()? as usize;
        (length <= self.0.len() * 32).then_some(length)
    }

    /// A signal with a number below this.
    fn signal(&mut self, below: usize) -> Option<Signal> {
        let signal = Signal::read(self.number()?);
        (signal.number() < below).then_some(signal)
    }
}

/// Builds the gates of a local game.
pub(crate) struct Builder {
    net: Net,
}

/// Most parts of a conjunction that is merged into those that read it: so conditions that
/// were written in different ways meet.
const MERGED: usize = 8;

impl Builder {
    pub fn new(fluents: usize) -> Self {
        Builder {
            net: Net::new(fluents),
        }
    }

    /// All of these.
    pub fn and(&mut self, mut parts: Vec<Signal>) -> Signal {
        self.merge(&mut parts);
        self.net.and(parts)
    }

    /// Replaces small conjunctions among the parts by their own parts.
    fn merge(&self, parts: &mut Vec<Signal>) {
        let mut place = 0;
        while place < parts.len() {
            let part = parts[place];
            let inner = self.net.parts(part.number());
            if !part.is_negated() && (1..=MERGED).contains(&inner.len()) {
                parts.swap_remove(place);
                parts.extend_from_slice(inner);
            } else {
                place += 1;
            }
        }
    }

    /// The game with these actions, in ascending order and once each, and for each of
    /// them the places where it stood in `actions`. Actions that are never legal go.
    pub fn finish(self, values: Vec<bool>, actions: Vec<Action>) -> (LocalGame, Vec<Vec<u32>>) {
        let mut sorted: Vec<(Action, u32)> = actions.into_iter().zip(0..).collect();
        sorted.retain(|(action, _)| action.legal != Signal::FALSE);
        sorted.sort_unstable();
        let mut places: Vec<Vec<u32>> = Vec::new();
        let mut actions: Vec<Action> = Vec::new();
        for (action, place) in sorted {
            match places.last_mut() {
                Some(same) if actions.last() == Some(&action) => same.push(place),
                _ => {
                    actions.push(action);
                    places.push(vec![place]);
                }
            }
        }
        let game = LocalGame {
            values,
            gates: self.net.into_gates(),
            actions,
        };
        (game, places)
    }
}
