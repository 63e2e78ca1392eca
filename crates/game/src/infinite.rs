//! What infinite play is worth.
//!
//! In: the rewards of the reachable terminal states, and what the user says.
//! Out: a value, or none where the user must say.

use crate::{Obstacle, Rewards, RoleId, Value};

/// Refuses a worth of infinite play that does not fit the number of roles.
///
/// # Errors
///
/// [`Obstacle::InfiniteForOneRole`] and [`Obstacle::InfiniteArity`].
pub fn check_infinite(given: Option<&Rewards>, role_count: usize) -> Result<(), Obstacle> {
    match given {
        Some(_) if role_count == 1 => Err(Obstacle::InfiniteForOneRole),
        Some(worth) if worth.role_count() != role_count => Err(Obstacle::InfiniteArity {
            expected: role_count,
            found: worth.role_count(),
        }),
        _ => Ok(()),
    }
}

/// What infinite play is worth, given the rewards of all ends; `None` if
/// nothing determines it.
pub fn infinite_worth(
    given: Option<&Rewards>,
    role_count: usize,
    ends: &[Rewards],
) -> Option<Value> {
    if role_count == 1 {
        return Some(Value::Infinite);
    }
    let worth = given.cloned().or_else(|| shared_worth(ends));
    worth.map(Value::Rewards)
}

/// Half of the constant to which two roles' rewards always add up.
pub fn shared_worth(ends: &[Rewards]) -> Option<Rewards> {
    let first = ends.first()?;
    let sum = first.sum_half_points();
    let constant = ends.iter().all(|other| other.sum_half_points() == sum);
    if first.role_count() != 2 || !constant {
        return None;
    }
    let half = (first[RoleId::new(0)] + first[RoleId::new(1)]).halved()?;
    Some(Rewards::new([half, half]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared_text(ends: &[&[i32]]) -> Option<String> {
        let ends: Vec<_> = ends.iter().map(|it| Rewards::from_points(it)).collect();
        shared_worth(&ends).map(|rewards| rewards.to_string())
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

    #[test]
    fn what_is_given_comes_before_what_is_shared() {
        let ends = [Rewards::from_points(&[100, 0])];
        let given = Rewards::from_points(&[10, 20]);
        let worth = infinite_worth(Some(&given), 2, &ends);
        assert_eq!(worth, Some(Value::Rewards(given)));
        assert_eq!(infinite_worth(None, 1, &ends), Some(Value::Infinite));
    }

    #[test]
    fn a_worth_must_fit_the_roles() {
        let given = Rewards::from_points(&[10, 20]);
        assert_eq!(check_infinite(Some(&given), 2), Ok(()));
        assert_eq!(check_infinite(None, 1), Ok(()));
        let one = check_infinite(Some(&given), 1);
        assert_eq!(one, Err(Obstacle::InfiniteForOneRole));
        let (expected, found) = (3, 2);
        let three = check_infinite(Some(&given), 3);
        assert_eq!(three, Err(Obstacle::InfiniteArity { expected, found }));
    }
}
