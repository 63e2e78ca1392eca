//! What infinite play is worth.
//!
//! In: the rewards of the reachable terminal states, and what the user says.
//! Out: a value, or none where the user must say.

use game::{Playable, Rewards, RoleId, Value};

use crate::path::{cycle_texts, path_to};
use crate::{Graph, JudgeError, StateId};

/// Refuses a worth that does not fit the number of roles.
///
/// # Errors
///
/// [`JudgeError::InfiniteForOneRole`] and [`JudgeError::InfiniteArity`].
pub fn check<E: std::error::Error + 'static>(
    given: Option<&Rewards>,
    role_count: usize,
) -> Result<(), JudgeError<E>> {
    match given {
        Some(_) if role_count == 1 => Err(JudgeError::InfiniteForOneRole),
        Some(worth) if worth.role_count() != role_count => Err(JudgeError::InfiniteArity {
            expected: role_count,
            found: worth.role_count(),
        }),
        _ => Ok(()),
    }
}

/// What infinite play is worth in a game with this cycle.
///
/// # Errors
///
/// [`JudgeError::InfiniteNeeded`] if nothing says it; [`JudgeError::Game`] if
/// the way to the cycle cannot be told.
pub(crate) fn worth<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    given: Option<&Rewards>,
    cycle: &[StateId],
) -> Result<Value, JudgeError<G::Error>> {
    if game.roles().len() == 1 {
        return Ok(Value::Infinite);
    }
    match given.cloned().or_else(|| shared(&graph.outcomes)) {
        Some(worth) => Ok(Value::Rewards(worth)),
        None => Err(needed(game, graph, cycle).unwrap_or_else(JudgeError::Game)),
    }
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

fn needed<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    cycle: &[StateId],
) -> Result<JudgeError<G::Error>, G::Error> {
    Ok(JudgeError::InfiniteNeeded {
        path: path_to(game, graph, cycle[0])?,
        cycle: cycle_texts(game, graph, cycle)?,
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
