//! The sampled check: some states, each against its successors.
//!
//! Half of the states are reached by random walks from the start, the others are
//! drawn from the file; of an endgame database, which need not have the start, all are
//! drawn. A clean sample proves nothing: `docs/verification.md` says
//! what it makes likely. Not here: ranks, counts, and whether the drawn states can
//! be reached.

use std::io::{Read, Seek};

use gdl::State;

use crate::board::{self, Board, Next, Place};
use crate::error::{VerifyError, Wrong};
use crate::exhaustive::Limits;
use crate::file::SolutionFile;
use crate::flaws;
use crate::labels::Values;
use crate::report::{Progress, Report};
use crate::value::{Outcome, Value};

/// States that are looked up at a time, in the order of sections, so that each
/// section is read once.
const BATCH_STATES: u64 = 20_000;
/// Moves after which a walk restarts.
const MAX_WALK_MOVES: usize = 10_000;

/// How many states to check, and the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of states.
    pub states: u64,
    /// The seed.
    pub seed: u64,
}

/// Pseudo-random numbers: SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u128) -> u128 {
        (u128::from(self.next()) << 64 | u128::from(self.next())) % end
    }
}

/// A state to be checked.
struct Sampled {
    state: State,
    next: Next,
    /// Its own place, then those of its successors.
    places: Vec<Option<Place>>,
    /// The walk that reached it, if one did, and after how many moves.
    way: Option<(usize, usize)>,
}

/// Checks states of a file at random.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if one is wrong; others if that could not be checked.
pub fn verify_sample<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    let walks = !file.is_database();
    let rules = match walks {
        true => board::rules_of_whole(file.meta())?,
        false => board::rules(file.meta())?,
    };
    let mut board = Board::new(&rules, file.meta(), &limits.stop)?;
    let start = board.start(file.meta())?;
    if file.states() == 0 {
        return Err(Wrong::new("the start is missing")
            .at(board.text(&start))
            .into());
    }
    let meta = file.meta();
    let ends: Vec<Value> = meta.buckets.iter().map(|bucket| bucket.0.clone()).collect();
    let values = Values::new(
        (meta.roles.len(), meta.model),
        &meta.outcomes,
        &ends,
        meta.infinite.as_ref(),
    );
    let mut report = Report {
        states: file.states(),
        terminals: 0,
        layers: 0,
        arrows: Some(0),
        unresolved: 0,
        cyclic: None,
        distances: meta.distances,
        from_initial: board.initial()? == start,
        checked: 0,
        walked: 0,
        exhaustive: false,
        sets: None,
        parts: None,
    };
    let mut sampling = Sampling {
        board,
        values,
        random: Random(sample.seed),
        walks: vec![vec![start.clone()]],
        start,
    };
    while report.checked < sample.states.into() {
        let left = sample.states - report.checked as u64;
        let batch = left.min(BATCH_STATES);
        let mut sampled = Vec::new();
        sampling.forget_walks();
        let walked = if walks { batch / 2 } else { 0 };
        for _ in 0..walked {
            sampled.push(sampling.walk(file)?);
        }
        report.walked += u128::from(walked);
        sampling.draw(file, batch - walked, &mut sampled)?;
        sampling.check(file, &sampled, &mut report)?;
        report.checked += u128::from(batch);
        look(Progress::Sampled {
            states: report.checked as usize,
            all: sample.states as usize,
        });
        if let Some(reason) = limits.stop.requested() {
            return Err(VerifyError::Stopped(reason));
        }
    }
    Ok(report)
}

struct Sampling {
    board: Board,
    values: Values,
    random: Random,
    start: State,
    /// The states of all walks of a batch; the last one continues.
    walks: Vec<Vec<State>>,
}

impl Sampling {
    fn forget_walks(&mut self) {
        let last = self.walks.pop();
        self.walks.clear();
        self.walks.extend(last);
    }

    /// The current state of the walk, which then continues.
    fn walk<R: Read + Seek>(&mut self, file: &SolutionFile<R>) -> Result<Sampled, VerifyError> {
        let number = self.walks.len() - 1;
        let walk = &self.walks[number];
        let (state, moves) = (walk[walk.len() - 1].clone(), walk.len() - 1);
        let mut sampled = self.sampled(file, state)?;
        sampled.way = Some((number, moves));
        match &sampled.next {
            Next::Moves { successors, .. } if moves < MAX_WALK_MOVES => {
                let place = self.random.below(successors.len() as u128) as usize;
                self.walks[number].push(successors[place].clone());
            }
            _ => self.walks.push(vec![self.start.clone()]),
        }
        Ok(sampled)
    }

    fn sampled<R: Read + Seek>(
        &mut self,
        file: &SolutionFile<R>,
        state: State,
    ) -> Result<Sampled, VerifyError> {
        let encoding = &file.meta().encoding;
        let next = self.board.next(&state)?;
        let mut places = vec![self.board.place(encoding, &state)];
        if let Next::Moves { successors, .. } = &next {
            for successor in successors {
                places.push(self.board.place(encoding, successor));
            }
        }
        Ok(Sampled {
            state,
            next,
            places,
            way: None,
        })
    }

    fn path(&mut self, sampled: &Sampled) -> Result<Option<Vec<String>>, VerifyError> {
        let Some((walk, moves)) = sampled.way else {
            return Ok(None);
        };
        let steps = self.walks[walk][..=moves].windows(2);
        let path = steps.map(|step| self.board.joint_move(&step[0], &step[1]));
        path.collect::<Result<_, _>>().map(Some)
    }

    /// Draws states from the file.
    fn draw<R: Read + Seek>(
        &mut self,
        file: &mut SolutionFile<R>,
        count: u64,
        sampled: &mut Vec<Sampled>,
    ) -> Result<(), VerifyError> {
        let all = file.states();
        let mut ranks: Vec<u128> = (0..count).map(|_| self.random.below(all)).collect();
        ranks.sort_unstable();
        let sections: Vec<(u64, u128)> = file.sections().collect();
        let mut ranks = ranks.into_iter().peekable();
        let mut first = 0;
        for (place, (number, states)) in sections.into_iter().enumerate() {
            while let Some(rank) = ranks.next_if(|&rank| rank - first < states) {
                let (key, _) = file.at(place, rank - first)?;
                let held = file.meta().encoding.decode(&key);
                let home = held
                    .as_ref()
                    .and_then(|held| file.meta().encoding.section(held));
                let Some(held) = held.filter(|_| home == Some(number)) else {
                    let what = format!("section {number} has a state that does not belong there");
                    return Err(Wrong::new(what).into());
                };
                let state = self.board.state(&held);
                sampled.push(self.sampled(file, state)?);
            }
            first += states;
        }
        Ok(())
    }

    fn check<R: Read + Seek>(
        &mut self,
        file: &mut SolutionFile<R>,
        sampled: &[Sampled],
        report: &mut Report,
    ) -> Result<(), VerifyError> {
        let outcomes = look_up(file, sampled)?;
        let meta = file.meta();
        for (sampled, outcomes) in sampled.iter().zip(outcomes) {
            let outcome = |place: usize| -> Option<&Outcome> {
                outcomes[place].map(|number| &meta.outcomes[number as usize])
            };
            let flaw = match (&sampled.next, outcome(0)) {
                (Next::Fault(fault), _) => Some(fault.clone()),
                (_, None) => Some("a state is missing".to_owned()),
                (Next::End(value), Some(says)) => {
                    report.terminals += 1;
                    flaws::of_end(says, value, meta.distances)
                }
                (Next::Moves { mover, successors }, Some(says)) => {
                    *report.arrows.get_or_insert(0) += successors.len() as u128;
                    let after = (1..=successors.len()).map(outcome);
                    match after.collect::<Option<Vec<&Outcome>>>() {
                        None => Some("a successor is missing".to_owned()),
                        Some(after) => {
                            // A draw may have a distance or not, where play always
                            // ends; whether others have is not known here.
                            let draws = says.distance.is_some();
                            let claims = (meta.distances, draws);
                            flaws::of_state(&self.values, *mover, says, &after, claims)
                        }
                    }
                }
            };
            report.unresolved +=
                u128::from(outcome(0).is_some_and(|it| it.value == Value::Unresolved));
            if let Some(what) = flaw {
                let mut wrong = Wrong::new(what).at(self.board.text(&sampled.state));
                wrong.path = self.path(sampled)?;
                return Err(wrong.into());
            }
        }
        Ok(())
    }
}

/// The outcomes of all places, in their order.
fn look_up<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sampled: &[Sampled],
) -> Result<Vec<Vec<Option<u32>>>, VerifyError> {
    let mut outcomes: Vec<Vec<Option<u32>>> = Vec::new();
    let mut places: Vec<(&Place, usize, usize)> = Vec::new();
    for (number, sampled) in sampled.iter().enumerate() {
        outcomes.push(vec![None; sampled.places.len()]);
        for (at, place) in sampled.places.iter().enumerate() {
            places.extend(place.as_ref().map(|place| (place, number, at)));
        }
    }
    places.sort_unstable();
    for (place, number, at) in places {
        outcomes[number][at] = file.find(place.section, &place.key)?;
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_stay_below() {
        let mut random = Random(1);
        assert!((0..1000).all(|_| random.below(7) < 7));
        assert_ne!(random.next(), random.next());
    }
}
