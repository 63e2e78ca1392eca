//! A local game as a file writes it: a circuit of gates over its own fluents.
//!
//! In: the array of numbers. Out: the game, if every number fits. Not here: what is
//! played in it (`split.rs`), and what its functions are (`tabled.rs`).

use serde_json::Value as Json;

/// Most fluents of a local game.
const MAX_FLUENTS: usize = 1 << 16;

/// Twice a number, plus 1 if it is negated. Number 0 always holds, then come the
/// fluents, then the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signal(u32);

impl Signal {
    /// The number of what it reads.
    pub fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is negated.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What a role can do in a local game.
#[derive(Clone, Debug)]
pub struct Action {
    pub role: usize,
    pub legal: Signal,
    /// Fluents, and what they become.
    pub writes: Vec<(usize, Signal)>,
}

/// A local game.
#[derive(Clone, Debug)]
pub struct LocalGame {
    /// Which fluents hold now.
    pub holds: Vec<bool>,
    /// A gate holds if all of its inputs do.
    pub gates: Vec<Vec<Signal>>,
    pub actions: Vec<Action>,
}

impl LocalGame {
    /// Reads the array of a file.
    pub fn from_json(json: &Json) -> Result<Self, String> {
        let numbers = json.as_array().ok_or("a local game that is no array")?;
        let number = |it: &Json| it.as_u64().and_then(|it| u32::try_from(it).ok());
        let numbers = numbers.iter().map(number).collect::<Option<Vec<u32>>>();
        let mut reading = Reading {
            numbers: &numbers.ok_or("a local game with something else than numbers")?,
            known: 1,
        };
        let game = reading.game();
        game.ok_or_else(|| "the numbers of a local game do not fit".to_owned())
    }

    /// The signals' base: what number a gate has.
    pub fn gate_number(&self, gate: usize) -> usize {
        1 + self.holds.len() + gate
    }
}

struct Reading<'a> {
    numbers: &'a [u32],
    /// The numbers that a signal may have are below this one.
    known: usize,
}

impl Reading<'_> {
    fn game(&mut self) -> Option<LocalGame> {
        let (fluents, gates) = (self.next()? as usize, self.next()? as usize);
        let fluents = (fluents <= MAX_FLUENTS).then_some(fluents)?;
        let words = self.take(fluents.div_ceil(32))?;
        let unused = words.last().map_or(0, |last| match fluents % 32 {
            0 => 0,
            used => last >> used,
        });
        if unused != 0 {
            return None;
        }
        let holds = (0..fluents).map(|it| words[it / 32] >> (it % 32) & 1 == 1);
        let holds = holds.collect();
        self.known = 1 + fluents;
        let mut all = Vec::new();
        for _ in 0..gates {
            let count = self.next()? as usize;
            let inputs = self.take(count)?;
            let inputs = inputs.iter().map(|&it| self.signal(it));
            all.push(inputs.collect::<Option<Vec<Signal>>>()?);
            self.known += 1;
        }
        let mut actions = Vec::new();
        while !self.numbers.is_empty() {
            actions.push(self.action(fluents)?);
        }
        Some(LocalGame {
            holds,
            gates: all,
            actions,
        })
    }

    fn action(&mut self, fluents: usize) -> Option<Action> {
        let (role, legal) = (self.next()? as usize, self.next()?);
        let mut action = Action {
            role: (role < 2).then_some(role)?,
            legal: self.signal(legal)?,
            writes: Vec::new(),
        };
        for _ in 0..self.next()? {
            let (fluent, signal) = (self.next()? as usize, self.next()?);
            let known = action.writes.iter().any(|it| it.0 == fluent);
            let fluent = (fluent < fluents && !known).then_some(fluent)?;
            action.writes.push((fluent, self.signal(signal)?));
        }
        Some(action)
    }

    fn signal(&self, number: u32) -> Option<Signal> {
        let signal = Signal(number);
        (signal.number() < self.known).then_some(signal)
    }

    fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(first)
    }

    fn take(&mut self, count: usize) -> Option<Vec<u32>> {
        let (first, rest) = self.numbers.split_at_checked(count)?;
        self.numbers = rest;
        Some(first.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_beyond_their_place_are_refused() {
        let right = json!([2, 1, 3, 2, 2, 4, 0, 6, 2, 0, 1, 1, 1]);
        let game = LocalGame::from_json(&right).unwrap();
        assert_eq!((game.holds.len(), game.gates.len()), (2, 1));
        assert_eq!(game.actions[0].writes.len(), 2);
        for (place, number) in [(2, 7), (4, 6), (6, 2), (7, 8), (9, 2), (11, 0), (8, 3)] {
            let mut wrong = right.clone();
            wrong[place] = json!(number);
            assert!(LocalGame::from_json(&wrong).is_err(), "{place}: {number}");
        }
    }
}
