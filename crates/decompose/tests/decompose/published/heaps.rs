//! Subtraction games, and a sum of six different games at once.

use std::fmt::Write;

use super::{Solved, mex};
use testkit::SplitMix64;

/// The Grundy values of heaps, where `may(from, to)` says what may be left.
fn grundy(most: usize, may: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for from in 0..=most {
        let options = (0..from).filter(|&to| may(from, to));
        let value = mex(options.map(|to| values[to]));
        values.push(value);
    }
    values
}

/// Amounts, and the period of their Grundy values.
const SETS: [(&[usize], usize); 6] = [
    (&[1, 2, 3], 4),
    (&[1, 3, 4], 7),
    (&[2, 3], 5),
    (&[2, 4, 7], 3),
    (&[1, 4, 10, 11], 0),
    (&[3, 5, 6, 10, 13], 0),
];

#[test]
fn subtraction_games_to_200() {
    for (amounts, period) in SETS {
        let known = grundy(200, |from, to| amounts.contains(&(from - to)));
        let later = 100..=200 - period;
        assert!(later.into_iter().all(|it| known[it] == known[it + period]));
        let texts: Vec<String> = amounts.iter().map(usize::to_string).collect();
        let settings = [("objects", "200"), ("amounts", &texts.join(","))];
        let solved = Solved::library("subtraction", &settings);
        let mut asked = 0;
        for (objects, &value) in known.iter().enumerate() {
            let heap = format!("(heap {objects})");
            let state = solved.state(|it| it == heap || it == "(control first)");
            if let Some(summary) = solved.sum.summary(&state) {
                assert_eq!(summary.worth.nimber, Some(value), "{amounts:?} {objects}");
                asked += 1;
            }
        }
        assert!(asked > 150, "{asked}");
        let rules = testkit::library_rules("subtraction", &settings);
        let hidden = Solved::new(&testkit::obfuscated(&rules, 5));
        assert_eq!(hidden.start().worth.nimber, Some(known[200]));
    }
}

/// Four heaps and two rows of pins, each with moves of its own.
const RULES: &str = "
(role first) (role second)
(init (control first))
(<= (able (go ?h ?from ?to)) (true (heap ?h ?from)) (down ?h ?from ?to))
(<= (able (hit ?r ?a ?b)) (true (standing ?r ?a)) (true (standing ?r ?b)) (hits ?r ?a ?b))
(<= (legal ?role ?move) (true (control ?role)) (able ?move))
(<= (legal ?role wait) (role ?role) (not (true (control ?role))))
(<= (next (heap ?h ?to)) (does ?role (go ?h ?from ?to)))
(<= (next (heap ?h ?size)) (true (heap ?h ?size)) (not (changed ?h)))
(<= (changed ?h) (does ?role (go ?h ?from ?to)))
(<= (next (standing ?r ?a)) (true (standing ?r ?a)) (not (fallen ?r ?a)))
(<= (fallen ?r ?a) (does ?role (hit ?r ?a ?b)))
(<= (fallen ?r ?b) (does ?role (hit ?r ?a ?b)))
(<= (next (control first)) (true (control second)))
(<= (next (control second)) (true (control first)))
(<= some (able ?move))
(<= terminal (not some))
(<= (goal ?role 0) (true (control ?role)))
(<= (goal ?role 100) (role ?role) (not (true (control ?role))))
";

type May = fn(usize, usize) -> bool;

/// Any number; 1, 3 or 4; 2 or 5; at most half.
const HEAPS: [(usize, May); 4] = [
    (7, |_, _| true),
    (20, |from, to| [1, 3, 4].contains(&(from - to))),
    (16, |from, to| [2, 5].contains(&(from - to))),
    (18, |from, to| 2 * (from - to) <= from),
];

/// Kayles, Dawson's kayles: pins, and how many fall less one.
const ROWS: [(usize, &[usize]); 2] = [(9, &[0, 1]), (12, &[1])];

fn six_games() -> String {
    let mut text = RULES.to_owned();
    for (heap, (size, may)) in HEAPS.iter().enumerate() {
        writeln!(text, "(init (heap {heap} {size}))").unwrap();
        for from in 0..=*size {
            for to in (0..from).filter(|&to| may(from, to)) {
                writeln!(text, "(down {heap} {from} {to})").unwrap();
            }
        }
    }
    for (row, (pins, hits)) in ROWS.iter().enumerate() {
        for pin in 0..*pins {
            writeln!(text, "(init (standing {row} {pin}))").unwrap();
            for other in hits.iter().map(|hit| pin + hit).filter(|it| it < pins) {
                writeln!(text, "(hits {row} {pin} {other})").unwrap();
            }
        }
    }
    text
}

/// The value of a row with gaps.
fn row_value(pins: &[bool], hits: &[usize]) -> u32 {
    let options = (0..pins.len()).flat_map(|pin| hits.iter().map(move |hit| (pin, pin + hit)));
    let options = options.filter(|&(a, b)| b < pins.len() && pins[a] && pins[b]);
    let values = options.map(|(a, b)| {
        let mut after = pins.to_vec();
        after[a] = false;
        after[b] = false;
        let (left, right) = after.split_at(a);
        row_value(left, hits) ^ row_value(right, hits)
    });
    mex(values.collect::<Vec<u32>>())
}

#[test]
fn six_different_games_at_once() {
    let rules = testkit::load(six_games());
    let solved = Solved::new(&rules);
    let heaps = HEAPS.map(|(size, may)| grundy(size, may));
    let expected: Vec<u32> = heaps
        .iter()
        .map(|it| *it.last().unwrap())
        .chain(
            ROWS.iter()
                .map(|(pins, hits)| row_value(&vec![true; *pins], hits)),
        )
        .collect();
    let summary = solved.start();
    let mut found: Vec<u32> = summary
        .parts
        .iter()
        .filter_map(|it| it.worth.nimber)
        .collect();
    found.sort_unstable();
    let mut sorted = expected.clone();
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    let total = expected.iter().fold(0, |a, b| a ^ b);
    assert_eq!(summary.worth.nimber, Some(total));
    let hidden = Solved::new(&testkit::obfuscated(&rules, 11)).start();
    assert_eq!((hidden.parts.len(), hidden.worth.nimber), (6, Some(total)));
    random_positions(&solved, &heaps);
}

fn random_positions(solved: &Solved, heaps: &[Vec<u32>]) {
    let mut random = SplitMix64::new(1);
    let mut reached = 0;
    for _ in 0..2000 {
        let mut holds = vec!["(control second)".to_owned()];
        let mut expected = 0;
        for (heap, values) in heaps.iter().enumerate() {
            let size = random.below(values.len());
            holds.push(format!("(heap {heap} {size})"));
            expected ^= values[size];
        }
        for (row, (pins, hits)) in ROWS.iter().enumerate() {
            let standing: Vec<bool> = (0..*pins).map(|_| random.below(4) > 0).collect();
            let pins = standing.iter().enumerate().filter(|it| *it.1);
            holds.extend(pins.map(|(pin, _)| format!("(standing {row} {pin})")));
            expected ^= row_value(&standing, hits);
        }
        let state = solved.state(|it| holds.iter().any(|held| held == it));
        if let Some(summary) = solved.sum.summary(&state) {
            assert_eq!(summary.worth.nimber, Some(expected), "{holds:?}");
            reached += 1;
        }
    }
    assert!(reached > 100, "{reached}");
}
