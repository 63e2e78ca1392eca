//! Which moves, by their names, are mistakes most often and cost most.

use game::{Count, RoleId};
use rustc_hash::FxHashMap;

use crate::position::{Judgement, Position};

/// How many moves are told of.
const TOLD: usize = 10;

/// A move, over all states in which its role may choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The role.
    pub role: RoleId,
    /// The move in KIF.
    pub text: String,
    /// In how many states it may be chosen, and is judged.
    pub states: Count,
    /// In how many of these it is a mistake.
    pub mistakes: Count,
    /// What these cost together, in half points.
    pub half_points: Count,
}

/// All moves of a game by role and name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    roles: Vec<FxHashMap<String, NamedMove>>,
}

impl Names {
    /// For a game with so many roles.
    pub fn new(roles: usize) -> Self {
        Names {
            roles: vec![FxHashMap::default(); roles],
        }
    }

    /// Adds the moves of a state.
    pub fn add(&mut self, position: &Position) {
        let Some(mover) = position.mover else { return };
        let known = &mut self.roles[mover.index()];
        for choice in &position.moves {
            if choice.judgement == Judgement::Unjudged {
                continue;
            }
            let named = match known.get_mut(&choice.text) {
                Some(named) => named,
                None => known
                    .entry(choice.text.clone())
                    .or_insert_with_key(|text| NamedMove::new(mover, text.clone())),
            };
            named.add(choice.judgement);
        }
    }

    /// The moves that cost most in all, most first; none that is never a mistake.
    pub fn costliest(self) -> Vec<NamedMove> {
        let all = self.roles.into_iter().flat_map(FxHashMap::into_values);
        let mut all: Vec<NamedMove> = all.filter(|it| it.mistakes > 0).collect();
        let key = |it: &NamedMove| (it.half_points, it.mistakes);
        all.sort_by(|a, b| {
            let names = (a.role, &a.text).cmp(&(b.role, &b.text));
            key(b).cmp(&key(a)).then(names)
        });
        all.truncate(TOLD);
        all
    }
}

impl NamedMove {
    fn new(role: RoleId, text: String) -> Self {
        NamedMove {
            role,
            text,
            states: 0,
            mistakes: 0,
            half_points: 0,
        }
    }

    fn add(&mut self, judgement: Judgement) {
        self.states += 1;
        if let Judgement::Mistake(cost) = judgement {
            self.mistakes += 1;
            let cost = cost.map_or(0, |cost| cost.half_points());
            self.half_points += Count::try_from(cost).unwrap_or(0);
        }
    }
}
