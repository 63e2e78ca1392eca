//! What the judge finds right, the checker does too, and it finds every state.

use std::io::Cursor;

use testkit::SplitMix64;
use verify::{Sample, SolutionFile};

use crate::decoded::{limits, verify};
use crate::games;

fn agree(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let random = &mut SplitMix64::new(seed);
        let solution = games::solution(random);
        let bytes = solution.bytes();
        let report = verify(&bytes, 1).unwrap_or_else(|it| panic!("seed {seed}: {it:?}"));
        assert_eq!(report.states, solution.states().len() as u128);
        assert_eq!(Some(report.terminals), solution.about.terminals);
        assert_eq!(report.cyclic, solution.about.terms.cyclic);
        let mut file = SolutionFile::open(Cursor::new(&bytes)).unwrap();
        let sample = Sample { states: 40, seed };
        let sampled = verify::verify_sample(&mut file, sample, &limits(1), &mut |_| {});
        let sampled = sampled.unwrap_or_else(|it| panic!("seed {seed}, sampled: {it:?}"));
        assert_eq!((sampled.checked, sampled.walked), (40, 20));
    }
}

#[test]
fn right_solutions_are_found_right() {
    agree(0..150);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn many_right_solutions_are_found_right() {
    agree(1000..6000);
}

#[test]
fn a_pass_over_sections_finds_the_same() {
    for seed in 0..100 {
        let solution = games::layered(&mut SplitMix64::new(seed));
        let found = solution.verify_in_layers();
        let found = found.unwrap_or_else(|it| panic!("seed {seed}: {it:?}"));
        assert_eq!(found, solution.verify().unwrap(), "seed {seed}");
    }
}

#[test]
fn a_pass_over_sections_refuses_moves_that_do_not_ascend() {
    let text = testkit::library_text("hanoi", &[("disks", "2")]);
    let random = &mut SplitMix64::new(1);
    let mut solution = crate::decoded::Decoded::solve(&text, game::Model::Own, false, random);
    for cyclic in [Some(true), None] {
        solution.about.terms.cyclic = cyclic;
        let found = solution.verify_in_layers();
        let refused = matches!(found, Err(verify::VerifyError::TooLarge { .. }));
        assert!(refused, "{found:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let text = testkit::library_text("clobber", &[("rows", "3"), ("columns", "4")]);
    let random = &mut SplitMix64::new(1);
    let solution = crate::decoded::Decoded::solve(&text, game::Model::Difference, false, random);
    let bytes = solution.bytes();
    assert_eq!(verify(&bytes, 1).unwrap(), verify(&bytes, 3).unwrap());
}

#[test]
fn a_solution_without_distances_is_checked_for_its_values() {
    for seed in 0..60 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::solution(random);
        for state in solution.states() {
            solution.outcome(&state).1 = None;
        }
        solution.distances = false;
        solution.about.terms.level = game::Level::Strong;
        let report = solution.verify();
        assert!(
            !report
                .unwrap_or_else(|it| panic!("seed {seed}: {it:?}"))
                .distances
        );
    }
}

/// The result by sets is that of the walk, except for what sets do not count.
fn agree_by_sets(solution: &crate::decoded::Decoded, seed: u64) {
    let found = solution.verify_by_sets();
    let found = found.unwrap_or_else(|it| panic!("seed {seed}: {it:?}"));
    let mut right = solution.verify().unwrap();
    (right.arrows, right.sets) = (None, found.sets);
    assert_eq!(found, right, "seed {seed}");
}

#[test]
fn sets_find_the_same() {
    for seed in 0..150 {
        agree_by_sets(&games::layered(&mut SplitMix64::new(seed)), seed);
        agree_by_sets(&games::ascending(&mut SplitMix64::new(seed)), seed);
    }
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn sets_find_the_same_in_many_games() {
    for seed in 1000..4000 {
        agree_by_sets(&games::layered(&mut SplitMix64::new(seed)), seed);
        agree_by_sets(&games::ascending(&mut SplitMix64::new(seed)), seed);
    }
}

#[test]
fn sets_find_the_same_without_distances() {
    for seed in 0..60 {
        let mut solution = games::ascending(&mut SplitMix64::new(seed));
        for state in solution.states() {
            solution.outcome(&state).1 = None;
        }
        solution.distances = false;
        solution.about.terms.level = game::Level::Strong;
        agree_by_sets(&solution, seed);
    }
}

#[test]
fn sets_refuse_moves_that_do_not_ascend() {
    for (name, settings) in [
        ("hanoi", &[("disks", "2")][..]),
        ("nim", &[("heaps", "1,2,2")]),
    ] {
        let text = testkit::library_text(name, settings);
        let random = &mut SplitMix64::new(1);
        let solution = crate::decoded::Decoded::solve(&text, game::Model::Own, false, random);
        let found = solution.in_sections(1, |_| 0).verify_by_sets();
        let refused = matches!(found, Err(verify::VerifyError::Unsuited { .. }));
        assert!(refused, "{name}: {found:?}");
    }
}
