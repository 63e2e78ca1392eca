//! What is known of a game before it is searched.
//!
//! In: a task. Out: which rewards can occur, whether the roles are opposed, and
//! the orders of the duels.

use game::{Model, Options, Reward, Rewards, RoleId, Value, shared_worth};
use packed::Packing;

use super::ends::{combinations, rewards_of};
use super::excerpt::Beyond;
use super::ranks::Ranks;
use crate::knobs::Knobs;
use crate::task::Task;

/// What is known before the search.
pub(super) struct Setup {
    pub start: ground::BitState,
    pub options: Options,
    pub roles: usize,
    /// The combinations of rewards that can occur, if they are not too many.
    pub possible: Option<Vec<Rewards>>,
    /// The rewards that each role may get.
    pub rewards: Vec<Vec<Reward>>,
    /// Whether it is proven that no state can be reached again.
    pub always_ends: bool,
    pub stop: game::Stop,
    pub table_bytes: u64,
    /// How states are keys of a solution file.
    pub knobs: Knobs,
    pub packing: Packing,
}

impl Setup {
    pub fn new(task: &Task<'_>, options: &Options) -> Self {
        let game = task.game.game();
        let roles = game.roles().len();
        let mut options = options.clone();
        options.model = options.model.among(roles);
        Setup {
            start: task.start.clone(),
            options,
            roles,
            possible: combinations(game, &task.facts.groups, task.knobs.max_combinations),
            rewards: RoleId::all(roles)
                .map(|role| rewards_of(game, role))
                .collect(),
            always_ends: task.facts.always_ends(),
            stop: task.stop.clone(),
            table_bytes: task.memory / 4 * 3,
            knobs: task.knobs,
            packing: Packing::new(game, task.facts.partition()),
        }
    }

    pub fn possible(&self) -> &[Rewards] {
        self.possible.as_deref().unwrap_or_default()
    }

    /// Whether two roles' orders are known to be opposed, by a model.
    pub fn is_opposed(&self, model: Model) -> bool {
        let Some(mut all) = self.possible.clone().filter(|_| self.roles == 2) else {
            return false;
        };
        // If a cycle is possible, infinite play is one of the outcomes; a
        // role's own guarantee does not depend on it once it is forced.
        if !self.always_ends && model != Model::Guaranteed {
            all.extend(self.options.infinite.clone());
        }
        are_opposed(all, model)
    }

    /// The orders of the duels, and whether one determines everything; `None`
    /// where backward induction does not reduce to duels.
    pub fn orders(&self) -> Option<(Vec<Ranks>, bool)> {
        let (first, model) = (RoleId::new(0), self.options.model);
        let own = |role: RoleId| Ranks::own(&self.rewards[role.index()], role);
        match (model, self.is_opposed(model)) {
            (Model::Guaranteed, true) => Some((vec![own(first)?], true)),
            (Model::Guaranteed, false) => {
                let orders: Option<Vec<Ranks>> = RoleId::all(self.roles).map(own).collect();
                Some((orders?, false))
            }
            (_, true) => Some((vec![Ranks::whole(self.possible(), model, first)?], true)),
            (_, false) => None,
        }
    }

    /// Whether play can go on for ever, if that is known in advance.
    pub fn cyclic(&self) -> Option<bool> {
        self.always_ends.then_some(false)
    }

    /// What unvisited states count as, at worst and at best; `None` where that
    /// has no meaning.
    pub fn beyond(&self, worth: &Rewards) -> Option<[Beyond; 2]> {
        let model = self.options.model;
        let mut all = self.possible.clone()?;
        all.push(worth.clone());
        if model == Model::Guaranteed {
            return Beyond::each(&all);
        }
        // A repeated combination is no contradiction.
        (self.roles == 2 && are_opposed(all.clone(), model)).then_some(())?;
        let first = RoleId::new(0);
        let compare = |a: &&Rewards, b: &&Rewards| model.compare(first, a, b);
        let worst = all.iter().min_by(compare)?;
        let best = all.iter().max_by(compare)?;
        Some([worst, best].map(|it| Beyond::of(it, worth)))
    }

    /// What infinite play is worth, if that is known.
    pub fn worth(&self) -> Option<Rewards> {
        let given = self.options.infinite.clone();
        given.or_else(|| shared_worth(self.possible()))
    }
}

fn are_opposed(all: Vec<Rewards>, model: Model) -> bool {
    let values: Vec<Value> = all.into_iter().map(Value::Rewards).collect();
    model.opposes(&values)
}
