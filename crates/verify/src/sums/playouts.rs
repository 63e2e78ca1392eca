//! The sampled check of a file of parts: random play by the reference interpreter.
//!
//! In: a lookup. Out: how many states were looked at, or the first one that the file has
//! wrong: where play ends with which rewards, where moves lead, and whether its value is
//! the best of its successors'. The ground game is not used here.

use game::Stop;
use gdl::State;

use super::claim::Claim;
use super::lookup::{Lookup, Spot, Told};
use super::trouble::Trouble;
use crate::board::{Board, Next};
use crate::error::{VerifyError, Wrong};
use crate::file::Meta;
use crate::flaws;
use crate::labels::Values;
use crate::report::Progress;
use crate::sample::{Random, Sample};
use crate::value::{Outcome, Value};

/// Moves after which a walk restarts.
const MAX_WALK_MOVES: usize = 10_000;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub states: u64,
    pub terminals: u64,
    pub arrows: u64,
}

/// Random play beside a file.
pub struct Playouts<'a, 'b> {
    board: &'a mut Board,
    lookup: &'a mut Lookup<'b>,
    claim: &'a Claim,
    fluents: usize,
    values: Values,
}

impl<'a, 'b> Playouts<'a, 'b> {
    /// Prepares play; the board must have the numbers of the ground game's fluents.
    pub fn new(
        board: &'a mut Board,
        lookup: &'a mut Lookup<'b>,
        (claim, meta): (&'a Claim, &Meta),
        fluents: usize,
    ) -> Self {
        Playouts {
            board,
            lookup,
            claim,
            fluents,
            values: Values::new((2, meta.model), &[], &claim.stuck, None),
        }
    }

    /// Plays from the start, again and again.
    pub fn run(
        &mut self,
        sample: Sample,
        stop: &Stop,
        look: &mut dyn FnMut(Progress),
    ) -> Result<Seen, VerifyError> {
        let mut random = Random::new(sample.seed);
        let mut seen = Seen::default();
        let start = self.board.initial()?;
        let mut walk = vec![start.clone()];
        while seen.states < sample.states {
            if let Some(reason) = stop.requested() {
                return Err(VerifyError::Stopped(reason));
            }
            let state = walk[walk.len() - 1].clone();
            let next = self.board.next(&state)?;
            match self.flaw(&state, &next)? {
                None => {}
                Some(Trouble::Wrong(wrong)) => return Err(self.wrong(wrong, &walk)?.into()),
                Some(other) => return Err(other.into()),
            }
            seen.states += 1;
            match next {
                Next::Moves { successors, .. } if walk.len() < MAX_WALK_MOVES => {
                    seen.arrows += successors.len() as u64;
                    let place = random.below(successors.len() as u128) as usize;
                    walk.push(successors[place].clone());
                }
                _ => {
                    seen.terminals += u64::from(matches!(next, Next::End(_)));
                    walk = vec![start.clone()];
                }
            }
            look(Progress::Sampled {
                states: seen.states as usize,
                all: sample.states as usize,
            });
        }
        Ok(seen)
    }

    fn wrong(&mut self, mut wrong: Wrong, walk: &[State]) -> Result<Wrong, VerifyError> {
        let steps = walk.windows(2);
        let path = steps.map(|step| self.board.joint_move(&step[0], &step[1]));
        wrong.path = Some(path.collect::<Result<_, _>>()?);
        Ok(wrong.at(self.board.text(&walk[walk.len() - 1])))
    }

    /// What is wrong with a state.
    fn flaw(&mut self, state: &State, next: &Next) -> Result<Option<Trouble>, VerifyError> {
        let found = match next {
            Next::Fault(fault) => Err(Trouble::wrong(fault.clone())),
            Next::End(value) => self.end(state, value),
            Next::Moves { mover, successors } => self.moves(state, *mover, successors),
        };
        Ok(found.err())
    }

    fn told(&mut self, state: &State) -> Result<Told, Trouble> {
        let held = self.board.held(state);
        let held = held.ok_or_else(|| Trouble::wrong("the file does not know a fluent"))?;
        let mut holds = vec![false; self.fluents];
        held.into_iter().for_each(|it| holds[it as usize] = true);
        self.lookup.told(&holds)
    }

    fn end(&mut self, state: &State, value: &Value) -> Result<(), Trouble> {
        let told = self.told(state)?;
        if !self.lookup.after(&told).is_empty() {
            return Err(Trouble::wrong("play ends, and the role on turn could move"));
        }
        let says = self.claim.stuck[told.turn].clone();
        let says = Outcome {
            value: says,
            distance: None,
        };
        let right = Outcome {
            value: value.clone(),
            distance: None,
        };
        match says == right {
            true => Ok(()),
            false => Err(Trouble::wrong(format!(
                "play ends with other rewards\n  says   {}\n  right  {value}",
                says.value
            ))),
        }
    }

    fn moves(
        &mut self,
        state: &State,
        mover: Option<usize>,
        successors: &[State],
    ) -> Result<(), Trouble> {
        let told = self.told(state)?;
        let mut after: Vec<(usize, Vec<Spot>)> = Vec::new();
        let mut values = Vec::new();
        for successor in successors {
            let next = self.told(successor)?;
            let parts = next.parts.iter().zip(&told.parts).enumerate();
            let changed = parts.filter(|(_, (new, old))| new != old);
            let changed: Vec<usize> = changed.map(|(part, _)| part).collect();
            let &[part] = changed.as_slice() else {
                return Err(Trouble::wrong("a move does not change just one part"));
            };
            if next.turn == told.turn {
                return Err(Trouble::wrong("the turn stays after a move"));
            }
            after.push((part, next.parts[part].clone()));
            values.push(self.lookup.value(&next)?);
        }
        after.sort_unstable();
        after.dedup();
        if after != self.lookup.after(&told) {
            return Err(Trouble::wrong("moves lead to other positions of parts"));
        }
        if mover.is_some_and(|it| it != told.turn) {
            return Err(Trouble::wrong("it is the other role that can choose"));
        }
        let outcome = |value: Value| Outcome {
            value,
            distance: None,
        };
        let says = self.lookup.value(&told)?.map(outcome);
        let values: Option<Vec<Outcome>> = values.into_iter().map(|it| it.map(outcome)).collect();
        // A search that is too long leaves a value unknown.
        let (Some(says), Some(values)) = (says, values) else {
            return Ok(());
        };
        let values: Vec<&Outcome> = values.iter().collect();
        let mover = Some(told.turn);
        match flaws::of_state(&self.values, mover, &says, &values, (false, false)) {
            None => Ok(()),
            Some(what) => Err(Trouble::wrong(what)),
        }
    }
}
