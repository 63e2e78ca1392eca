//! The rewards of terminal states.
//!
//! In: for each goal the lanes in which it holds. Out: which lanes have which
//! rewards, as places in the lists of goal values.

use game::{GoalValue, Reward, Rewards, RoleId};
use ground::GroundGame;

use crate::lanes::{Lanes, NO_LANES, and, and_not, is_empty, or};

/// The goals of each role, those of the same value together.
#[derive(Clone, Debug)]
pub struct Ends {
    /// For each role its values, and for each goal the place of its value;
    /// `None` for a value that is not an integer.
    values: Vec<Vec<Reward>>,
    places: Vec<Vec<Option<usize>>>,
}

/// A combination of goal values, one for each role, by place.
pub type Combination = Vec<u16>;

impl Ends {
    /// Reads the goals of a game.
    pub fn new(game: &GroundGame) -> Self {
        let mut ends = Ends {
            values: Vec::new(),
            places: Vec::new(),
        };
        for role in RoleId::all(game.roles().len()) {
            let mut values: Vec<Reward> = Vec::new();
            let places = game.goals(role).iter().map(|(value, _)| {
                let GoalValue::Integer(points) = value else {
                    return None;
                };
                let reward = Reward::from_points(*points);
                let known = values.iter().position(|&known| known == reward);
                Some(known.unwrap_or_else(|| {
                    values.push(reward);
                    values.len() - 1
                }))
            });
            let places = places.collect();
            ends.values.push(values);
            ends.places.push(places);
        }
        ends
    }

    /// Calls `found` with each combination and the lanes that have it; returns
    /// the lanes in which some role does not have exactly one goal value, an
    /// integer.
    pub fn combine(
        &self,
        goals: &[Vec<Lanes>],
        lanes: Lanes,
        found: &mut dyn FnMut(&Combination, Lanes),
    ) -> Lanes {
        let mut faulty = NO_LANES;
        let mut by_value = Vec::new();
        for (role, goals) in goals.iter().enumerate() {
            let mut of = vec![NO_LANES; self.values[role].len()];
            for (place, &holds) in self.places[role].iter().zip(goals) {
                match place {
                    Some(place) => of[*place] = or(of[*place], holds),
                    None => faulty = or(faulty, holds),
                }
            }
            let (mut one, mut two) = (NO_LANES, NO_LANES);
            for &holds in &of {
                two = or(two, and(one, holds));
                one = or(one, holds);
            }
            faulty = or(faulty, or(two, and_not(lanes, one)));
            by_value.push(of);
        }
        let mut chosen = Vec::new();
        descend(&by_value, and_not(lanes, faulty), &mut chosen, found);
        and(faulty, lanes)
    }

    /// The rewards that a combination stands for.
    pub fn rewards(&self, combination: &Combination) -> Rewards {
        let places = combination.iter().zip(&self.values);
        Rewards::new(places.map(|(&place, values)| values[usize::from(place)]))
    }
}

fn descend(
    by_value: &[Vec<Lanes>],
    lanes: Lanes,
    chosen: &mut Combination,
    found: &mut dyn FnMut(&Combination, Lanes),
) {
    if is_empty(lanes) {
        return;
    }
    let Some((first, rest)) = by_value.split_first() else {
        return found(chosen, lanes);
    };
    for (place, &holds) in first.iter().enumerate() {
        chosen.push(place as u16);
        descend(rest, and(lanes, holds), chosen, found);
        chosen.pop();
    }
}
