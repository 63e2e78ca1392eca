//! Threshold attractors: the exact values of games in which one side wants
//! more and the other less, and play may never end.
//!
//! In: a level for each terminal state and for infinite play, and who
//! maximises. Out: the level of each state, and its rank inside the attractor.
//! Not here: what levels stand for (`exact.rs`, `security.rs`).

use game::RoleId;

use crate::distance::Distance;
use crate::{Arena, StateId};

/// A game of one side against the other.
pub(crate) struct Contest<'a> {
    pub(crate) arena: &'a Arena,
    /// For each level its terminal states; the greater level is better for the
    /// maximising side.
    pub(crate) terminals: Vec<Vec<StateId>>,
    /// The level of infinite play; on acyclic games a level above all others,
    /// which no state then has.
    pub(crate) infinite: usize,
    /// The only role that maximises. All others minimise.
    pub(crate) maximiser: RoleId,
}

/// The levels of the states of a [`Contest`].
pub(crate) struct Levels {
    /// The level of each state.
    pub(crate) level: Vec<u32>,
    /// The number of moves in which the side that prefers the level to infinite
    /// play forces it; `None` where play need not end.
    pub(crate) rank: Vec<Option<Distance>>,
}

impl Contest<'_> {
    /// Finds each state's level, in time linear in the arrows.
    ///
    /// Below infinite play the minimising side must force the end, above it the
    /// maximising side; a side that only wants infinite play or its equal just
    /// stays out of the other's attractor. The attractor of a threshold
    /// contains that of the next harsher one, so both sides grow one attractor
    /// from their best level on, and a state's level is that at which it
    /// joined. No state joins both: from there each side would force the end on
    /// its own side of infinite play.
    pub(crate) fn levels(&self) -> Levels {
        let states = self.arena.len();
        let mut levels = Levels {
            level: vec![self.infinite as u32; states],
            rank: vec![None; states],
        };
        let count = self.terminals.len();
        self.attract(&mut levels, false, 0..self.infinite.min(count));
        self.attract(&mut levels, true, (self.infinite + 1..count).rev());
        for &end in self.terminals.get(self.infinite).into_iter().flatten() {
            levels.rank[end.index()] = Some(Distance::ZERO);
        }
        levels
    }

    /// Grows one side's attractor over `order`, its best level first.
    fn attract(&self, levels: &mut Levels, maximising: bool, order: impl Iterator<Item = usize>) {
        let mut waits = self.waits(maximising);
        let mut next = Vec::new();
        for level in order {
            let mut joined = self.terminals[level].clone();
            let mut rank = Distance::ZERO;
            while !joined.is_empty() {
                for to in joined.drain(..) {
                    levels.level[to.index()] = level as u32;
                    levels.rank[to.index()] = Some(rank);
                    for &id in self.arena.predecessors(to) {
                        let wait = &mut waits[id.index()];
                        if *wait == 1 {
                            next.push(id);
                        }
                        *wait = wait.saturating_sub(1);
                    }
                }
                std::mem::swap(&mut joined, &mut next);
                rank = rank.farther();
            }
        }
    }

    /// How many successors of each state must join before it joins: one where
    /// the side chooses, all where the other does.
    fn waits(&self, maximising: bool) -> Vec<u32> {
        let mut waits = self.arena.degrees();
        for (id, wait) in self.arena.vertices.ids().zip(&mut waits) {
            if let Some(mover) = self.arena.vertices.mover(id)
                && (mover == self.maximiser) == maximising
            {
                *wait = 1;
            }
        }
        waits
    }
}
