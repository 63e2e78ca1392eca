//! Security values: what each role can force against all others together.
//!
//! In: a graph and what infinite play is worth. Out: for each role the levels
//! of its own contest, and for each state the vector of them.

use game::{Reward, Rewards, RoleId, Value};
use rustc_hash::FxHashMap;

use crate::attract::{Contest, Levels};
use crate::outcome::OutcomeId;
use crate::{Arena, StateId};

/// What every role can force, state by state.
pub(crate) struct Security {
    by_role: Vec<RoleSecurity>,
}

/// One role against all others.
struct RoleSecurity {
    /// The rewards that the levels stand for, smallest first.
    rewards: Vec<Reward>,
    infinite: usize,
    levels: Levels,
}

impl Security {
    /// Plays every role against all others; `infinite` is what infinite play
    /// is worth, `None` on acyclic games.
    pub(crate) fn new(arena: &Arena, role_count: usize, infinite: Option<&Rewards>) -> Self {
        let by_role = RoleId::all(role_count)
            .map(|role| RoleSecurity::new(arena, role, infinite))
            .collect();
        Security { by_role }
    }

    /// The different vectors of security values, and which each state has.
    pub(crate) fn labels(&self, state_count: usize) -> (Vec<Value>, Vec<Option<OutcomeId>>) {
        let mut known = FxHashMap::default();
        let mut values = Vec::new();
        let mut label = |state| {
            let vector = Rewards::new(self.by_role.iter().map(|role| role.reward(state)));
            let label = known.entry(vector).or_insert_with_key(|vector| {
                values.push(Value::Rewards(vector.clone()));
                OutcomeId::new(values.len() - 1)
            });
            Some(*label)
        };
        let labels = (0..state_count).map(&mut label).collect();
        (values, labels)
    }

    /// Whether a move of `mover` keeps what it can force.
    ///
    /// Where that is more than infinite play gives, the move must also come
    /// nearer to the end: otherwise the mover could keep its prospects for ever
    /// without ever reaching them.
    pub(crate) fn keeps(&self, mover: RoleId, from: StateId, to: StateId) -> bool {
        let own = &self.by_role[mover.index()];
        let (from, to) = (from.index(), to.index());
        let level = own.levels.level[from];
        own.levels.level[to] == level
            && (level as usize <= own.infinite || own.levels.rank[to] < own.levels.rank[from])
    }
}

impl RoleSecurity {
    fn new(arena: &Arena, role: RoleId, infinite: Option<&Rewards>) -> Self {
        let rewards = ladder(arena, role, infinite);
        let infinite = match infinite {
            Some(worth) => level_of(&rewards, worth[role]),
            None => rewards.len(),
        };
        let mut terminals = vec![Vec::new(); rewards.len()];
        for id in arena.vertices.ids() {
            if let Some(end) = arena.vertices.outcome(id) {
                let end = &arena.outcomes[end.index()];
                terminals[level_of(&rewards, end[role])].push(id);
            }
        }
        let contest = Contest {
            arena,
            terminals,
            infinite,
            maximiser: role,
        };
        RoleSecurity {
            infinite,
            levels: contest.levels(),
            rewards,
        }
    }

    fn reward(&self, state: usize) -> Reward {
        self.rewards[self.levels.level[state] as usize]
    }
}

/// The role's distinct rewards, including infinite play's.
fn ladder(arena: &Arena, role: RoleId, infinite: Option<&Rewards>) -> Vec<Reward> {
    let vectors = arena.outcomes.iter().chain(infinite);
    let mut rewards: Vec<Reward> = vectors.map(|vector| vector[role]).collect();
    rewards.sort_unstable();
    rewards.dedup();
    rewards
}

fn level_of(rewards: &[Reward], reward: Reward) -> usize {
    rewards
        .binary_search(&reward)
        .expect("the ladder has every reward of the role")
}
