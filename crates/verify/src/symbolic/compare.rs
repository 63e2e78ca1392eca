//! Compares the ground game with the reference interpreter.
//!
//! In: rules, and their ground game. Out: nothing, or a state in which they differ.
//! Half of the states are on random walks from the start, the others drawn from the
//! file. In each: whether play has ended; goals; all legal moves; the successor under
//! one joint move, drawn at random. That proves nothing of other states: the proof by
//! sets relies on the grounder.

use std::io::{Read, Seek};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use game::{GoalValue, Playable, Stop};
use gdl::{Budget, Interpreter, Rules, State, TermId};
use ground::{BitState, FluentId, GroundGame, MoveId, Simulator};
use rustc_hash::FxHashMap;

use crate::error::VerifyError;
use crate::exhaustive::Limits;
use crate::file::SolutionFile;
use crate::report::Progress;
use crate::sample::{Random, Sample};

/// States that a thread takes at a time.
const PART_STATES: u64 = 1000;
/// Moves after which a walk restarts.
const MAX_WALK_MOVES: usize = 10_000;

/// States to compare.
enum Part {
    /// This many states along random walks.
    Walks(u64),
    /// The states in which fluents of these numbers hold.
    Drawn(Vec<Vec<u32>>),
}

/// Compares the two on `sample.states` states. Returns the first difference in a drawn
/// state: a wrong file may have unreachable states, for which the ground game need not
/// agree with the rules. So that counts only if the file is right.
pub fn compare<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    (rules, game): (&Rules, &GroundGame),
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Option<VerifyError>, VerifyError> {
    let parts = parts(file, sample)?;
    let fluents = &file.meta().fluents;
    compare_parts(&parts, fluents, (rules, game), sample, limits, look)
}

/// The same on `sample.states` states of random walks alone.
pub fn compare_walks(
    (rules, game): (&Rules, &GroundGame),
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<(), VerifyError> {
    let parts = walks(sample.states);
    let doubt = compare_parts(&parts, &[], (rules, game), sample, limits, look)?;
    doubt.map_or(Ok(()), Err)
}

fn compare_parts(
    parts: &[Part],
    fluents: &[String],
    (rules, game): (&Rules, &GroundGame),
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Option<VerifyError>, VerifyError> {
    let all = sample.states as usize;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failed: Mutex<Option<(usize, VerifyError)>> = Mutex::new(None);
    let work = || {
        let mut pair = match Pair::new(rules, game, &limits.stop) {
            Ok(pair) => pair,
            Err(error) => return fail(&failed, 0, error),
        };
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(place) else {
                return;
            };
            if let Some(reason) = limits.stop.requested() {
                return fail(&failed, place, VerifyError::Stopped(reason));
            }
            // The same numbers, whichever thread takes the part.
            let mut random = Random::new(sample.seed.wrapping_add((place as u64) << 32));
            if let Err(error) = pair.part(part, fluents, &mut random) {
                return fail(&failed, place, error);
            }
            done.fetch_add(PART_STATES as usize, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..limits.threads.max(1) {
            // Where the system has no thread to give, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let states = done.into_inner().min(all);
    look(Progress::Compared { states, all });
    let failed = failed.into_inner().unwrap_or_else(|it| it.into_inner());
    match failed {
        None => Ok(None),
        Some((_, error @ VerifyError::Stopped(_))) => Err(error),
        Some((place, error)) => match parts.get(place) {
            Some(Part::Drawn(_)) => Ok(Some(error)),
            _ => Err(error),
        },
    }
}

/// Keeps the failure of the first part.
fn fail(failed: &Mutex<Option<(usize, VerifyError)>>, place: usize, error: VerifyError) {
    let mut failed = failed.lock().unwrap_or_else(|it| it.into_inner());
    if failed.as_ref().is_none_or(|known| place < known.0) {
        *failed = Some((place, error));
    }
}

/// Walks through so many states.
fn walks(states: u64) -> Vec<Part> {
    let firsts = (0..states).step_by(PART_STATES as usize);
    let walks = firsts.map(|first| Part::Walks(PART_STATES.min(states - first)));
    walks.collect()
}

fn parts<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
) -> Result<Vec<Part>, VerifyError> {
    let drawn = sample.states / 2;
    let walked = sample.states - drawn;
    let mut parts = walks(walked);
    let mut random = Random::new(sample.seed);
    let all = file.states();
    let mut ranks: Vec<u128> = (0..drawn).map(|_| random.below(all)).collect();
    ranks.sort_unstable();
    let sections: Vec<u128> = file.sections().map(|it| it.1).collect();
    let mut ranks = ranks.into_iter().peekable();
    let mut states = Vec::new();
    let mut first = 0;
    for (place, count) in sections.into_iter().enumerate() {
        while let Some(rank) = ranks.next_if(|&rank| rank - first < count) {
            let (key, _) = file.at(place, rank - first)?;
            // Keys that are not of a state are found where sections are read.
            states.extend(file.meta().encoding.decode(&key));
        }
        first += count;
    }
    let drawn = states.chunks(PART_STATES as usize);
    parts.extend(drawn.map(|states| Part::Drawn(states.to_vec())));
    Ok(parts)
}

/// The same game twice.
struct Pair {
    interpreter: Interpreter,
    simulator: Simulator,
    /// The fluents of the ground game, by their terms in the interpreter.
    fluents: FxHashMap<TermId, FluentId>,
    moves: FxHashMap<String, Vec<MoveId>>,
}

impl Pair {
    fn new(rules: &Rules, game: &GroundGame, stop: &Stop) -> Result<Self, VerifyError> {
        let mut interpreter = Interpreter::new(rules, Budget::new(stop.clone()))?;
        let mut fluents = FxHashMap::default();
        for (id, text) in game.fluent_ids().zip(game.fluents()) {
            fluents.extend(interpreter.fluent(text).map(|term| (term, id)));
        }
        let mut moves: FxHashMap<String, Vec<MoveId>> = FxHashMap::default();
        for role in game::RoleId::all(game.roles().len()) {
            for mov in game.moves_of(role) {
                let text = game.moves()[mov.index()].clone();
                moves.entry(text).or_default().push(mov);
            }
        }
        Ok(Pair {
            interpreter,
            simulator: Simulator::new(game.clone()),
            fluents,
            moves,
        })
    }

    fn part(
        &mut self,
        part: &Part,
        fluents: &[String],
        random: &mut Random,
    ) -> Result<(), VerifyError> {
        match part {
            Part::Drawn(states) => {
                let terms = fluents.iter().map(|text| self.interpreter.fluent(text));
                let terms: Vec<Option<TermId>> = terms.collect();
                for held in states {
                    let held = held.iter().filter_map(|&it| terms[it as usize]);
                    self.state(&State::of(held.collect()), random)?;
                }
            }
            Part::Walks(count) => {
                let initial = self.interpreter.initial()?;
                let mut at = (initial.clone(), 0);
                for _ in 0..*count {
                    let next = self.state(&at.0, random)?;
                    at = match next.filter(|_| at.1 < MAX_WALK_MOVES) {
                        Some(next) => (next, at.1 + 1),
                        None => (initial.clone(), 0),
                    };
                }
            }
        }
        Ok(())
    }

    /// Compares the two in a state; returns the state after the drawn move, if play
    /// continues.
    fn state(&mut self, state: &State, random: &mut Random) -> Result<Option<State>, VerifyError> {
        let Some(bits) = self.bits(state) else {
            return Err(self.differ(state, "which fluents there are"));
        };
        let Ok(ended) = self.simulator.is_terminal(&bits);
        if ended != self.interpreter.is_terminal(state)? {
            return Err(self.differ(state, "whether play has ended"));
        }
        if ended {
            let Ok(goals) = self.simulator.goals(&bits);
            return match sorted(goals) == sorted(self.interpreter.goals(state)?) {
                true => Ok(None),
                false => Err(self.differ(state, "the goals")),
            };
        }
        let legal = self.interpreter.legal_moves(state)?;
        let Ok(ground) = self.simulator.legal_moves(&bits);
        let mut joint = (Vec::new(), Vec::new());
        for (legal, ground) in legal.iter().zip(&ground) {
            // Equal numbers, and each has its counterpart: so they are the same.
            let twin = |mov: &gdl::Move| {
                let text = self.interpreter.move_text(mov);
                let twins = self.moves.get(&text)?.iter();
                twins.copied().find(|it| ground.contains(it))
            };
            let twins: Option<Vec<MoveId>> = legal.iter().map(twin).collect();
            let twins = twins.filter(|_| legal.len() == ground.len());
            let Some(twins) = twins else {
                return Err(self.differ(state, "which moves are legal"));
            };
            if legal.is_empty() {
                return Ok(None);
            }
            let drawn = random.below(legal.len() as u128) as usize;
            joint.0.push(legal[drawn]);
            joint.1.push(twins[drawn]);
        }
        let next = self.interpreter.successor(state, &joint.0)?;
        let Ok(ground) = self.simulator.successor(&bits, &joint.1);
        match self.bits(&next) == Some(ground) {
            true => Ok(Some(next)),
            false => Err(self.differ(state, "what a move leads to")),
        }
    }

    /// The state of the ground game; `None` if it cannot have it.
    fn bits(&self, state: &State) -> Option<BitState> {
        let held = state.fluents().iter().map(|term| self.fluents.get(term));
        let mut held = held.collect::<Option<Vec<&FluentId>>>()?;
        held.sort_unstable();
        let count = self.simulator.game().fluents().len();
        let holds = |fluent| held.binary_search(&&fluent).is_ok();
        Some(BitState::new(count, holds))
    }

    fn differ(&self, state: &State, what: &str) -> VerifyError {
        VerifyError::Differ {
            what: what.to_owned(),
            state: self.interpreter.state_text(state),
        }
    }
}

fn sorted(goals: Vec<Vec<GoalValue>>) -> Vec<Vec<String>> {
    let texts = |values: Vec<GoalValue>| {
        let mut texts: Vec<String> = values.iter().map(GoalValue::to_string).collect();
        texts.sort_unstable();
        texts
    };
    goals.into_iter().map(texts).collect()
}

#[cfg(test)]
mod tests {
    use gdl::Source;

    use super::*;

    const RULES: &str = "(role r) (init (n 0))
        (<= (legal r a) (true (n 0)))
        (<= (legal r b) (true (n 0)))
        (<= (next (n 1)) (does r a))
        (<= (next (n 2)) (does r b))
        (<= terminal (true (n 1)))
        (<= terminal (true (n 2)))
        (<= (goal r 100) (true (n 1)))
        (<= (goal r 0) (true (n 2)))";

    fn rules(text: &str) -> Rules {
        gdl::load(&Source::new("test", text.as_bytes()), None)
            .rules
            .unwrap()
    }

    fn differs(other: &str) -> Option<String> {
        let stop = Stop::new();
        let game = GroundGame::new(&rules(other), &ground::Budget::new(stop.clone())).unwrap();
        let mut pair = Pair::new(&rules(RULES), &game, &stop).unwrap();
        match pair.part(&Part::Walks(50), &[], &mut Random::new(1)) {
            Ok(()) => None,
            Err(VerifyError::Differ { what, .. }) => Some(what),
            Err(error) => panic!("{error:?}"),
        }
    }

    #[test]
    fn a_ground_game_of_other_rules_is_noticed() {
        assert_eq!(differs(RULES), None);
        for (from, to, what) in [
            ("(goal r 100)", "(goal r 50)", "the goals"),
            ("(legal r b)", "(legal r c)", "which moves are legal"),
            ("(does r b)", "(does r a)", "what a move leads to"),
            (
                "terminal (true (n 2))",
                "other (true (n 2))",
                "whether play has ended",
            ),
            (
                "(init (n 0))",
                "(init (m 0)) (<= (next (n 0)) (does r b))",
                "which",
            ),
        ] {
            let found = differs(&RULES.replace(from, to));
            assert!(found.is_some_and(|it| it.contains(what)), "{what}");
        }
    }
}
