//! Strategies for proptest: random small games of several shapes.
//!
//! Each position comes from a seed of its own, so that a failing game shrinks
//! by losing positions.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};

use crate::{GameShape, GraphGame, Position, SplitMix64, Style};

/// Most positions of a random game.
const MAX_POSITIONS: usize = 12;

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

/// The rules of a game of 3 to 27 positions, in any style.
pub fn drawn_game(shape: GameShape, random: &mut SplitMix64) -> String {
    let seeds: Vec<u64> = (0..3 + random.below(25)).map(|_| random.draw()).collect();
    let style = *random.pick(&Style::ALL);
    GraphGame::from_seeds(shape, &seeds).to_gdl(style)
}

/// A random game in which every move leads one layer further.
pub fn layered_game(seed: u64) -> GraphGame {
    let mut random = SplitMix64::new(seed);
    let roles = 1 + random.below(3);
    let widths: Vec<usize> = (0..2 + random.below(5))
        .map(|_| 1 + random.below(6))
        .collect();
    let mut positions = Vec::new();
    let mut end = 0;
    for (depth, &width) in [1].iter().chain(&widths).enumerate() {
        end += width;
        let below = widths.get(depth).copied().unwrap_or(0);
        for _ in 0..width {
            let ends = below == 0 || (depth > 0 && random.happens(1, 6));
            positions.push(match ends {
                true => Position::Terminal {
                    rewards: (0..roles).map(|_| random.below(4) as i32 * 25).collect(),
                },
                false => Position::Inner {
                    mover: Some(random.below(roles)),
                    arcs: (0..1 + random.below(4))
                        .map(|_| end + random.below(below))
                        .collect(),
                    idler: None,
                },
            });
        }
    }
    GraphGame { roles, positions }
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
