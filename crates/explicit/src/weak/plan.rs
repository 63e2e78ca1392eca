//! One role: the best end that can be reached, and a way there.
//!
//! In: a state. Out: a plan. Every state is visited at most once, so cycles do no
//! harm; the search ends as soon as it finds an end with the greatest reward of the
//! rules.
//!
//! Two searches alternate, and share what they have seen: one goes deeper as long as
//! it can, one takes the nearest states first. Some puzzles have deep solutions,
//! others near ones, so this takes about twice as long as the better of the two.

use std::collections::VecDeque;
use std::hash::Hash;
use std::ops::Range;

use game::{Reward, Rewards, RoleId, Value};
use ground::MoveId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::board::{Board, Field, Halt, View};
use super::method::{Best, Method};

/// How a state was found: from which one, by number, and by which move.
type Origin = Option<(usize, MoveId)>;

/// The results so far.
pub(super) struct Plan<S> {
    /// The greatest reward of the rules.
    most: Option<Reward>,
    states: Vec<(S, Origin)>,
    seen: FxHashSet<S>,
    looked_at: u64,
    /// The best end, and its number.
    best: Option<(Reward, usize)>,
    /// The states on the path to it, each with its move and the reward of the end.
    way: FxHashMap<S, (MoveId, Reward)>,
}

/// States that wait to be looked at, by number.
#[derive(Default)]
struct Open {
    near: VecDeque<usize>,
    /// States found by the deep search; they wait in `near` as well.
    deep: Vec<usize>,
    taken: Vec<bool>,
    /// Whether the next turn is the deep search's.
    turn: bool,
}

impl Open {
    /// The next state, and whether the deep search took it.
    fn take(&mut self) -> Option<(usize, bool)> {
        self.turn = !self.turn;
        let deep = match self.turn {
            true => self.next_deep(),
            false => None,
        };
        // A deep search without states left restarts at the nearest one.
        let number = deep.or_else(|| self.next_near())?;
        if self.taken.len() <= number {
            self.taken.resize(number + 1, false);
        }
        self.taken[number] = true;
        Some((number, self.turn))
    }

    fn next_deep(&mut self) -> Option<usize> {
        while let Some(number) = self.deep.pop() {
            if !self.is_taken(number) {
                return Some(number);
            }
        }
        None
    }

    fn next_near(&mut self) -> Option<usize> {
        while let Some(number) = self.near.pop_front() {
            if !self.is_taken(number) {
                return Some(number);
            }
        }
        None
    }

    fn is_taken(&self, number: usize) -> bool {
        self.taken.get(number).copied().unwrap_or(false)
    }

    fn add(&mut self, numbers: Range<usize>, deep: bool) {
        self.near.extend(numbers.clone());
        if deep {
            // The first choice is taken next.
            self.deep.extend(numbers.rev());
        }
    }
}

impl<S: Clone + Eq + Hash> Plan<S> {
    pub fn new(most: Option<Reward>) -> Self {
        Plan {
            most,
            states: Vec::new(),
            seen: FxHashSet::default(),
            looked_at: 0,
            best: None,
            way: FxHashMap::default(),
        }
    }

    /// The number of states visited.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The best reward that can be reached; `None` if no end can.
    pub fn reward(&self) -> Option<Reward> {
        self.best.map(|(reward, _)| reward)
    }

    /// The move in a state; `None` if the plan does not lead through it.
    pub fn step(&self, state: &S) -> Option<MoveId> {
        self.way.get(state).map(|&(mov, _)| mov)
    }

    /// Makes a plan from a state on.
    ///
    /// # Errors
    ///
    /// As [`Field::look`].
    pub fn make<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        start: &S,
    ) -> Result<(), Halt<S>> {
        (self.states, self.seen, self.best) = (Vec::new(), FxHashSet::default(), None);
        let mut open = Open::default();
        open.near.extend(self.enter(start.clone(), None));
        while let Some((number, deep)) = open.take() {
            let state = self.states[number].0.clone();
            field.trail.clear();
            let view = field.look(self.looked_at, &state);
            self.looked_at += 1;
            match view.inspect_err(|_| self.trace(number, field.trail))? {
                View::Terminal(rewards) => {
                    let reward = rewards[RoleId::new(0)];
                    self.best = self.best.max(Some((reward, usize::MAX - number)));
                    if Some(reward) >= self.most {
                        break;
                    }
                }
                View::Inner { choices, .. } => {
                    let known = self.states.len();
                    for (mov, to) in choices {
                        self.enter(to, Some((number, mov)));
                    }
                    open.add(known..self.states.len(), deep);
                }
            }
        }
        self.best = self.best.map(|(reward, back)| (reward, usize::MAX - back));
        self.keep_way();
        Ok(())
    }

    /// Numbers a state; `None` if it has been seen.
    fn enter(&mut self, state: S, origin: Origin) -> Option<usize> {
        let number = self.states.len();
        let new = self.seen.insert(state.clone());
        new.then(|| {
            self.states.push((state, origin));
            number
        })
    }

    /// Keeps only the path to the best end.
    fn keep_way(&mut self) {
        if let Some((reward, mut place)) = self.best {
            while let Some((before, mov)) = self.states[place].1 {
                self.way
                    .insert(self.states[before].0.clone(), (mov, reward));
                place = before;
            }
        }
        (self.states, self.seen) = (Vec::new(), FxHashSet::default());
    }

    /// The states on the path to one, without that one.
    fn trace(&self, number: usize, trail: &mut Vec<S>) {
        let mut place = number;
        while let Some((before, _)) = self.states[place].1 {
            trail.push(self.states[before].0.clone());
            place = before;
        }
        trail.reverse();
    }
}

impl<G: Board> Method<G> for Plan<G::State> {
    fn narrow(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
        all: Best<G::State>,
    ) -> Result<Best<G::State>, Halt<G::State>> {
        let Best { mover, mut moves } = all;
        if self.step(state).is_none() && self.reward().is_some() {
            // Play has left the plan: a new one begins here.
            self.make(field, state)?;
        }
        if let Some(step) = self.step(state) {
            moves.retain(|&(mov, _)| mov == step);
        }
        Ok(Best { mover, moves })
    }

    /// From a state on the path the path's end can be reached; whatever can be
    /// reached from there can be reached from the start, from which nothing is
    /// better.
    fn exact(&self, take: &mut dyn FnMut(&G::State, Value)) {
        for (state, &(_, reward)) in &self.way {
            take(state, Value::Rewards(Rewards::new([reward])));
        }
    }

    /// The line is the path; if there is none, no state leads to an end.
    fn keeps_value(&self) -> bool {
        true
    }

    fn looked_at(&self) -> u64 {
        self.looked_at
    }
}
