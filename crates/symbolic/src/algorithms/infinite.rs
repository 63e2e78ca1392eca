//! What infinite play is worth.

use game::{Obstacle, Rewards, RoleId, Value};

/// Refuses a worth that does not fit the number of roles.
pub(crate) fn check(given: Option<&Rewards>, roles: usize) -> Result<(), Obstacle> {
    match given {
        Some(_) if roles == 1 => Err(Obstacle::InfiniteForOneRole),
        Some(worth) if worth.role_count() != roles => Err(Obstacle::InfiniteArity {
            expected: roles,
            found: worth.role_count(),
        }),
        _ => Ok(()),
    }
}

/// What infinite play is worth in a game with these ends; none if somebody
/// must say it.
pub(crate) fn worth(given: Option<&Rewards>, roles: usize, ends: &[Rewards]) -> Option<Value> {
    match roles {
        1 => Some(Value::Infinite),
        _ => given.cloned().or_else(|| shared(ends)).map(Value::Rewards),
    }
}

/// Half of the constant to which two roles' rewards always add up.
fn shared(ends: &[Rewards]) -> Option<Rewards> {
    let first = ends.first()?;
    let sum = first.sum_half_points();
    if first.role_count() != 2 || ends.iter().any(|other| other.sum_half_points() != sum) {
        return None;
    }
    let half = (first[RoleId::new(0)] + first[RoleId::new(1)]).halved()?;
    Some(Rewards::new([half, half]))
}
