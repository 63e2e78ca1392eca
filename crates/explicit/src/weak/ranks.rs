//! How one side of a duel orders the ends of play, as small numbers.
//!
//! In: the combinations of rewards that can occur, and whose order counts.
//! Out: the rank of each; a greater one is better for that side.

use game::{Model, Rewards, RoleId};
use rustc_hash::FxHashMap;

/// The ends of play in one role's order.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    role: RoleId,
    /// Whether only the role's own reward counts.
    own: bool,
    places: FxHashMap<Rewards, u16>,
    /// The rewards of each rank, or only the role's own.
    values: Vec<Rewards>,
}

impl Ranks {
    /// All combinations in a role's order; `None` if there are too many.
    pub fn whole(combinations: &[Rewards], model: Model, role: RoleId) -> Option<Self> {
        let mut values = combinations.to_vec();
        values.sort_by(|a, b| model.compare(role, a, b));
        Self::new(role, false, values)
    }

    /// The rewards that a role may get, whatever the others get; `None` if
    /// there are too many.
    pub fn own(rewards: &[game::Reward], role: RoleId) -> Option<Self> {
        let mut values: Vec<Rewards> = rewards.iter().map(|&it| Rewards::new([it])).collect();
        values.sort();
        values.dedup();
        Self::new(role, true, values)
    }

    fn new(role: RoleId, own: bool, values: Vec<Rewards>) -> Option<Self> {
        u16::try_from(values.len()).ok()?;
        let places = values.iter().cloned().zip(0..).collect();
        Some(Ranks {
            role,
            own,
            places,
            values,
        })
    }

    /// Whose order it is.
    pub fn role(&self) -> RoleId {
        self.role
    }

    pub fn top(&self) -> u16 {
        (self.values.len().max(1) - 1) as u16
    }

    pub fn rank(&self, rewards: &Rewards) -> u16 {
        let place = match self.own {
            true => self.places.get(&Rewards::new([rewards[self.role]])),
            false => self.places.get(rewards),
        };
        *place.expect("only combinations that can occur do occur")
    }

    /// The rewards of all ranks, in their order.
    pub fn values(&self) -> &[Rewards] {
        &self.values
    }

    /// The rewards of a rank: of all roles, or the role's own.
    pub fn value(&self, rank: u16) -> &Rewards {
        &self.values[usize::from(rank)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combinations(points: &[[i32; 2]]) -> Vec<Rewards> {
        let rewards = points.iter().map(|points| Rewards::from_points(points));
        rewards.collect()
    }

    #[test]
    fn ranks_follow_the_order_of_the_role() {
        let all = combinations(&[[50, 50], [100, 0], [0, 100]]);
        let ranks = Ranks::whole(&all, Model::Difference, RoleId::new(1)).unwrap();
        let order: Vec<u16> = all.iter().map(|it| ranks.rank(it)).collect();
        assert_eq!((order, ranks.top()), (vec![1, 0, 2], 2));
        assert_eq!(ranks.value(2), &all[2]);
    }
}
