//! A game given as an explicit graph: small enough to be solved by hand.
//!
//! In: one seed for each position, and a shape. Out: a [`GraphGame`].
//! Not here: how it is written in GDL, and proptest.

use crate::SplitMix64;

/// The rewards that occur: few, so that ties are common.
const REWARDS: [i32; 5] = [0, 25, 50, 75, 100];

/// What the two rewards of a constant-sum game add up to.
const SUM: i32 = 100;

/// A game whose positions are numbered; it starts at position 0.
///
/// Some position is terminal, but it need not be reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphGame {
    /// The number of roles.
    pub roles: usize,
    /// The positions.
    pub positions: Vec<Position>,
}

/// A position of a [`GraphGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// The game has ended.
    Terminal {
        /// What each role gets.
        rewards: Vec<i32>,
    },
    /// The game continues.
    Inner {
        /// The role whose move decides; `None` if there is only one arc.
        mover: Option<usize>,
        /// Where the mover's moves lead, move by move; two may lead to one
        /// position, or back to this one.
        arcs: Vec<usize>,
        /// A role other than the mover that has two moves which do the same.
        idler: Option<usize>,
    },
}

/// The kind of random game to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameShape {
    /// The number of roles, from 1 to 3.
    pub roles: usize,
    /// Whether the rewards of every terminal position add up to 100; only with
    /// two roles.
    pub constant_sum: bool,
    /// Whether no position can be reached again.
    pub acyclic: bool,
}

impl GameShape {
    /// One to three roles with any rewards; play always ends.
    pub fn ending(random: &mut SplitMix64) -> Self {
        GameShape {
            roles: 1 + random.below(3),
            constant_sum: false,
            acyclic: true,
        }
    }
}

impl GraphGame {
    /// Draws a game with a position for each seed; there must be at least one.
    ///
    /// The last position is always terminal.
    pub fn from_seeds(shape: GameShape, seeds: &[u64]) -> Self {
        let count = seeds.len();
        let draw = |(number, &seed): (usize, &u64)| {
            let mut random = SplitMix64::new(seed);
            match number + 1 == count || random.happens(1, 5) {
                true => draw_terminal(shape, &mut random),
                false => draw_inner(shape, number, count, &mut random),
            }
        };
        GraphGame {
            roles: shape.roles,
            positions: seeds.iter().enumerate().map(draw).collect(),
        }
    }
}

fn draw_terminal(shape: GameShape, random: &mut SplitMix64) -> Position {
    let mut rewards: Vec<i32> = (0..shape.roles).map(|_| *random.pick(&REWARDS)).collect();
    if shape.constant_sum {
        rewards[1] = SUM - rewards[0];
    }
    Position::Terminal { rewards }
}

fn draw_inner(shape: GameShape, number: usize, count: usize, random: &mut SplitMix64) -> Position {
    let mover = match random.happens(1, 6) {
        true => None,
        false => Some(random.below(shape.roles)),
    };
    let arc_count = mover.map_or(1, |_| 1 + random.below(4));
    let first = if shape.acyclic { number + 1 } else { 0 };
    let arcs = (0..arc_count).map(|_| first + random.below(count - first));
    let arcs = arcs.collect();
    let idler = random.happens(1, 4).then(|| random.below(shape.roles));
    Position::Inner {
        mover,
        arcs,
        idler: idler.filter(|&role| Some(role) != mover),
    }
}
