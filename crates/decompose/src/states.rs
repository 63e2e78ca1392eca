//! The states of a part, listed: all that moves of either role lead to.
//!
//! In: a [`LocalGame`] with few states. Out: [`PartStates`]: its states as bits, and for
//! each the states that each role's moves lead to. Not here: parts with many states, which
//! are split into pieces.

use game::Stop;
use rustc_hash::FxHashMap;

use crate::pieces::{LocalGame, Planes, packed};
use crate::positions::{PositionId, Unfinished};

/// All states of a part; the first is where it begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartStates {
    /// A bit for each fluent.
    states: Vec<Box<[u64]>>,
    ids: FxHashMap<Box<[u64]>, PositionId>,
    /// For each state where its moves lead: the first role's, then the second's.
    next: Vec<PositionId>,
    /// For each state where these end in `next`.
    ends: Vec<[usize; 2]>,
    /// Each state after those that its moves lead to.
    order: Vec<PositionId>,
    /// The number of the first state.
    first: usize,
    fluents: usize,
}

impl PartStates {
    /// Lists at most this many states.
    ///
    /// # Errors
    ///
    /// [`Unfinished`]: there are more of them, or play can go in circles.
    pub fn list(game: &LocalGame, most: usize, stop: &Stop) -> Result<Self, Unfinished> {
        let mut listed = PartStates {
            fluents: game.values.len(),
            ..PartStates::default()
        };
        listed.number(packed(&game.values));
        while listed.ends.len() < listed.states.len() {
            if let Some(reason) = stop.requested() {
                return Err(Unfinished::Stopped(reason));
            }
            listed.expand(game);
            if listed.states.len() > most {
                return Err(Unfinished::TooMany);
            }
        }
        listed.order = listed.sorted().ok_or(Unfinished::Cyclic)?;
        Ok(listed)
    }

    /// A table of these states of a part of so many fluents, with the places that each
    /// role's moves lead to; `None` if a state is
    /// there twice or moves lead in circles.
    pub fn of(fluents: usize, states: Vec<Box<[u64]>>, next: &[[Vec<u32>; 2]]) -> Option<Self> {
        let mut table = PartStates {
            fluents,
            ..PartStates::default()
        };
        let distinct = states.len();
        for state in states {
            table.number(state);
        }
        if table.states.len() != distinct {
            return None;
        }
        for moves in next {
            let ends = [0, 1].map(|role: usize| {
                let next = moves[role].iter();
                table
                    .next
                    .extend(next.map(|&it| PositionId::new(it as usize)));
                table.next.len()
            });
            table.ends.push(ends);
        }
        table.order = table.sorted()?;
        Some(table)
    }

    /// How many fluents the part has.
    pub fn fluents(&self) -> usize {
        self.fluents
    }

    /// Numbers the states from here on, and no more from 0.
    pub fn number_from(&mut self, first: usize) {
        let ids = self
            .ids
            .values_mut()
            .chain(&mut self.next)
            .chain(&mut self.order);
        ids.for_each(|id| *id = id.after(first));
        self.first = first;
    }

    /// The number of the state in which these fluents hold, a bit for each.
    pub fn find(&self, state: &[u64]) -> Option<PositionId> {
        self.ids.get(state).copied()
    }

    /// The number of the first state.
    pub fn first(&self) -> usize {
        self.first
    }

    /// The place of a state among the states of the part.
    pub fn place(&self, at: PositionId) -> usize {
        at.index() - self.first
    }

    /// The numbers of all states.
    pub fn all(&self) -> impl Iterator<Item = PositionId> {
        (self.first..self.first + self.states.len()).map(PositionId::new)
    }

    /// Each state after those that its moves lead to.
    pub fn order(&self) -> &[PositionId] {
        &self.order
    }

    /// The states: a bit for each fluent.
    pub fn states(&self) -> &[Box<[u64]>] {
        &self.states
    }

    /// Where a role's moves lead, in ascending order.
    pub fn next(&self, at: PositionId, role: usize) -> &[PositionId] {
        let place = self.place(at);
        let [first, second] = self.ends[place];
        match role {
            0 => {
                let before = place.checked_sub(1);
                &self.next[before.map_or(0, |before| self.ends[before][1])..first]
            }
            _ => &self.next[first..second],
        }
    }

    fn number(&mut self, state: Box<[u64]>) -> PositionId {
        let next = PositionId::new(self.states.len());
        let states = &mut self.states;
        *self.ids.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            next
        })
    }

    /// Finds the successors of up to 64 states.
    fn expand(&mut self, game: &LocalGame) {
        let first = self.ends.len();
        let count = (self.states.len() - first).min(64);
        let chunk: Vec<Box<[u64]>> = self.states[first..first + count].to_vec();
        let planes = Planes::of_states(game, &chunk);
        let mut found: Vec<[Vec<PositionId>; 2]> = vec![Default::default(); count];
        for action in &game.actions {
            let mut legal = planes.of(action.legal).yes;
            while legal != 0 {
                let lane = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let mut next = chunk[lane].clone();
                for &(fluent, becomes) in &action.writes {
                    let (word, bit) = (fluent as usize / 64, fluent % 64);
                    let holds = planes.of(becomes).yes >> lane & 1;
                    next[word] = next[word] & !(1 << bit) | holds << bit;
                }
                found[lane][usize::from(action.role)].push(self.number(next));
            }
        }
        for moves in found {
            let ends = moves.map(|mut next| {
                next.sort_unstable();
                next.dedup();
                self.next.extend(next);
                self.next.len()
            });
            self.ends.push(ends);
        }
    }

    /// Each state after those that its moves lead to; `None` if moves lead in circles.
    fn sorted(&self) -> Option<Vec<PositionId>> {
        let mut before = vec![0_u32; self.states.len()];
        self.next.iter().for_each(|it| before[it.index()] += 1);
        let all = (0..self.states.len()).map(PositionId::new);
        let mut open: Vec<PositionId> = all.filter(|it| before[it.index()] == 0).collect();
        let mut sorted = Vec::with_capacity(self.states.len());
        while let Some(at) = open.pop() {
            sorted.push(at);
            for next in self.next(at, 0).iter().chain(self.next(at, 1)) {
                before[next.index()] -= 1;
                if before[next.index()] == 0 {
                    open.push(*next);
                }
            }
        }
        sorted.reverse();
        (sorted.len() == self.states.len()).then_some(sorted)
    }
}
