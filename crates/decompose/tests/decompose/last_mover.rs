//! Every state of a game whose last mover wins or loses.

use crate::whole_games::{agrees, by_parts};

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

#[test]
fn partizan_boards() {
    agrees_on("domineering", &[("rows", "3"), ("columns", "4")]);
    agrees_on("clobber", &[("rows", "2"), ("columns", "4")]);
}
