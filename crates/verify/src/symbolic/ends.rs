//! Checks by sets that ends have the values of their goals.
//!
//! In: the terminal states of a section. Out: `None`, or states that have
//! another value, not exactly one goal for each role, or a wrong distance.

use biodivine_lib_bdd::Bdd;
use game::{GoalValue, RoleId};
use ground::GroundGame;

use super::inside::Conditions;
use super::sets::set_of;
use crate::error::VerifyError;
use crate::file::Diagram;
use crate::value::{Outcome, Value};

/// What ends are checked against.
pub struct Ends<'a> {
    pub conditions: &'a Conditions<'a>,
    pub game: &'a GroundGame,
    pub outcomes: &'a [Outcome],
    /// Whether the file has distances.
    pub distances: bool,
}

impl Ends<'_> {
    /// Terminal states with a wrong value.
    pub fn misjudged(&self, here: &Diagram, ends: &Bdd) -> Result<Option<Bdd>, VerifyError> {
        let space = self.conditions.space;
        let mut palette: Vec<&Value> = Vec::new();
        for &outcome in &here.palette {
            let Outcome { value, distance } = &self.outcomes[outcome as usize];
            if !palette.contains(&value) {
                palette.push(value);
            }
            if *distance != Some(0) && (self.distances || distance.is_some()) {
                let wrong = set_of(space, here, |it| it == outcome);
                let wrong = space.and(ends, &wrong);
                if !wrong.is_false() {
                    return Ok(Some(wrong));
                }
            }
        }
        for value in palette {
            let own = set_of(space, here, |it| self.outcomes[it as usize].value == *value);
            let own = space.and(ends, &own);
            let wrong = self.unlike(&own, value)?;
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
        Ok(None)
    }

    /// States of a set whose goals are not these rewards.
    fn unlike(&self, set: &Bdd, value: &Value) -> Result<Option<Bdd>, VerifyError> {
        let space = self.conditions.space;
        let Value::Rewards(rewards) = value else {
            return Ok((!set.is_false()).then(|| set.clone()));
        };
        for (role, &reward) in RoleId::all(rewards.len()).zip(rewards) {
            let mut without = set.clone();
            for (goal, node) in self.game.goals(role) {
                let right = matches!(goal, GoalValue::Integer(it) if 2 * i64::from(*it) == reward);
                let with = self.conditions.inside(set, *node)?;
                if right {
                    without = space.minus(&without, &with);
                } else if !with.is_false() {
                    return Ok(Some(with));
                }
            }
            if !without.is_false() {
                return Ok(Some(without));
            }
        }
        Ok(None)
    }
}
