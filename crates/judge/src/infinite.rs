//! Shows how play can go on for ever.
//!
//! In: the states from which play can go on for ever. Out: a cycle among them, and
//! the way to it. Not here: what infinite play is worth.

use std::hash::Hash;

use game::{Obstacle, Playable};
use rustc_hash::FxHashMap;

use crate::arena::Endless;
use crate::path::{cycle_texts, path_to};
use crate::{Graph, StateId};

/// The cycle that `next` leads to from `start`: the states from the first that
/// repeats on.
pub fn cycle<T: Clone + Eq + Hash, E>(
    start: T,
    mut next: impl FnMut(&T) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    let mut seen = FxHashMap::default();
    let mut play = Vec::new();
    let mut state = start;
    loop {
        if let Some(&from) = seen.get(&state) {
            return Ok(play.split_off(from));
        }
        seen.insert(state.clone(), play.len());
        play.push(state.clone());
        state = next(&state)?;
    }
}

/// The obstacle that the worth of infinite play is needed, with a cycle.
///
/// # Errors
///
/// The game's own.
pub(crate) fn needed<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    endless: &Endless,
) -> Result<Obstacle, G::Error> {
    let next = |id: &StateId| {
        let mut successors = graph.successors(*id).iter().copied();
        let next = successors.find(|&next| endless.contains(next));
        Ok::<_, G::Error>(next.expect("play can go on for ever from here"))
    };
    let mut cycle = cycle(StateId::START, next)?;
    // The cycle begins with the state that was discovered first.
    let oldest = (0..cycle.len()).min_by_key(|&place| cycle[place]);
    cycle.rotate_left(oldest.unwrap_or(0));
    Ok(Obstacle::InfiniteNeeded {
        path: path_to(game, graph, cycle[0])?,
        cycle: cycle_texts(game, graph, &cycle)?,
    })
}
