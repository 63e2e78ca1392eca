//! The pieces of a position of a local game.
//!
//! In: a local game, and which fluents hold. Out: what can still change and matters, cut
//! into what is connected, as `docs/decomposition.md` says. Not here: whether two pieces
//! are alike (`alike.rs`).

use super::local::{LocalGame, Signal};

/// A fluent or gate that may be false, true or both: bits 1 and 2.
type Can = u8;
const FALSE: Can = 1;
const TRUE: Can = 2;
const BOTH: Can = 3;

/// What is connected: fluents and actions of the local game, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lump {
    pub fluents: Vec<usize>,
    pub actions: Vec<usize>,
}

/// A position, and what can come of it.
pub struct Position<'a> {
    pub game: &'a LocalGame,
    pub holds: &'a [bool],
    /// What each number of a signal can be: 0, fluents, gates.
    can: Vec<Can>,
}

impl<'a> Position<'a> {
    /// Finds what can still happen: whoever likes moves, as often as they like.
    pub fn new(game: &'a LocalGame, holds: &'a [bool]) -> Self {
        let start = holds.iter().map(|&it| if it { TRUE } else { FALSE });
        let mut can: Vec<Can> = std::iter::once(TRUE).chain(start).collect();
        can.resize(game.gate_number(game.gates.len()), FALSE);
        let mut position = Position { game, holds, can };
        loop {
            position.gates();
            let mut rests = true;
            for action in &game.actions {
                if position.can(action.legal) & TRUE == 0 {
                    continue;
                }
                for &(fluent, signal) in &action.writes {
                    let more = position.can[1 + fluent] | position.can(signal);
                    rests &= more == position.can[1 + fluent];
                    position.can[1 + fluent] = more;
                }
            }
            if rests {
                return position;
            }
        }
    }

    fn gates(&mut self) {
        for (gate, inputs) in self.game.gates.iter().enumerate() {
            let can = inputs.iter().map(|&it| self.can(it));
            let can = can.fold(TRUE, |all, it| (all & it & TRUE) | ((all | it) & FALSE));
            let number = self.game.gate_number(gate);
            self.can[number] = can;
        }
    }

    fn can(&self, signal: Signal) -> Can {
        let can = self.can[signal.number()];
        match signal.negated() {
            true => can >> 1 | (can & 1) << 1,
            false => can,
        }
    }

    /// Whether a signal holds now.
    pub fn value(&self, signal: Signal) -> bool {
        let mut open = vec![signal];
        // The gates below a signal, each later than those that it reads.
        let mut gates = self.cone(&mut open);
        gates.sort_unstable();
        let mut known: Vec<(usize, bool)> = Vec::with_capacity(gates.len());
        let read = |signal: Signal, known: &[(usize, bool)]| {
            let number = signal.number();
            let holds = match number.checked_sub(1) {
                None => true,
                Some(fluent) if fluent < self.holds.len() => self.holds[fluent],
                Some(_) => {
                    let place = known.binary_search_by_key(&number, |it| it.0);
                    place.is_ok_and(|place| known[place].1)
                }
            };
            holds != signal.negated()
        };
        for gate in gates {
            let inputs = &self.game.gates[gate];
            let holds = inputs.iter().all(|&it| read(it, &known));
            known.push((self.game.gate_number(gate), holds));
        }
        read(signal, &known)
    }

    /// All gates that signals depend on, in no order.
    fn cone(&self, open: &mut Vec<Signal>) -> Vec<usize> {
        let first = self.game.gate_number(0);
        let mut gates = Vec::new();
        while let Some(signal) = open.pop() {
            let Some(gate) = signal.number().checked_sub(first) else {
                continue;
            };
            if !gates.contains(&gate) {
                gates.push(gate);
                open.extend(&self.game.gates[gate]);
            }
        }
        gates
    }

    /// The fluents that a signal still depends on, ascending, and the gates below it that
    /// are not constant, each after those that it reads.
    pub fn support(&self, signal: Signal) -> (Vec<usize>, Vec<usize>) {
        let first = self.game.gate_number(0);
        let (mut fluents, mut gates) = (Vec::new(), Vec::new());
        let mut open = vec![signal];
        while let Some(signal) = open.pop() {
            let number = signal.number();
            if self.can[number] != BOTH {
                continue;
            }
            match number.checked_sub(first) {
                None => fluents.push(number - 1),
                Some(gate) if gates.contains(&gate) => {}
                Some(gate) => {
                    gates.push(gate);
                    open.extend(&self.game.gates[gate]);
                }
            }
        }
        fluents.sort_unstable();
        fluents.dedup();
        gates.sort_unstable();
        (fluents, gates)
    }

    /// What a signal is in all that can come, if that is one thing.
    pub fn constant(&self, signal: Signal) -> Option<bool> {
        match self.can(signal) {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether a fluent can still change.
    fn changes(&self, fluent: usize) -> bool {
        self.can[1 + fluent] == BOTH
    }

    /// The pieces.
    pub fn lumps(&self) -> Vec<Lump> {
        let actions = self.game.actions.iter().enumerate();
        let live = actions.filter(|(_, it)| self.can(it.legal) & TRUE != 0);
        let live: Vec<usize> = live.map(|(place, _)| place).collect();
        let matters = self.matters(&live);
        let fluents = self.holds.len();
        // Fluents, then actions.
        let mut united = Union::new(fluents + live.len());
        for (place, &action) in live.iter().enumerate() {
            let action = &self.game.actions[action];
            let mut touch = |fluent: usize| united.unite(fluents + place, fluent);
            self.support(action.legal)
                .0
                .into_iter()
                .for_each(&mut touch);
            for &(fluent, signal) in &action.writes {
                if matters[fluent] && self.changes(fluent) {
                    touch(fluent);
                    self.support(signal).0.into_iter().for_each(&mut touch);
                }
            }
        }
        let mut lumps: Vec<Lump> = Vec::new();
        let mut places = vec![None; fluents + live.len()];
        for (place, &action) in live.iter().enumerate() {
            let root = united.root(fluents + place);
            let lump = *places[root].get_or_insert_with(|| {
                lumps.push(Lump {
                    fluents: Vec::new(),
                    actions: Vec::new(),
                });
                lumps.len() - 1
            });
            lumps[lump].actions.push(action);
        }
        for fluent in (0..fluents).filter(|&it| matters[it]) {
            if let Some(lump) = places[united.root(fluent)] {
                lumps[lump].fluents.push(fluent);
            }
        }
        lumps
    }

    /// The fluents on which it depends when actions are legal, or what they write to
    /// such fluents.
    fn matters(&self, live: &[usize]) -> Vec<bool> {
        let mut matters = vec![false; self.holds.len()];
        let actions = || live.iter().map(|&it| &self.game.actions[it]);
        let mut open: Vec<usize> = actions().flat_map(|it| self.support(it.legal).0).collect();
        let mut writes = vec![Vec::new(); self.holds.len()];
        for action in actions() {
            for &(fluent, signal) in &action.writes {
                writes[fluent].push(signal);
            }
        }
        while let Some(fluent) = open.pop() {
            if std::mem::replace(&mut matters[fluent], true) {
                continue;
            }
            for &signal in &writes[fluent] {
                open.extend(self.support(signal).0);
            }
        }
        matters
    }
}

/// Sets that are united.
struct Union(Vec<usize>);

impl Union {
    fn new(count: usize) -> Self {
        Union((0..count).collect())
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.0[place] != place {
            self.0[place] = self.0[self.0[place]];
            place = self.0[place];
        }
        place
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}
