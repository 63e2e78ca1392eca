//! Colours for roles and for values: told apart without red and green.
//!
//! In: all values. Out: a colour for each, that of the role that gets most.

use game::{Rewards, RoleId};

type Colour = [u8; 3];

/// Colours of roles, in their order.
const ROLES: [Colour; 6] = [
    [44, 105, 176],
    [230, 126, 34],
    [127, 95, 168],
    [68, 68, 68],
    [27, 158, 119],
    [190, 160, 0],
];
const GREY: Colour = [200, 200, 200];
const DARK_GREY: Colour = [150, 150, 150];

/// The colour of a role.
pub fn role(role: RoleId) -> String {
    shade(ROLES[role.index() % ROLES.len()], GREY, 0.0)
}

/// A colour for each value. If one role gets most, it is a shade of that role's colour,
/// the full one for the most that it gets; otherwise a shade of grey. With one role, the
/// full colour is for the best.
pub fn values(values: &[Rewards]) -> Vec<String> {
    let colour = |value: &Rewards| {
        let leader = leader(value);
        let alike: Vec<&Rewards> = values
            .iter()
            .filter(|it| self::leader(it) == leader)
            .collect();
        let better = |it: &&&Rewards| match leader {
            Some(role) => it[role] > value[role],
            None => **it > value,
        };
        let part = alike.iter().filter(better).count() as f64 / alike.len() as f64;
        match leader {
            Some(role) => shade(ROLES[role.index() % ROLES.len()], GREY, part),
            None => shade(GREY, DARK_GREY, part),
        }
    };
    values.iter().map(colour).collect()
}

/// The role that gets most; the only one, if there are no others.
fn leader(value: &Rewards) -> Option<RoleId> {
    match value.role_count() {
        1 => Some(RoleId::new(0)),
        _ => value.leader(),
    }
}

fn shade(from: Colour, to: Colour, part: f64) -> String {
    let channel = |it: usize| {
        let (from, to) = (f64::from(from[it]), f64::from(to[it]));
        (from + (to - from) * part).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[&[i32]]) -> Vec<String> {
        let values: Vec<Rewards> = points.iter().map(|it| Rewards::from_points(it)).collect();
        super::values(&values)
    }

    #[test]
    fn who_gets_most_has_its_colour() {
        let (blue, grey, orange) = ("#2c69b0", "#c8c8c8", "#e67e22");
        assert_eq!(of(&[&[100, 0], &[50, 50], &[0, 100]]), [blue, grey, orange]);
        assert_eq!(of(&[&[0, 100]]), [orange]);
        assert_eq!(of(&[&[50, 100, 0], &[9, 0, 0]]), [orange, blue]);
        let roles = [0, 1].map(|it| role(RoleId::new(it)));
        assert_eq!(roles, [blue, orange]);
    }

    #[test]
    fn less_for_the_same_role_is_a_lighter_shade() {
        let shades = of(&[&[3, 0], &[2, 0], &[0, 2], &[0, 3]]);
        assert_eq!((&*shades[0], &*shades[3]), ("#2c69b0", "#e67e22"));
        assert!(shades[1] != shades[0] && shades[2] != shades[3]);
        let one = of(&[&[100], &[50], &[0]]);
        assert!(one[0] == "#2c69b0" && one[1] != one[0] && one[2] != one[1]);
    }
}
