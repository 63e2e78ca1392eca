//! Games with a rare event behind a lock, which random play does not see: every engine,
//! level and model tells what the judge tells, in files and in folders in which runs
//! are repeated, interrupted and mixed.
//!
//! In a program of its own: a process that other tests start would, for the moment
//! until it runs its own program, keep a folder locked that was closed here.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod engines;
mod subject;

use game::{Level, Model};
use testkit::SplitMix64;

use subject::{Refusal, Subject};

const MODELS: [Model; 3] = [Model::Difference, Model::Own, Model::Guaranteed];
const LEVELS: [Level; 2] = [Level::Strong, Level::UltraStrong];

/// Solves one game in every way.
fn check(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let subject = Subject::new(seed);
    let (model, level) = (*random.pick(&MODELS), *random.pick(&LEVELS));
    let options = subject.options(model, level, &mut random);
    engines::explicit_in_memory(&subject, &options);
    engines::explicit_in_a_folder(&subject, &mut random);
    engines::sets_in_a_folder(&subject, &mut random);
    engines::weak(&subject, &options);
    if random.happens(1, 4) {
        engines::every_algorithm(&subject, &options);
        engines::files(&subject, &options);
    }
}

fn check_all(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let result = std::panic::catch_unwind(|| check(seed));
        assert!(
            result.is_ok(),
            "seed {seed}:\n{}",
            testkit::locked_game(seed)
        );
    }
}

#[test]
fn rare_events_mislead_no_engine() {
    check_all(0..120);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn rare_events_mislead_no_engine_in_five_thousand_games() {
    check_all(1_000..6_000);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn rare_events_mislead_no_engine_in_five_thousand_others() {
    check_all(6_000..11_000);
}

/// The games are of all kinds: else the test would show little.
#[test]
fn games_with_locks_are_of_all_kinds() {
    let (mut guesses, mut cyclic, mut refused, mut solved) = (0, 0, 0, 0);
    for seed in 0..120 {
        let subject = Subject::new(seed);
        let progress = subject.facts.progress.as_ref();
        guesses += usize::from(progress.is_some_and(|it| !it.is_proven()));
        let options = subject.options(Model::Difference, Level::Strong, &mut SplitMix64::new(0));
        match subject.judged(&options) {
            Ok(solution) => {
                solved += 1;
                cyclic += usize::from(solution.cyclic);
            }
            Err(Refusal::Fault | Refusal::Simultaneous | Refusal::InfiniteNeeded) => refused += 1,
        }
    }
    let counts = [guesses, cyclic, refused, solved];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
