//! Rewards: what a role gets in the end, and the vector of all roles' rewards.

use std::fmt;
use std::ops::{Add, Index};
use std::str::FromStr;

use crate::RoleId;

/// What one role gets, exact to half a point.
///
/// GDL's goal values are integers, but infinite play in a game whose rewards
/// add up to an odd constant is worth half of it to each role: so half points
/// are the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reward {
    half_points: i64,
}

impl Reward {
    /// The reward of a goal value.
    pub fn from_points(points: i32) -> Self {
        Reward {
            half_points: i64::from(points) * 2,
        }
    }

    /// The reward of this number of half points, the smallest unit.
    pub fn from_half_points(half_points: i64) -> Self {
        Reward { half_points }
    }

    /// The reward in units of half a point.
    pub fn half_points(self) -> i64 {
        self.half_points
    }

    /// The whole points; `None` if there is a half.
    pub fn points(self) -> Option<i64> {
        (self.half_points % 2 == 0).then_some(self.half_points / 2)
    }

    /// Half of this reward, if it is exact.
    pub fn halved(self) -> Option<Self> {
        (self.half_points % 2 == 0).then_some(Reward {
            half_points: self.half_points / 2,
        })
    }
}

impl Add for Reward {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Reward {
            half_points: self.half_points + other.half_points,
        }
    }
}

impl fmt::Display for Reward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.points() {
            Some(points) => write!(f, "{points}"),
            None => write!(f, "{:.1}", self.half_points as f64 / 2.0),
        }
    }
}

/// A text that is not a reward: neither an integer nor an integer and a half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAReward;

impl FromStr for Reward {
    type Err = NotAReward;

    fn from_str(text: &str) -> Result<Self, NotAReward> {
        let (whole, half) = match text.split_once('.') {
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return Err(NotAReward),
            None => (text, 0),
        };
        let points: i32 = whole.parse().map_err(|_| NotAReward)?;
        let half = if whole.starts_with('-') { -half } else { half };
        Ok(Reward {
            half_points: i64::from(points) * 2 + half,
        })
    }
}

/// The rewards of all roles, in role order.
///
/// Its own `Ord` is lexicographic, for tables and listings; preferences are up
/// to the [`Model`](crate::Model).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rewards(Box<[Reward]>);

impl Rewards {
    /// Makes the vector from the rewards in role order.
    pub fn new(rewards: impl IntoIterator<Item = Reward>) -> Self {
        Rewards(rewards.into_iter().collect())
    }

    /// Makes the vector from goal values in role order.
    pub fn from_points(points: &[i32]) -> Self {
        Rewards::new(points.iter().map(|&points| Reward::from_points(points)))
    }

    /// The number of roles.
    pub fn role_count(&self) -> usize {
        self.0.len()
    }

    /// The rewards in role order.
    pub fn iter(&self) -> impl Iterator<Item = Reward> + '_ {
        self.0.iter().copied()
    }

    /// The role that gets more than every other.
    pub fn leader(&self) -> Option<RoleId> {
        let best = self.iter().max()?;
        let mut leaders = RoleId::all(self.role_count()).filter(|&role| self[role] == best);
        let leader = leaders.next();
        leader.filter(|_| leaders.next().is_none())
    }

    /// What the roles get together, in half points.
    pub fn sum_half_points(&self) -> i64 {
        self.iter().map(Reward::half_points).sum()
    }
}

impl Index<RoleId> for Rewards {
    type Output = Reward;

    fn index(&self, role: RoleId) -> &Reward {
        &self.0[role.index()]
    }
}

impl fmt::Display for Rewards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reward) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { "/" };
            write!(f, "{separator}{reward}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_and_printed() {
        for text in ["0", "100", "37.5", "-2.5", "-3"] {
            assert_eq!(text.parse::<Reward>().unwrap().to_string(), text);
        }
        assert_eq!("50.0".parse::<Reward>().unwrap(), Reward::from_points(50));
    }

    #[test]
    fn other_texts_are_no_rewards() {
        for text in ["", "x", "1.25", "1.", ".5", "99999999999", "1e3"] {
            assert_eq!(text.parse::<Reward>(), Err(NotAReward), "{text}");
        }
    }

    #[test]
    fn an_odd_constant_is_halved_exactly() {
        let odd = Reward::from_points(75);
        assert_eq!(odd.halved().unwrap().to_string(), "37.5");
    }
}
