//! The exhaustive check of games whose graph does not fit in memory.
//!
//! In: a file in which every move leads to a later section. Out: the same proof as
//! in `exhaustive.rs`, in one pass over the sections and with a few bytes for each
//! state. Not here: games with moves within a section or back.
//!
//! Why that suffices: sections ascend along every move, so play always ends, and
//! local checks are enough. When a section is checked, all predecessors of its
//! states have been: so a state that none of them leads to, and that is not the
//! start, cannot be reached; and the least number of moves to it is known.
//!
//! Whether moves ascend is checked on the way. If a reachable state is left out,
//! some move on a path to it does not ascend: the last one before the first state
//! that is left out comes from a state that is checked later.

use crate::board::Board;
use crate::error::{VerifyError, Wrong};
use crate::file::Meta;
use crate::flaws;
use crate::labels::Values;
use crate::report::{Progress, Report};
use crate::tally::Tally;
use crate::value::{Outcome, Value};
use crate::walk::{BATCH, Seen, Walk};

/// Estimated bytes of a state besides its key: its outcome and its layer.
pub const STATE_BYTES: u128 = 8;

/// The layer of a state that has not been reached.
const UNREACHED: u32 = u32::MAX;

/// The pass over all sections.
pub struct Layered<'a> {
    pub meta: &'a Meta,
    pub walk: Walk<'a>,
    values: Values,
    /// The least number of moves to each state so far.
    layers: Vec<u32>,
    draws: bool,
    terminals: u128,
    arrows: u128,
    /// The first error, if all moves ascend.
    flaw: Option<Wrong>,
}

/// The result of a pass.
pub enum Passed {
    /// Nothing is wrong.
    Right(Box<Report>),
    /// A move does not lead to a later section: the pass does not suit this game.
    Unsuited,
}

impl<'a> Layered<'a> {
    /// Prepares the pass.
    pub fn new(meta: &'a Meta, walk: Walk<'a>) -> Self {
        let listing = walk.listing;
        let mut used = vec![false; meta.outcomes.len()];
        for state in 0..listing.len() {
            used[listing.outcome(state as u32) as usize] = true;
        }
        // A terminal state has distance 0, so any other distance of a draw shows
        // that draws have distances.
        let counted = |(outcome, &used): (&Outcome, &bool)| match &outcome.value {
            Value::Rewards(rewards) => {
                let draw = matches!(**rewards, [one, other] if one == other);
                used && draw && outcome.distance > Some(0)
            }
            _ => false,
        };
        Layered {
            draws: meta.outcomes.iter().zip(&used).any(counted),
            values: Values::new((meta.roles.len(), meta.model), &meta.outcomes, &[], None),
            layers: vec![UNREACHED; listing.len()],
            meta,
            walk,
            terminals: 0,
            arrows: 0,
            flaw: None,
        }
    }

    /// Checks all states, section by section.
    pub fn run(
        mut self,
        boards: &mut [Board],
        (start, from_initial): (u32, bool),
        look: &mut dyn FnMut(Progress),
    ) -> Result<Passed, VerifyError> {
        self.layers[start as usize] = 0;
        let all = self.walk.listing.len();
        let mut first = 0;
        while first < all {
            let end = self.walk.listing.section_end(first);
            // A batch ends with its section at the latest.
            let last = end.min(first + BATCH);
            let mut states: Vec<u32> = (first as u32..last as u32).collect();
            self.leave_out_unreached(&boards[0], &mut states);
            for (&state, seen) in states.iter().zip(self.walk.expand(boards, &states)) {
                if !self.enter(&boards[0], state, seen, end)? {
                    return Ok(Passed::Unsuited);
                }
            }
            look(Progress::Walked { states: last, all });
            first = last;
        }
        // Only now it is certain that all moves ascend, so this is an error.
        if let Some(wrong) = self.flaw {
            return Err(wrong.into());
        }
        let tally = self.tally();
        tally.compare(self.meta)?;
        Ok(Passed::Right(Box::new(Report {
            states: all as u128,
            terminals: self.terminals,
            layers: tally.layers.len(),
            arrows: Some(self.arrows),
            unresolved: 0,
            cyclic: Some(false),
            distances: self.meta.distances,
            from_initial,
            checked: all as u128,
            walked: all as u128,
            exhaustive: true,
            sets: None,
            parts: None,
        })))
    }

    /// Keeps the states that were reached; the first other one cannot be reached,
    /// if all moves ascend.
    fn leave_out_unreached(&mut self, board: &Board, states: &mut Vec<u32>) {
        let layers = &self.layers;
        let mut left_out = None;
        states.retain(|&state| {
            let reached = layers[state as usize] != UNREACHED;
            left_out = left_out.or((!reached).then_some(state));
            reached
        });
        if let (Some(state), None) = (left_out, &self.flaw) {
            self.flaw = Some(self.foreign(board, state));
        }
    }

    fn outcome(&self, state: u32) -> &Outcome {
        &self.meta.outcomes[self.walk.listing.outcome(state) as usize]
    }

    /// Processes a state; returns false if a successor is before `end`, where its
    /// section ends.
    fn enter(
        &mut self,
        board: &Board,
        state: u32,
        seen: Seen,
        end: usize,
    ) -> Result<bool, VerifyError> {
        let flaw = match seen {
            Seen::Failed(error) => return Err(error),
            Seen::Fault(what) => return Err(self.wrong(board, state, what).into()),
            Seen::Missing(missing) => {
                let what = format!("a successor is missing\n  right  {missing} can be reached");
                return Err(self.wrong(board, state, what).into());
            }
            Seen::End(value) => {
                self.terminals += 1;
                flaws::of_end(self.outcome(state), &value, self.meta.distances)
            }
            Seen::Moves(mover, successors) => {
                self.arrows += successors.len() as u128;
                let layer = self.layers[state as usize] + 1;
                for &next in &successors {
                    if (next as usize) < end {
                        return Ok(false);
                    }
                    let known = &mut self.layers[next as usize];
                    *known = layer.min(*known);
                }
                let after: Vec<&Outcome> = successors.iter().map(|&it| self.outcome(it)).collect();
                let claims = (self.meta.distances, self.draws);
                flaws::of_state(&self.values, mover, self.outcome(state), &after, claims)
            }
        };
        if let (Some(what), None) = (flaw, &self.flaw) {
            self.flaw = Some(self.wrong(board, state, what));
        }
        Ok(true)
    }

    fn wrong(&self, board: &Board, state: u32, what: String) -> Wrong {
        let state = self.walk.state(board, state);
        Wrong::new(what).at(board.text(&state))
    }

    fn foreign(&self, board: &Board, state: u32) -> Wrong {
        let section = self.walk.listing.section(state);
        let wrong = Wrong::new(format!(
            "the file has a state that cannot be reached, or in a section that is not its own\n  \
             says   it is in section {section}\n  right  no move leads to it"
        ));
        let held = self.walk.encoding.decode(self.walk.listing.key(state));
        match held {
            Some(held) => wrong.at(board.text(&board.state(&held))),
            None => wrong.at("(its key is that of no state)"),
        }
    }

    fn tally(&self) -> Tally {
        let deepest = self
            .layers
            .iter()
            .max()
            .map_or(0, |&layer| layer as usize + 1);
        let mut layers = vec![0; deepest];
        for &layer in &self.layers {
            layers[layer as usize] += 1;
        }
        let mut counts = vec![0; self.values.all.len()];
        for state in 0..self.layers.len() {
            let value = &self.outcome(state as u32).value;
            counts[self.values.number(value) as usize] += 1;
        }
        Tally::of(&self.values, counts, self.terminals, layers)
    }
}
