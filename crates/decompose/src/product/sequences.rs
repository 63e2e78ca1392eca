//! How many sequences of moves there are in a part, whoever makes them.
//!
//! In: a part as states or as classes. Out: [`Sequences`], beside
//! those of the published method, which lists them. Not here: anything that is needed to solve
//! a game.

use rustc_hash::FxHashMap;

use crate::product::classes::Transitions;

/// Sequences of moves in a part that end where nobody can move there, or after so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequences {
    /// All of them.
    pub moves: u128,
    /// Moves to the same class of states are one; dominated moves are none, if they were left
    /// out.
    pub classes: u128,
}

/// Counts sequences of at most `depth` moves from the first state on. A family of which all
/// states stay where they are is no move of the part.
pub(crate) fn count(states: &impl Transitions, depth: usize) -> u128 {
    let moves = moving(states);
    let mut known: FxHashMap<(u32, usize), u128> = FxHashMap::default();
    let mut open = vec![(0_u32, depth)];
    while let Some(&(state, left)) = open.last() {
        let next = if left == 0 {
            Vec::new()
        } else {
            next(states, &moves, state)
        };
        let missing = next.iter().map(|&it| (it, left.saturating_sub(1)));
        let missing: Vec<(u32, usize)> = missing.filter(|it| !known.contains_key(it)).collect();
        if missing.is_empty() {
            let sum = next.iter().map(|&it| known[&(it, left - 1)]).sum();
            known.insert((state, left), if next.is_empty() { 1 } else { sum });
            open.pop();
        }
        open.extend(missing);
    }
    known[&(0, depth)]
}

/// The families in which some state changes.
fn moving(states: &impl Transitions) -> Vec<usize> {
    let changes = |family: &usize| {
        let mut next = Vec::new();
        (0..states.len()).any(|state| {
            next.clear();
            states.add_next(state, 0, *family, &mut next);
            next.iter().any(|&it| it as usize != state)
        })
    };
    (0..states.families()).filter(changes).collect()
}

fn next(states: &impl Transitions, moves: &[usize], state: u32) -> Vec<u32> {
    let mut next = Vec::new();
    for &family in moves {
        states.add_next(state as usize, 0, family, &mut next);
    }
    next
}
