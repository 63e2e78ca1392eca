//! What infinite play is worth.
//!
//! In: the rewards of the reachable terminal states, and what the user says.
//! Out: a value, or none where the user must say.

use std::hash::Hash;

use game::{Obstacle, Playable, Rewards, RoleId, Value};
use rustc_hash::FxHashMap;

use crate::arena::Endless;
use crate::path::{cycle_texts, path_to};
use crate::{Graph, StateId};

/// Refuses a worth that does not fit the number of roles.
///
/// # Errors
///
/// [`Obstacle::InfiniteForOneRole`] and [`Obstacle::InfiniteArity`].
pub fn check(given: Option<&Rewards>, role_count: usize) -> Result<(), Obstacle> {
    match given {
        Some(_) if role_count == 1 => Err(Obstacle::InfiniteForOneRole),
        Some(worth) if worth.role_count() != role_count => Err(Obstacle::InfiniteArity {
            expected: role_count,
            found: worth.role_count(),
        }),
        _ => Ok(()),
    }
}

/// What infinite play is worth, given the rewards of all ends; none if nothing
/// says it.
pub(crate) fn worth(
    role_count: usize,
    terminal: &[Rewards],
    given: Option<&Rewards>,
) -> Option<Value> {
    if role_count == 1 {
        return Some(Value::Infinite);
    }
    let worth = given.cloned().or_else(|| shared(terminal));
    worth.map(Value::Rewards)
}

/// Half of the constant to which two roles' rewards always add up.
fn shared(terminal: &[Rewards]) -> Option<Rewards> {
    let first = terminal.first()?;
    let sum = first.sum_half_points();
    let constant = terminal.iter().all(|other| other.sum_half_points() == sum);
    if first.role_count() != 2 || !constant {
        return None;
    }
    let half = (first[RoleId::new(0)] + first[RoleId::new(1)]).halved()?;
    Some(Rewards::new([half, half]))
}

/// Play that goes round: the states from the first that comes up again on,
/// once `next` is followed from `start`.
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

/// Says that the worth of infinite play is needed, and shows a cycle.
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
    // The state that was discovered first leads.
    let oldest = (0..cycle.len()).min_by_key(|&place| cycle[place]);
    cycle.rotate_left(oldest.unwrap_or(0));
    Ok(Obstacle::InfiniteNeeded {
        path: path_to(game, graph, cycle[0])?,
        cycle: cycle_texts(game, graph, &cycle)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared_text(terminal: &[&[i32]]) -> Option<String> {
        let terminal: Vec<_> = terminal.iter().map(|t| Rewards::from_points(t)).collect();
        shared(&terminal).map(|rewards| rewards.to_string())
    }

    #[test]
    fn two_roles_share_the_constant() {
        let even = shared_text(&[&[100, 0], &[30, 70]]);
        assert_eq!(even.as_deref(), Some("50/50"));
        let odd = shared_text(&[&[75, 0], &[30, 45]]);
        assert_eq!(odd.as_deref(), Some("37.5/37.5"));
    }

    #[test]
    fn there_is_no_default_without_a_constant() {
        assert_eq!(shared_text(&[&[100, 0], &[30, 30]]), None);
        assert_eq!(shared_text(&[&[50, 25, 25]]), None);
        assert_eq!(shared_text(&[]), None);
    }
}
