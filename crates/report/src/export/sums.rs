//! The states of a game that was solved by its parts: its file does not list them.
//!
//! All or the first ones come from a walk by the rules. A sample of very many is drawn
//! part by part; where that cannot be, it comes from random games.

use std::collections::BTreeSet;

use game::Stop;
use play::{SolvedGame, State, random_game, reached};

use super::rows::MAX_WALKED;
use super::sample::{Random, Sample, Selection};
use super::table::ExportEnd;

/// A state, and the least number of moves to it where that is known.
pub type Reached = (State, Option<u64>);

/// Draws that give no new state before a sample is as large as it gets.
const FRUITLESS: usize = 10_000;

/// The states that are wanted.
pub fn states(
    solved: &SolvedGame,
    selection: Selection,
    stop: &Stop,
) -> Result<Vec<Reached>, ExportEnd> {
    match selection {
        Selection::All => all(solved, stop),
        Selection::First(limit) => {
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            walked(solved, limit, stop)
        }
        Selection::Sample { states, seed } => sample(solved, states, seed, stop),
    }
}

fn walked(solved: &SolvedGame, limit: usize, stop: &Stop) -> Result<Vec<Reached>, ExportEnd> {
    let states = reached(solved, limit, stop)?.into_iter();
    Ok(states.map(|(state, layer)| (state, Some(layer))).collect())
}

fn all(solved: &SolvedGame, stop: &Stop) -> Result<Vec<Reached>, ExportEnd> {
    let (states, most) = (solved.counts().states, MAX_WALKED);
    let too_many = ExportEnd::TooMany { states, most };
    if states.is_some_and(|it| it > most as u128) {
        return Err(too_many);
    }
    let all = walked(solved, most + 1, stop)?;
    match all.len() > most {
        true => Err(too_many),
        false => Ok(all),
    }
}

fn sample(
    solved: &SolvedGame,
    wanted: u64,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Reached>, ExportEnd> {
    let few = |it: &u128| *it <= MAX_WALKED as u128;
    if let Some(states) = solved.counts().states.filter(few) {
        let all = all(solved, stop)?;
        let (places, with) = match Sample::new(wanted, states, seed) {
            Sample::All => return Ok(all),
            Sample::At(places) => (places, true),
            Sample::Without(places) => (places, false),
        };
        let mut places = places.into_iter().peekable();
        let chosen = (0..).zip(all);
        let chosen = chosen.filter(|(place, _)| places.next_if_eq(place).is_some() == with);
        return Ok(chosen.map(|it| it.1).collect());
    }
    let mut random = Random::new(seed);
    let mut seen = BTreeSet::new();
    let mut sample = Vec::new();
    let mut fruitless = 0;
    while (sample.len() as u64) < wanted && fruitless < FRUITLESS {
        if let Some(reason) = stop.requested() {
            return Err(ExportEnd::Stopped(reason, 0));
        }
        let state = match solved.drawn(&mut |end| random.below(end)) {
            Some(state) => state,
            None => of_random_game(solved, &mut random)?,
        };
        fruitless += 1;
        if seen.insert(state.clone()) {
            sample.push((state, None));
            fruitless = 0;
        }
    }
    Ok(sample)
}

fn of_random_game(solved: &SolvedGame, random: &mut Random) -> Result<State, ExportEnd> {
    let mut below = |end: usize| random.below(end as u128) as usize;
    let mut states = random_game(solved, &mut below)?;
    let place = below(states.len());
    Ok(states.swap_remove(place))
}
