//! Local checks: a state's value against those of its successors.
//!
//! In: a mover and the values of the successors. Out: the value that the state
//! must have. This is necessary; where play can be cyclic, the ranks of
//! `rank.rs` are needed too.

use crate::labels::{Kind, Values};
use crate::order::Model;
use crate::value::Value;

impl Values {
    /// The value of a state with these successors: the best for its mover.
    /// `None` if a successor has no value although all must have one.
    pub fn best(&self, mover: Option<usize>, successors: &[u32]) -> Option<Value> {
        if self.model == Model::Guaranteed && self.roles > 1 {
            return self.secure(mover, successors);
        }
        let known = || successors.iter().filter(|&&it| !self.is_unresolved(it));
        let all_known = known().count() == successors.len();
        let best = match mover {
            Some(mover) => known().max_by_key(|&&value| self.rank(mover, value)),
            None => known().next(),
        };
        let forced = |best: u32| mover.is_some_and(|mover| self.is_top(mover, best));
        match (self.kind, best) {
            (_, Some(&best)) if all_known => Some(self.all[best as usize].clone()),
            // The others can still turn out better, unless this is the best
            // value.
            (Kind::Mixed, Some(&best)) if forced(best) => Some(self.all[best as usize].clone()),
            (Kind::Mixed, _) => Some(Value::Unresolved),
            _ => None,
        }
    }

    /// The same where each role is alone against all others: a mover takes the
    /// most for itself, and leaves each other role the least.
    fn secure(&self, mover: Option<usize>, successors: &[u32]) -> Option<Value> {
        let mut secure: Option<Box<[i64]>> = None;
        for &successor in successors {
            let Value::Rewards(rewards) = &self.all[successor as usize] else {
                return None;
            };
            match &mut secure {
                None => secure = Some(rewards.clone()),
                Some(secure) => {
                    let both = secure.iter_mut().zip(rewards).enumerate();
                    for (role, (known, &new)) in both {
                        *known = match Some(role) == mover {
                            true => new.max(*known),
                            false => new.min(*known),
                        };
                    }
                }
            }
        }
        secure.map(Value::Rewards)
    }
}

/// How a mover chooses among successors with the value of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The nearest to the end.
    Hasten,
    /// The farthest from it.
    Delay,
    /// There is no distance.
    None,
}

impl Values {
    /// The pace of a mover in a state of this value that is not terminal, by the
    /// table in `docs/semantics.md`. `draws` says whether draws have distances
    /// where play always ends.
    pub fn pace(&self, mover: Option<usize>, value: u32, draws: bool) -> Pace {
        if self.model == Model::Guaranteed && self.roles > 1 {
            return Pace::None;
        }
        let Value::Rewards(rewards) = &self.all[value as usize] else {
            return Pace::None;
        };
        let equal = matches!(**rewards, [one, other] if one == other);
        let never = match self.kind {
            Kind::Acyclic => equal && !draws,
            Kind::Mixed => equal && self.infinite == Some(value),
            _ => self.infinite == Some(value),
        };
        if never {
            return Pace::None;
        }
        let Some(mover) = mover else {
            return Pace::Hasten;
        };
        let behind = self.roles == 2 && rewards[mover] < rewards[1 - mover];
        let delays = match self.kind {
            Kind::Acyclic => behind,
            Kind::Mixed => behind && !self.is_top(mover, value),
            _ => {
                let infinite = self.infinite.map(|infinite| self.rank(mover, infinite));
                infinite > Some(self.rank(mover, value))
            }
        };
        match delays {
            true => Pace::Delay,
            false => Pace::Hasten,
        }
    }
}
