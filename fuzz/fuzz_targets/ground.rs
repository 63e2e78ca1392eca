//! Any text: if it is a game, grounding it does not panic, however the rules are
//! rewritten on the way, and what comes out is played as the interpreter plays
//! it.
#![no_main]

use std::time::Duration;

use game::Stop;
use gdl::{Interpreter, Rules, Source};
use ground::{GroundGame, Rewriting, Simulator};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use testkit::Lockstep;
use zermelo_fuzz::{deadline, mutate::mutate};

const INSTANCES: u64 = 20_000;
const TERM_DEPTH: u32 = 20;
const LOCKSTEP: Lockstep = Lockstep {
    playouts: 3,
    moves: 6,
    time: Duration::from_secs(5),
};

const REWRITINGS: [(Rewriting, Rewriting); 4] = [
    (Rewriting::WhenLarge, Rewriting::WhenLarge),
    (Rewriting::Always, Rewriting::Never),
    (Rewriting::Never, Rewriting::Always),
    (Rewriting::Always, Rewriting::Always),
];

fuzz_target!(|bytes: &[u8]| {
    let Some(rules) = gdl::load(&Source::new("fuzz", bytes), None).rules else {
        return;
    };
    let stop = deadline::after(Duration::from_secs(5));
    let mut budget = gdl::Budget::new(stop.clone());
    (budget.instances, budget.term_depth) = (INSTANCES, TERM_DEPTH);
    let Ok(mut plain) = Interpreter::new(&rules, budget) else {
        return;
    };
    for rewriting in REWRITINGS {
        check(&rules, &mut plain, rewriting, &stop);
    }
});

fn check(
    rules: &Rules,
    plain: &mut Interpreter,
    (projection, demand): (Rewriting, Rewriting),
    stop: &Stop,
) {
    let mut budget = ground::Budget::new(stop.clone());
    (budget.instances, budget.term_depth) = (INSTANCES, TERM_DEPTH);
    (budget.projection, budget.demand) = (projection, demand);
    // What has no ground form is told; there is nothing to compare.
    let Ok(game) = GroundGame::new(rules, &budget) else {
        return;
    };
    let mut fast = Simulator::new(game);
    // Where the interpreter gives up there is nothing to compare with.
    let _ = LOCKSTEP.compare("fuzz", plain, &mut fast);
}

// Bytes alone seldom make a game of a game: most changes are made to clauses.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed.is_multiple_of(8) {
        return fuzzer_mutate(data, size, max_size);
    }
    match mutate(&data[..size], u64::from(seed)) {
        Some(text) if text.len() <= max_size => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
