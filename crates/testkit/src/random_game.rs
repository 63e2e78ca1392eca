//! Strategies for proptest: random small games of several shapes.
//!
//! Each position comes from a seed of its own, so that a failing game shrinks
//! by losing positions.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};

use crate::GraphGame;

/// The most positions that a random game has.
const MAX_POSITIONS: usize = 12;

/// What kind of random game is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameShape {
    /// The number of roles, from 1 to 3.
    pub roles: usize,
    /// Whether the rewards of every terminal position add up to 100; only with
    /// two roles.
    pub constant_sum: bool,
    /// Whether no position can come up again.
    pub acyclic: bool,
}

/// A random game of any shape.
pub fn random_game() -> impl Strategy<Value = GraphGame> {
    let shape = (1..=3usize, any::<bool>(), any::<bool>());
    shape.prop_flat_map(|(roles, constant_sum, acyclic)| {
        random_game_of(GameShape {
            roles,
            constant_sum: constant_sum && roles == 2,
            acyclic,
        })
    })
}

/// A random game of one shape.
///
/// # Panics
///
/// When the shape has a constant sum but not two roles.
pub fn random_game_of(shape: GameShape) -> impl Strategy<Value = GraphGame> {
    assert!(
        shape.roles == 2 || !shape.constant_sum,
        "only games of two roles have a constant sum here"
    );
    let seeds = vec(any::<u64>(), 1..=MAX_POSITIONS);
    (Just(shape), seeds).prop_map(|(shape, seeds)| GraphGame::from_seeds(shape, &seeds))
}
