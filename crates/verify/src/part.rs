//! The check of a partial solution: every state of the file, against those of its
//! successors that the file has.
//!
//! In: a file. Out: a [`PartReport`] that nothing is wrong, or the first error. A
//! state is *proven* if play ends there, or if all its successors are in the file
//! and proven: so all play from it ends within the file, and by backward induction
//! its value is right, since each step of that is checked. Of all other states
//! nothing is proven; they only do not contradict their successors. An endgame database
//! must be closed: all its states must be proven. Not here: whether the states can be
//! reached.

use std::io::{Read, Seek};
use std::sync::Mutex;
use std::thread;

use crate::board::{self, Board, Next};
use crate::error::{VerifyError, Wrong};
use crate::exhaustive::{Limits, STATE_BYTES};
use crate::file::{Meta, SolutionFile};
use crate::flaws;
use crate::graph::NONE;
use crate::labels::Values;
use crate::listing::Listing;
use crate::order::Model;
use crate::report::{PartReport, Progress};
use crate::tally::Tally;
use crate::value::{Outcome, Value};

/// States that are checked before their results are combined.
const BATCH_STATES: usize = 16384;
/// States that a thread takes at once.
const PART_STATES: usize = 512;

/// A state that fits what is known of its successors.
enum Fitting {
    /// Play ends there.
    End,
    /// All its successors are known, by their numbers.
    Settled(Vec<u32>),
    /// Some successors are known, or all without determining the value: how many, of
    /// how many.
    Open(usize, usize),
}

/// Checks every state of a file that holds a part of a solution.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if a state is wrong, or contradicts another; others if
/// that could not be checked.
pub fn verify_part<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<PartReport, VerifyError> {
    let rules = board::rules(file.meta())?;
    let states = file.states();
    let needed = states.saturating_mul(file.meta().encoding.bytes() as u128 + STATE_BYTES);
    if needed > limits.memory.into() || states >= NONE.into() {
        return Err(VerifyError::TooLarge { states, needed });
    }
    let mut boards = Vec::new();
    for _ in 0..limits.threads.max(1) {
        boards.push(Board::new(&rules, file.meta(), &limits.stop)?);
    }
    let stopped = || {
        let stopped = limits.stop.requested();
        stopped.map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    };
    let listing = Listing::read(file, &mut |listed| {
        look(Progress::Read { states: listed });
        stopped()
    })?;
    let endgames = file.endgames();
    let meta = file.meta();
    let ends: Vec<Value> = meta.buckets.iter().map(|bucket| bucket.0.clone()).collect();
    let check = Check {
        meta,
        listing: &listing,
        values: Values::new(
            (meta.roles.len(), meta.model),
            &meta.outcomes,
            &ends,
            meta.infinite.as_ref(),
        ),
    };
    let mut fitting = Vec::new();
    while fitting.len() < listing.len() {
        let first = fitting.len();
        let batch: Vec<u32> = (first..listing.len().min(first + BATCH_STATES))
            .map(|state| state as u32)
            .collect();
        for found in check.fit_all(&mut boards, &batch) {
            fitting.push(found?);
        }
        look(Progress::Walked {
            states: fitting.len(),
            all: listing.len(),
        });
        stopped()?;
    }
    look(Progress::Valued);
    check.report(&mut boards[0], &fitting, endgames)
}

struct Check<'a> {
    meta: &'a Meta,
    listing: &'a Listing,
    values: Values,
}

impl Check<'_> {
    /// Checks some states, with a thread for each board.
    fn fit_all(&self, boards: &mut [Board], states: &[u32]) -> Vec<Result<Fitting, VerifyError>> {
        let parts = Mutex::new(states.chunks(PART_STATES).enumerate());
        let done = Mutex::new(Vec::new());
        let next = || parts.lock().expect("no thread panics here").next();
        let work = |board: &mut Board| {
            while let Some((number, part)) = next() {
                let fits: Vec<_> = part.iter().map(|&it| self.fit(board, it)).collect();
                let mut done = done.lock().expect("no thread panics while it writes");
                done.push((number, fits));
            }
        };
        thread::scope(|scope| {
            let (first, others) = boards.split_first_mut().expect("there is a board");
            for board in others {
                // Where the system has no thread to give, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, || work(board));
            }
            work(first);
        });
        let mut done = done.into_inner().expect("no thread panics while it writes");
        done.sort_unstable_by_key(|it| it.0);
        done.into_iter().flat_map(|(_, fits)| fits).collect()
    }

    fn outcome(&self, state: u32) -> &Outcome {
        &self.meta.outcomes[self.listing.outcome(state) as usize]
    }

    /// How a state fits its successors.
    fn fit(&self, board: &mut Board, number: u32) -> Result<Fitting, VerifyError> {
        let encoding = &self.meta.encoding;
        let section = self.listing.section(number);
        let held = encoding.decode(self.listing.key(number));
        let held = held.filter(|held| encoding.section(held) == Some(section));
        let Some(held) = held else {
            let what = format!("section {section} has a state that does not belong there");
            return Err(Wrong::new(what).into());
        };
        let state = board.state(&held);
        let says = self.outcome(number);
        let (flaw, fitting) = match board.next(&state)? {
            Next::Fault(fault) => (Some(fault), Fitting::End),
            Next::End(value) => {
                let flaw = flaws::of_end(says, &value, self.meta.distances);
                (flaw, Fitting::End)
            }
            Next::Moves { mover, successors } => {
                let places = successors.iter().map(|next| board.place(encoding, next));
                let found = places.map(|place| self.listing.find(&place?));
                let known: Vec<Option<u32>> = found.collect();
                self.fit_moves(mover, says, &known)
            }
        };
        match flaw {
            None => Ok(fitting),
            Some(what) => Err(Wrong::new(what).at(board.text(&state)).into()),
        }
    }

    fn fit_moves(
        &self,
        mover: Option<usize>,
        says: &Outcome,
        successors: &[Option<u32>],
    ) -> (Option<String>, Fitting) {
        let known: Vec<u32> = successors.iter().flatten().copied().collect();
        let after: Vec<&Outcome> = known.iter().map(|&next| self.outcome(next)).collect();
        if known.len() < successors.len() {
            let better = after.iter().find(|next| self.exceeds(mover, says, next));
            let flaw = better.map(|next| {
                format!(
                    "a value does not fit that of a successor\n  says   {}\n  but    {} can be had",
                    says.value, next.value
                )
            });
            return (flaw, Fitting::Open(known.len(), successors.len()));
        }
        // Whether a value is forced next to an unforced one, and who delays, can
        // depend on all ends of the game, and the file may lack some.
        let unresolved = |it: &Outcome| it.value == Value::Unresolved;
        if unresolved(says) || after.iter().any(|it| unresolved(it)) {
            return (None, Fitting::Open(known.len(), successors.len()));
        }
        let flaw = match self.checks_distances() {
            true => {
                let claims = (true, says.distance.is_some());
                flaws::of_state(&self.values, mover, says, &after, claims)
            }
            false => {
                let value = says.value.clone();
                let bare = Outcome {
                    value,
                    distance: None,
                };
                flaws::of_state(&self.values, mover, &bare, &after, (false, false))
            }
        };
        (flaw, Fitting::Settled(known))
    }

    /// Only where play always ends do a state and its successors determine its
    /// distance.
    fn checks_distances(&self) -> bool {
        self.meta.distances && self.meta.infinite.is_none()
    }

    /// Whether a state cannot have its value with this successor, whatever the
    /// others are worth.
    fn exceeds(&self, mover: Option<usize>, says: &Outcome, next: &Outcome) -> bool {
        let Some(mover) = mover else {
            return says.value != next.value;
        };
        let unresolved = Value::Unresolved;
        if says.value == unresolved || next.value == unresolved {
            return false;
        }
        match (&says.value, &next.value) {
            (Value::Rewards(own), Value::Rewards(next)) if self.meta.model == Model::Guaranteed => {
                let mut both = own.iter().zip(next).enumerate();
                both.any(|(role, (own, next))| match role == mover {
                    true => next > own,
                    false => next < own,
                })
            }
            (own, next) => {
                let rank = |value: &Value| self.values.rank(mover, self.values.number(value));
                rank(next) > rank(own)
            }
        }
    }

    /// Checks that a database is closed, and that play ends as soon as it says.
    fn closed(
        &self,
        board: &Board,
        lasting: &[Option<u64>],
        steps: Option<u64>,
    ) -> Result<(), VerifyError> {
        let most = steps.unwrap_or(u64::MAX);
        let late = |it: &Option<u64>| it.is_none_or(|moves| moves > most);
        let Some(state) = lasting.iter().position(late) else {
            return Ok(());
        };
        let what = match lasting[state] {
            Some(moves) => format!(
                "play can last longer than the file says\n  says   {most} moves\n  \
                 right  {moves} moves"
            ),
            None => "the file says that it has all that follows each state, and does not have \
                     all that follows this one, or play can go on for ever"
                .to_owned(),
        };
        let held = self.meta.encoding.decode(self.listing.key(state as u32));
        let held = held.expect("the state was checked before");
        Err(Wrong::new(what).at(board.text(&board.state(&held))).into())
    }

    fn report(
        &self,
        board: &mut Board,
        fitting: &[Fitting],
        endgames: Option<Option<u64>>,
    ) -> Result<PartReport, VerifyError> {
        let lasting = lasting(fitting);
        if let Some(steps) = endgames {
            self.closed(board, &lasting, steps)?;
        }
        let mut counts = vec![0; self.values.all.len()];
        for state in 0..self.listing.len() as u32 {
            counts[self.values.number(&self.outcome(state).value) as usize] += 1;
        }
        let count = |of: &dyn Fn(&Fitting) -> bool| fitting.iter().filter(|it| of(it)).count();
        let terminals = count(&|it| matches!(it, Fitting::End)) as u128;
        // Layers are not counted for a part.
        let layers = self.meta.layers.clone().unwrap_or_default();
        Tally::of(&self.values, counts, terminals, layers).compare(self.meta)?;
        let arrows = fitting.iter().map(|it| match it {
            Fitting::End => 0,
            Fitting::Settled(successors) => successors.len(),
            Fitting::Open(_, all) => *all,
        });
        let start = board.start(self.meta)?;
        let place = board.place(&self.meta.encoding, &start);
        let listed = place.and_then(|place| self.listing.find(&place));
        Ok(PartReport {
            states: self.listing.len() as u128,
            terminals,
            settled: count(&|it| matches!(it, Fitting::Settled(_))) as u128,
            open: count(&|it| matches!(it, Fitting::Open(1.., _))) as u128,
            alone: count(&|it| matches!(it, Fitting::Open(0, _))) as u128,
            proven: lasting.iter().filter(|it| it.is_some()).count() as u128,
            arrows: arrows.sum::<usize>() as u128,
            distances: self.checks_distances(),
            from_initial: board.initial()? == start,
            start: listed.map(|state| self.outcome(state).value.to_string()),
            start_proven: listed.is_some_and(|state| lasting[state as usize].is_some()),
            database: endgames.is_some(),
            steps: endgames.flatten(),
        })
    }
}

/// The states from which all play ends within the file, with the number of moves after which
/// it has ended: the least set that has every end, and every state whose successors it has.
fn lasting(fitting: &[Fitting]) -> Vec<Option<u64>> {
    let mut left = vec![usize::MAX; fitting.len()];
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); fitting.len()];
    let mut open = Vec::new();
    for (state, fitting) in (0_u32..).zip(fitting) {
        match fitting {
            Fitting::End => open.push(state),
            Fitting::Settled(successors) => {
                left[state as usize] = successors.len();
                for &next in successors {
                    before[next as usize].push(state);
                }
            }
            Fitting::Open(..) => {}
        }
    }
    let mut longest = vec![0; fitting.len()];
    let mut lasting = vec![None; fitting.len()];
    while let Some(state) = open.pop() {
        let moves = longest[state as usize];
        lasting[state as usize] = Some(moves);
        for &earlier in &before[state as usize] {
            let most = &mut longest[earlier as usize];
            *most = (*most).max(moves + 1);
            let left = &mut left[earlier as usize];
            *left -= 1;
            if *left == 0 {
                open.push(earlier);
            }
        }
    }
    lasting
}
