//! Who hastens: how a mover chooses among moves that keep the rewards.
//!
//! Each state belongs to a role that may have several legal moves there. If they all
//! lead to one state, nobody has a choice; then hastening and delaying are the same, so
//! it does not matter whose state it is.

use game::{RoleId, Value};

use super::contest::Contest;

/// How the mover chooses among successors of the state's own outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The nearest to the end.
    Hasten,
    /// The farthest from it.
    Delay,
    /// States of this outcome have no distance.
    Unnumbered,
}

impl Pace {
    /// The pace of a role in its states of this value, if play always ends.
    pub fn acyclic(value: &Value, role: RoleId, draws: bool) -> Self {
        match Two::of(value, role) {
            Some(Two::Draw) if !draws => Pace::Unnumbered,
            Some(Two::Behind) => Pace::Delay,
            _ => Pace::Hasten,
        }
    }
}

/// Which states have distances, and by which paces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paces {
    /// Play always ends; whether draws have distances.
    Acyclic { draws: bool },
    /// Play can be infinite, and all values are exact.
    Exact,
    /// Play can be infinite, and values are forced.
    Forced,
    /// No state but terminal ones has a distance.
    None,
}

impl Paces {
    /// The pace of a role in its states of this outcome. With it, each state has a
    /// finite distance unless it is unnumbered: docs/semantics.md says why.
    pub fn of(self, contest: &Contest, role: RoleId, outcome: usize) -> Pace {
        let value = &contest.values()[outcome];
        let infinite = contest.infinite;
        match self {
            Paces::None => Pace::Unnumbered,
            Paces::Acyclic { draws } => Pace::acyclic(value, role, draws),
            Paces::Exact if infinite == Some(outcome) => Pace::Unnumbered,
            Paces::Exact => {
                let place = |it| contest.place(role, it);
                match infinite.is_some_and(|infinite| place(outcome) > place(infinite)) {
                    true => Pace::Delay,
                    false => Pace::Hasten,
                }
            }
            Paces::Forced => match Two::of(value, role) {
                Some(Two::Draw) if infinite == Some(outcome) => Pace::Unnumbered,
                Some(Two::Behind) if contest.place(role, outcome) != 0 => Pace::Delay,
                _ => Pace::Hasten,
            },
        }
    }
}

/// How a role stands compared with the only other one.
enum Two {
    Ahead,
    Draw,
    Behind,
}

impl Two {
    fn of(value: &Value, role: RoleId) -> Option<Two> {
        let Value::Rewards(rewards) = value else {
            return None;
        };
        let mut others = RoleId::all(rewards.role_count()).filter(|&other| other != role);
        let (other, None) = (others.next()?, others.next()) else {
            return None;
        };
        Some(match rewards[role].cmp(&rewards[other]) {
            std::cmp::Ordering::Greater => Two::Ahead,
            std::cmp::Ordering::Equal => Two::Draw,
            std::cmp::Ordering::Less => Two::Behind,
        })
    }
}
