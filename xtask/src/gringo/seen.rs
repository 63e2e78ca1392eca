//! What is seen in some random games: it does hold, and what is seen in every
//! state may well hold always.

use std::collections::BTreeSet;

use game::{Playable, Stop};
use gdl::Rules;
use ground::{Budget, GroundGame, Simulator};
use testkit::SplitMix64;

use super::bound::Bound;
use crate::outcome::Outcome;

/// How many games are played, and for how many moves.
const PLAYOUTS: usize = 50;
const MOVES: usize = 200;

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The fluents that held and the moves that were legal in some state.
    pub sometimes: Bound,
    /// The fluents that held in every state.
    pub always: BTreeSet<String>,
}

/// Plays at random.
///
/// # Errors
///
/// When the rules cannot be made ground.
pub fn seen(rules: &Rules) -> Outcome<Seen> {
    let mut game = Simulator::new(GroundGame::new(rules, &Budget::new(Stop::new()))?);
    let start = game.initial()?;
    let mut seen = Seen {
        sometimes: Bound::default(),
        always: game.fluents(&start).into_iter().collect(),
    };
    let mut random = SplitMix64::new(1);
    for _ in 0..PLAYOUTS {
        play(&mut game, &mut random, &mut seen)?;
    }
    Ok(seen)
}

fn play(game: &mut Simulator, random: &mut SplitMix64, seen: &mut Seen) -> Outcome<()> {
    let mut state = game.initial()?;
    for _ in 0..MOVES {
        let fluents: BTreeSet<String> = game.fluents(&state).into_iter().collect();
        seen.always.retain(|fluent| fluents.contains(fluent));
        seen.sometimes.fluents.extend(fluents);
        if game.is_terminal(&state)? {
            break;
        }
        let legal = game.legal_moves(&state)?;
        for (role, moves) in game.roles().iter().zip(&legal) {
            let named = moves
                .iter()
                .map(|mov| format!("{role} {}", game.move_text(mov)));
            seen.sometimes.moves.extend(named);
        }
        if legal.iter().any(Vec::is_empty) {
            break;
        }
        let joint: Vec<_> = legal.iter().map(|moves| *random.pick(moves)).collect();
        state = game.successor(&state, &joint)?;
    }
    Ok(())
}
