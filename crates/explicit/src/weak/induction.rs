//! Backward induction, depth first: the exact value of a state in a game whose
//! roles are not opposed, or are more than two.
//!
//! In: a state. Out: the one outcome of best play in the model's order. Known values
//! are kept in a [`BoundsTable`].
//!
//! The only cut-off: a mover that has found the best possible outcome in its order
//! searches no further. That is sound because the order is strict: no other outcome can
//! be as good. Deeper cut-offs are not: what one role would refuse another may still
//! give it, where they are not opposed.
//!
//! Where play is not known to end, there is no cut-off, and a state that repeats below
//! itself ends the search: a search that finishes has visited every state, and the game
//! has no cycle.

use std::hash::Hash;

use game::{Model, Rewards, RoleId, Value};
use ground::MoveId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::board::{Board, Field, Halt, View};
use super::bounds_table::{Bounds, BoundsTable};
use super::method::{Best, Method};

/// The results so far.
pub(super) struct Induction<S> {
    model: Model,
    /// For each role the best possible outcome, if known.
    best: Vec<Option<Rewards>>,
    values: Vec<Rewards>,
    numbers: FxHashMap<Rewards, u16>,
    table: BoundsTable<S>,
    /// The states of the trail, if one may repeat below itself.
    above: Option<FxHashSet<S>>,
}

/// A state whose successors are being valued.
struct Frame<S> {
    state: S,
    mover: RoleId,
    open: Vec<S>,
    best: Option<u16>,
    before: u64,
}

enum Entered<S> {
    Valued(u16),
    Open(Frame<S>),
}

type Result<T, S> = std::result::Result<T, Halt<S>>;

impl<S: Clone + Eq + Hash> Induction<S> {
    /// `possible` has all outcomes that can occur, if they are known.
    pub fn new(
        model: Model,
        roles: usize,
        possible: Option<&[Rewards]>,
        filler: &S,
        bytes: u64,
    ) -> Self {
        let best = |role| {
            let all = possible?.iter();
            all.max_by(|a, b| model.compare(role, a, b)).cloned()
        };
        Induction {
            model,
            best: RoleId::all(roles).map(best).collect(),
            values: Vec::new(),
            numbers: FxHashMap::default(),
            table: BoundsTable::new(filler, vec![u16::MAX], bytes),
            above: None,
        }
    }

    /// For games in which play may return to a state, which gives [`Halt::Cycle`]. All
    /// states are visited.
    pub fn on_all_states(model: Model, roles: usize, filler: &S, bytes: u64) -> Self {
        Induction {
            above: Some(FxHashSet::default()),
            ..Induction::new(model, roles, None, filler, bytes)
        }
    }

    /// The outcomes that occurred.
    pub fn outcomes(&self) -> &[Rewards] {
        &self.values
    }

    /// What is known of a state without a search.
    fn known(&self, state: &S) -> Option<&Rewards> {
        let number = self.number_of(state)?;
        Some(&self.values[usize::from(number)])
    }

    /// The outcome of best play.
    pub fn value<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        state: &S,
    ) -> Result<Rewards, S> {
        let number = self.search(field, state)?;
        Ok(self.values[usize::from(number)].clone())
    }

    /// The first of the moves that lead to this value.
    fn first_worth<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        moves: Vec<(MoveId, S)>,
        value: &Rewards,
    ) -> Result<Vec<(MoveId, S)>, S> {
        for (mov, to) in moves {
            if self.value(field, &to)? == *value {
                return Ok(vec![(mov, to)]);
            }
        }
        unreachable!("a state has the value of a successor")
    }

    fn search<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        state: &S,
    ) -> Result<u16, S> {
        field.trail.clear();
        if let Some(above) = &mut self.above {
            above.clear();
        }
        let mut frames = match self.enter(field, state)? {
            Entered::Valued(value) => return Ok(value),
            Entered::Open(frame) => vec![frame],
        };
        field.trail.push(state.clone());
        while let Some(frame) = frames.last_mut() {
            let value = match self.next(frame) {
                Some(child) => match self.enter(field, &child)? {
                    Entered::Valued(value) => value,
                    Entered::Open(frame) => {
                        field.trail.push(child);
                        frames.push(frame);
                        continue;
                    }
                },
                None => {
                    let value = frame.best.expect("a state has successors");
                    let work = self.table.entered() - frame.before;
                    self.table.set(0, &frame.state, exactly(value), work);
                    if let Some(above) = &mut self.above {
                        above.remove(&frame.state);
                    }
                    field.trail.pop();
                    frames.pop();
                    value
                }
            };
            match frames.last_mut() {
                Some(frame) => frame.best = Some(self.better(frame, value)),
                None => return Ok(value),
            }
        }
        unreachable!("the last frame returns")
    }

    fn enter<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        state: &S,
    ) -> Result<Entered<S>, S> {
        if let Some(number) = self.number_of(state) {
            return Ok(Entered::Valued(number));
        }
        let before = self.table.entered();
        let view = field.look(before, state)?;
        let open = Bounds {
            low: 0,
            high: u16::MAX,
        };
        match view {
            View::Terminal(rewards) => {
                let number = self.number(rewards)?;
                self.table.set(0, state, exactly(number), 1);
                Ok(Entered::Valued(number))
            }
            View::Inner { mover, choices } => {
                let fresh = self.above.as_mut().map(|above| above.insert(state.clone()));
                if fresh == Some(false) {
                    return Err(Halt::Cycle);
                }
                self.table.set(0, state, open, 1);
                let open = choices.into_iter().map(|(_, to)| to).rev();
                Ok(Entered::Open(Frame {
                    state: state.clone(),
                    mover: mover.unwrap_or(RoleId::new(0)),
                    open: open.collect(),
                    best: None,
                    before,
                }))
            }
        }
    }

    /// The successor to value next; `None` if the mover has its best outcome.
    fn next(&self, frame: &mut Frame<S>) -> Option<S> {
        let best = frame.best.map(|best| &self.values[usize::from(best)]);
        match best.is_some() && best == self.best[frame.mover.index()].as_ref() {
            true => None,
            false => frame.open.pop(),
        }
    }

    fn better(&self, frame: &Frame<S>, value: u16) -> u16 {
        let Some(best) = frame.best else {
            return value;
        };
        let rewards = |number: u16| &self.values[usize::from(number)];
        match self
            .model
            .compare(frame.mover, rewards(best), rewards(value))
            .is_lt()
        {
            true => value,
            false => best,
        }
    }

    fn number(&mut self, rewards: Rewards) -> Result<u16, S> {
        if let Some(&number) = self.numbers.get(&rewards) {
            return Ok(number);
        }
        let number = u16::try_from(self.values.len()).ok();
        // The last number stands for an unknown value.
        let number = number
            .filter(|&number| number < u16::MAX)
            .ok_or(Halt::TooManyOutcomes)?;
        self.values.push(rewards.clone());
        self.numbers.insert(rewards, number);
        Ok(number)
    }

    fn number_of(&self, state: &S) -> Option<u16> {
        self.table.get(0, state)?.exact()
    }
}

fn exactly(number: u16) -> Bounds {
    Bounds {
        low: number,
        high: number,
    }
}

impl<G: Board> Method<G> for Induction<G::State> {
    fn narrow(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
        all: Best<G::State>,
    ) -> Result<Best<G::State>, G::State> {
        let Best { mover, mut moves } = all;
        if mover.is_some() {
            let value = self.value(field, state)?;
            let known = |to: &G::State| self.known(to) == Some(&value);
            match moves.iter().any(|(_, to)| known(to)) {
                true => moves.retain(|(_, to)| known(to)),
                false => moves = self.first_worth(field, moves, &value)?,
            }
        }
        Ok(Best { mover, moves })
    }

    fn exact(&self, take: &mut dyn FnMut(&G::State, Value)) {
        self.table.each(&mut |state, bounds| {
            if let Some(number) = bounds.next().and_then(Bounds::exact) {
                let value = self.values[usize::from(number)].clone();
                take(state, Value::Rewards(value));
            }
        });
    }

    /// The best moves are those that lead to the state's own value.
    fn keeps_value(&self) -> bool {
        true
    }

    fn looked_at(&self) -> u64 {
        self.table.entered()
    }
}
