//! Sums drawn at random: what the product solves by parts is proven, listed or not.
//!
//! Each part is a token on a small graph without circles; some parts are lamps that go out
//! in pairs, so that they fall apart into pieces.

use std::fmt::Write;

use decompose::Knobs;
use game::Model;
use testkit::{SplitMix64, load};

use crate::sums::Sum;
use crate::sums_changed::{change_any, not_found};

const RULES: &str = "(role a) (role b) (init (control a))
    (<= (init (at ?part 0)) (part ?part)) (<= (init (lit ?lamp)) (lamp ?lamp))
    (<= (legal ?role (go ?part ?to)) (true (control ?role)) (can-go ?role ?part ?to))
    (<= (legal ?role (out ?one ?other)) (true (control ?role)) (can-put ?role ?one ?other))
    (<= (legal ?role noop) (role ?role) (not (true (control ?role))))
    (<= (can-go ?role ?part ?to) (true (at ?part ?from)) (edge ?part ?role ?from ?to))
    (<= (can-put ?role ?one ?other) (pair ?role ?one ?other) (true (lit ?one)) (true (lit ?other)))
    (<= (next (at ?part ?to)) (does ?role (go ?part ?to)))
    (<= (next (at ?part ?from)) (true (at ?part ?from)) (not (moved ?part)))
    (<= (moved ?part) (does ?role (go ?part ?to)))
    (<= (next (lit ?lamp)) (true (lit ?lamp)) (not (put ?lamp)))
    (<= (put ?one) (does ?role (out ?one ?other))) (<= (put ?other) (does ?role (out ?one ?other)))
    (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
    (<= (mobile ?role) (can-go ?role ?part ?to)) (<= (mobile ?role) (can-put ?role ?one ?other))
    (<= (stuck ?role) (true (control ?role)) (not (mobile ?role)))
    (<= terminal (stuck ?role))
    (lamp none) (part none) (edge none a 1 2) (pair a none nothing)\n";

fn sheet(random: &mut SplitMix64) -> String {
    let mut text = RULES.to_owned();
    let impartial = random.happens(1, 2);
    let (win, lose) = if random.happens(1, 2) {
        (75, 25)
    } else {
        (10, 100)
    };
    writeln!(text, "(<= (goal ?role {lose}) (stuck ?role))").unwrap();
    writeln!(
        text,
        "(<= (goal ?role {win}) (stuck ?other) (role ?role) (distinct ?role ?other))"
    )
    .unwrap();
    let roles = |random: &mut SplitMix64| match (impartial, random.below(3)) {
        (true, _) | (false, 0) => "ab",
        (false, 1) => "a",
        _ => "b",
    };
    for part in 0..random.below(4) {
        writeln!(text, "(part p{part})").unwrap();
        let places = 2 + random.below(5);
        for (from, to) in (0..places).flat_map(|from| (from + 1..places).map(move |to| (from, to)))
        {
            if random.happens(1, 2) {
                for role in roles(random).chars() {
                    writeln!(text, "(edge p{part} {role} {from} {to})").unwrap();
                }
            }
        }
    }
    let lamps = random.below(9);
    for lamp in 0..lamps {
        writeln!(text, "(lamp l{lamp})").unwrap();
        for other in 0..lamp {
            if random.happens(1, lamps) {
                for role in roles(random).chars() {
                    writeln!(text, "(pair {role} l{other} l{lamp})").unwrap();
                }
            }
        }
    }
    text
}

fn are_proven(seeds: std::ops::Range<u64>) -> usize {
    let mut solved = 0;
    for seed in seeds {
        let random = &mut SplitMix64::new(seed);
        let rules = load(sheet(random));
        let mut knobs = Knobs::default();
        if random.happens(1, 2) {
            (knobs.small_part, knobs.listed_states) = (1, 1);
        }
        let Some(sum) = Sum::try_solve(&rules, Model::Own, knobs) else {
            continue;
        };
        solved += 1;
        let found = sum.verify();
        assert!(
            found.is_ok(),
            "seed {seed}: {found:?}\n{}",
            sum.about.subject.rules
        );
        let found = sum.sample(20);
        assert!(found.is_ok(), "seed {seed}: {found:?}");
    }
    solved
}

#[test]
fn drawn_sums_are_proven() {
    assert!(are_proven(0..60) > 20);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn many_drawn_sums_are_proven() {
    assert!(are_proven(1000..3000) > 600);
}

/// Changes of drawn sums: what is not found says the same in another way.
fn changes_are_found(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let random = &mut SplitMix64::new(seed);
        let rules = load(sheet(random));
        let knobs = Knobs {
            small_part: 1,
            listed_states: random.below(2) * 100,
            ..Knobs::default()
        };
        let Some(sum) = Sum::try_solve(&rules, Model::Own, knobs) else {
            continue;
        };
        for _ in 0..8 {
            let mut changed = sum.clone();
            let (kind, what) = change_any(&mut changed.parts, random);
            if let Some(other) = not_found(&kind, changed.verify()) {
                panic!("seed {seed}, {what}: {other}");
            }
        }
    }
}

#[test]
fn changes_of_drawn_sums_are_found() {
    changes_are_found(5000..5040);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn many_changes_of_drawn_sums_are_found() {
    changes_are_found(6000..7500);
}
