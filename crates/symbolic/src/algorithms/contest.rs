//! The outcomes of play, and how each role ranks them.
//!
//! In: the rewards of the reachable ends, the worth of infinite play if a cycle can be
//! reached, the model. Out: small numbers for outcomes, and for each role its order of
//! them, so that no algorithm compares rewards.

use std::cmp::Ordering;

use game::{Model, Rewards, RoleId, Value};

use crate::diagram::{Halt, Set};
use crate::space::Space;

/// The outcomes of a game and the roles' orders on them.
pub(crate) struct Contest {
    values: Vec<Value>,
    /// The role whose reward alone counts, if one role plays against all others.
    of: Option<RoleId>,
    /// For each role the outcomes, best first.
    ladders: Vec<Vec<usize>>,
    /// For each role the place of each outcome on its ladder.
    places: Vec<Vec<usize>>,
    /// The outcome of infinite play; none where play always ends.
    pub infinite: Option<usize>,
    /// The role whose order is the reverse of all others', if there is one. A
    /// single role is one.
    pub champion: Option<RoleId>,
}

impl Contest {
    /// Everybody ranks outcomes by the model.
    pub fn by_model(
        model: Model,
        roles: usize,
        ends: &[Rewards],
        infinite: Option<&Value>,
    ) -> Self {
        let values = ends.iter().cloned().map(Value::Rewards).collect();
        let prefers = |role, a: &Value, b: &Value| model.compare_values(role, a, b);
        let mut contest = Contest::new(values, infinite, roles, None, &prefers);
        // Three roles may rank a few outcomes as if two of them were allies, but
        // nothing says that they are.
        let opposed = match roles {
            1 => true,
            2 => model.opposes(&contest.values),
            _ => false,
        };
        contest.champion = opposed.then_some(RoleId::new(0));
        contest
    }

    /// One role wants its reward to be large, all others want it to be small.
    pub fn of_role(role: RoleId, roles: usize, ends: &[Rewards], infinite: Option<&Value>) -> Self {
        let own = |rewards: &Rewards| Value::Rewards(Rewards::new([rewards[role]]));
        let mut values: Vec<Value> = ends.iter().map(own).collect();
        values.sort();
        values.dedup();
        let infinite = infinite.map(|worth| match worth {
            Value::Rewards(rewards) => own(rewards),
            other => other.clone(),
        });
        let prefers = |other, a: &Value, b: &Value| match other == role {
            true => a.cmp(b),
            false => b.cmp(a),
        };
        let mut contest = Contest::new(values, infinite.as_ref(), roles, Some(role), &prefers);
        contest.champion = Some(role);
        contest
    }

    fn new(
        mut values: Vec<Value>,
        infinite: Option<&Value>,
        roles: usize,
        of: Option<RoleId>,
        prefers: &dyn Fn(RoleId, &Value, &Value) -> Ordering,
    ) -> Self {
        let infinite = infinite.map(|worth| {
            let known = values.iter().position(|known| known == worth);
            known.unwrap_or_else(|| {
                values.push(worth.clone());
                values.len() - 1
            })
        });
        let ladder = |role| {
            let mut ladder: Vec<usize> = (0..values.len()).collect();
            ladder.sort_by(|&a, &b| prefers(role, &values[b], &values[a]));
            ladder
        };
        let ladders: Vec<Vec<usize>> = RoleId::all(roles).map(ladder).collect();
        let places = ladders.iter().map(|ladder| {
            let mut places = vec![0; ladder.len()];
            for (place, &outcome) in ladder.iter().enumerate() {
                places[outcome] = place;
            }
            places
        });
        Contest {
            places: places.collect(),
            values,
            of,
            ladders,
            infinite,
            champion: None,
        }
    }

    /// What each outcome is worth; where one role plays against all others,
    /// that role's reward alone.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The outcomes as the role likes them, best first.
    pub fn ladder(&self, role: RoleId) -> &[usize] {
        &self.ladders[role.index()]
    }

    /// The number of outcomes that the role prefers to this one.
    pub fn place(&self, role: RoleId, outcome: usize) -> usize {
        self.places[role.index()][outcome]
    }

    /// The outcome of an end with these rewards.
    pub fn outcome(&self, rewards: &Rewards) -> usize {
        let value = match self.of {
            Some(role) => Rewards::new([rewards[role]]),
            None => rewards.clone(),
        };
        let value = Value::Rewards(value);
        let place = self.values.iter().position(|known| *known == value);
        place.expect("every end's rewards are an outcome")
    }

    /// The ends by outcome.
    pub fn ends(&self, space: &Space, ends: &[(Rewards, Set)]) -> Result<Vec<Set>, Halt> {
        let mut by_outcome = vec![space.empty(); self.values.len()];
        for (rewards, set) in ends {
            let known = &mut by_outcome[self.outcome(rewards)];
            *known = space.or(known, set)?;
        }
        Ok(by_outcome)
    }
}
