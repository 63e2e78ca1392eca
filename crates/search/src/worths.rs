//! The exact rewards of proven nodes: few vectors, each kept once.

use game::{Reward, Rewards};
use rustc_hash::FxHashMap;

/// The number of a vector of rewards; 0 stands for none.
pub(crate) type WorthId = u32;

/// No exact rewards.
pub(crate) const UNPROVEN: WorthId = 0;

/// All vectors of rewards that occurred.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worths {
    all: Vec<Worth>,
    ids: FxHashMap<Rewards, WorthId>,
}

/// A vector of rewards in two forms.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    pub rewards: Rewards,
    pub half_points: Box<[i64]>,
}

impl Worths {
    /// The number of these rewards.
    pub fn id(&mut self, rewards: Rewards) -> WorthId {
        if let Some(&id) = self.ids.get(&rewards) {
            return id;
        }
        self.all.push(Worth {
            half_points: rewards.iter().map(Reward::half_points).collect(),
            rewards: rewards.clone(),
        });
        let id = self.all.len() as WorthId;
        self.ids.insert(rewards, id);
        id
    }

    /// The number of rewards in half points.
    pub fn id_of(&mut self, half_points: &[i64]) -> WorthId {
        let found = self
            .all
            .iter()
            .position(|it| *it.half_points == *half_points);
        match found {
            Some(at) => at as WorthId + 1,
            None => {
                let rewards = half_points.iter().map(|&it| Reward::from_half_points(it));
                self.id(Rewards::new(rewards))
            }
        }
    }

    /// The rewards of a number that is not [`UNPROVEN`].
    pub fn get(&self, id: WorthId) -> &Worth {
        &self.all[id as usize - 1]
    }
}
