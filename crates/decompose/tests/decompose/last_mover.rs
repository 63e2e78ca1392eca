//! Every state of a game whose last mover wins or loses.

use decompose::Knobs;

use crate::whole_games::{agrees, by_parts, by_parts_with, start};

fn agrees_on(name: &str, settings: &[(&str, &str)]) -> usize {
    let rules = testkit::library_rules(name, settings);
    let (game, solved) = by_parts(&rules).unwrap();
    agrees(game, &solved)
}

/// The number of states, by parts alone.
fn states(name: &str, settings: &[(&str, &str)]) -> Option<u128> {
    let rules = testkit::library_rules(name, settings);
    let (_, solved) = by_parts(&rules).unwrap();
    solved.census().map(|it| it.states)
}

#[test]
fn states_are_counted_without_listing_them() {
    assert_eq!(states("nim", &[("heaps", "1,5,4,2")]), Some(344));
    let eight = [("heaps", "100,100,100,100,100,100,100,100")];
    assert_eq!(
        states("nim", &eight),
        Some(2 * 101_u128.pow(8) - 2_u128.pow(8))
    );
    assert_eq!(states("domineering", &[]), None);
}

#[test]
fn nim_and_subtraction_games() {
    assert_eq!(agrees_on("nim", &[]), 344);
    agrees_on("nim", &[("heaps", "3,4,5"), ("misere", "true")]);
    agrees_on("single-row-nim", &[("misere", "true")]);
    agrees_on("single-row-nim", &[]);
    agrees_on("subtraction", &[]);
}

#[test]
fn rows_that_fall_apart() {
    agrees_on("kayles", &[]);
    agrees_on("dawsons-kayles", &[]);
}

/// Rows that split have wild positions: their quotient tells who wins all sums.
#[test]
fn wild_rows_under_misere_play() {
    for (name, pins) in [("kayles", "10"), ("dawsons-kayles", "13")] {
        let rules = testkit::library_rules(name, &[("pins", pins), ("misere", "true")]);
        for rules in [testkit::obfuscated(&rules, 3), rules] {
            let (game, solved) = by_parts_with(&rules, in_pieces()).unwrap();
            let summary = solved.summary(&start(&game)).unwrap();
            // Plambeck and Siegel's quotients, proven anew in the crate `cgt`.
            assert!(name != "kayles" || summary.quotient == Some(18));
            assert!(summary.quotient.is_some() && summary.worth.outcome.is_some());
            agrees(game, &solved);
        }
    }
}

/// With listed states the quotient counts them by what they are worth, too.
#[test]
fn wild_sums_are_counted() {
    let settings = [("pins", "8"), ("misere", "true")];
    let rules = testkit::library_rules("kayles", &settings);
    let (game, solved) = by_parts(&rules).unwrap();
    assert!(solved.summary(&start(&game)).unwrap().quotient.is_some());
    assert!(solved.census().is_some());
    agrees(game, &solved);
}

/// Where no quotient is found, sums are searched.
#[test]
fn without_quotients_sums_are_searched() {
    let rules = testkit::library_rules("kayles", &[("pins", "9"), ("misere", "true")]);
    let knobs = Knobs {
        misere_work: 0,
        ..in_pieces()
    };
    let (game, solved) = by_parts_with(&rules, knobs).unwrap();
    assert_eq!(solved.summary(&start(&game)).unwrap().quotient, None);
    agrees(game, &solved);
}

#[test]
fn boards_in_pieces() {
    for (name, settings) in [
        ("kayles", [("pins", "11"), ("misere", "false")]),
        ("domineering", [("rows", "3"), ("columns", "4")]),
        ("clobber", [("rows", "2"), ("columns", "4")]),
    ] {
        let rules = testkit::library_rules(name, &settings);
        let (game, solved) = by_parts_with(&rules, in_pieces()).unwrap();
        assert_eq!(solved.census(), None);
        agrees(game, &solved);
    }
}

fn in_pieces() -> Knobs {
    Knobs {
        small_part: 0,
        ..Knobs::default()
    }
}

#[test]
fn partizan_boards() {
    agrees_on("domineering", &[("rows", "3"), ("columns", "4")]);
    agrees_on("clobber", &[("rows", "2"), ("columns", "4")]);
}
