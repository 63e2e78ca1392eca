//! For tests: games, and states of them.

use analysis::Facts;
use game::{Playable, Stop};
use gdl::{Rules, Source};
use ground::{BitState, GroundGame, Simulator};
use testkit::SplitMix64;

/// The rules of a text.
pub(crate) fn load(text: &str) -> Rules {
    let loaded = gdl::load(&Source::new("test", text.as_bytes()), None);
    loaded.rules.unwrap()
}

/// A small game without loops, and what is proven of it.
pub(crate) fn prepare(rules: &Rules) -> Option<(GroundGame, Facts)> {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = 20_000;
    let game = GroundGame::new(rules, &budget).ok()?;
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    game.circuit().loops().is_empty().then_some((game, facts))
}

/// States of random games.
pub(crate) fn samples(game: &GroundGame, seed: u64) -> Vec<BitState> {
    let mut random = SplitMix64::new(seed);
    let mut simulator = Simulator::new(game.clone());
    let mut states = Vec::new();
    for _ in 0..10 {
        let Ok(mut state) = simulator.initial();
        for _ in 0..40 {
            states.push(state.clone());
            let Ok(over) = simulator.is_terminal(&state);
            let Ok(legal) = simulator.legal_moves(&state);
            if over || legal.iter().any(Vec::is_empty) {
                break;
            }
            let joint: Vec<_> = legal.iter().map(|it| *random.pick(it)).collect();
            let Ok(next) = simulator.successor(&state, &joint);
            state = next;
        }
    }
    states
}
