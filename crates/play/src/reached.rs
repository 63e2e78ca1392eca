//! States by the rules alone, for games without a list of them: in the order in which a
//! walk reaches them, or those of a random game.

use game::Stop;
use rustc_hash::FxHashSet;

use crate::{Oracle, PlayError, SolvedGame, State};

/// States that are expanded between two looks at how many there are.
const BATCH_STATES: usize = 64;

/// Most moves of a random game.
const LONGEST: usize = 10_000;

/// The first states that can be reached, no more than `limit`, each with the least number
/// of moves from the start: by this number, then in the order in which the rules list moves.
///
/// # Errors
///
/// [`PlayError`] if the rules cannot be evaluated; [`PlayError::Stopped`] on request.
pub fn reached<O: Oracle>(
    solved: &SolvedGame<O>,
    limit: usize,
    stop: &Stop,
) -> Result<Vec<(State, u64)>, PlayError> {
    let mut seen = FxHashSet::from_iter([solved.start().clone()]);
    let mut states = vec![(solved.start().clone(), 0)];
    let mut expanded = 0;
    while expanded < states.len() && states.len() < limit {
        if let Some(reason) = stop.requested() {
            return Err(PlayError::Stopped(reason));
        }
        let end = states.len().min(expanded + BATCH_STATES);
        let (part, layers): (Vec<State>, Vec<u64>) = states[expanded..end].iter().cloned().unzip();
        for (found, layer) in solved
            .referee()
            .expand(&part, false)?
            .into_iter()
            .zip(layers)
        {
            for (_, next) in found?.moves {
                if states.len() < limit && seen.insert(next.clone()) {
                    states.push((next, layer + 1));
                }
            }
        }
        expanded = end;
    }
    states.truncate(limit);
    Ok(states)
}

/// The states of a game in which everybody moves at random: `below` draws a number below
/// another.
///
/// # Errors
///
/// [`PlayError`] if the rules cannot be evaluated.
pub fn random_game<O: Oracle>(
    solved: &SolvedGame<O>,
    below: &mut impl FnMut(usize) -> usize,
) -> Result<Vec<State>, PlayError> {
    let mut states = vec![solved.start().clone()];
    while states.len() <= LONGEST {
        let last = &states[states.len() - 1..];
        let Some(expanded) = solved.referee().expand(last, false)?.pop() else {
            break;
        };
        let mut moves = expanded?.moves;
        if moves.is_empty() {
            break;
        }
        states.push(moves.swap_remove(below(moves.len())).1);
    }
    Ok(states)
}
