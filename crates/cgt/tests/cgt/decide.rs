//! Outcomes of sums that are too large to be brought into canonical form.

use cgt::{Dyadic, GameId, Games, Knobs, Outcome, decide};

use crate::notation::read;

fn outcome(parts: &[&str]) -> Outcome {
    let mut games = Games::new(Knobs::default());
    let parts: Vec<GameId> = parts.iter().map(|text| read(&mut games, text)).collect();
    decide(&mut games, &parts).unwrap()
}

#[test]
fn switches_are_taken_by_their_size() {
    assert_eq!(outcome(&[]), Outcome::P);
    assert_eq!(outcome(&["±1", "±1"]), Outcome::P);
    assert_eq!(outcome(&["±1", "±2"]), Outcome::N);
    assert_eq!(outcome(&["±3", "±2", "1/2"]), Outcome::N);
    assert_eq!(outcome(&["±3", "±2", "1"]), Outcome::L);
    assert_eq!(outcome(&["±3", "±2", "2"]), Outcome::L);
    // 5 − 4 + 3 − 2 = 2 for who starts.
    assert_eq!(outcome(&["±5", "±4", "±3", "±2", "-2"]), Outcome::R);
    assert_eq!(outcome(&["±5", "±4", "±3", "±2", "-2*"]), Outcome::N);
    assert_eq!(outcome(&["±5", "±4", "±3", "±2", "-1"]), Outcome::N);
}

#[test]
fn infinitesimals_decide_what_is_level() {
    assert_eq!(outcome(&["^", "*"]), Outcome::N);
    assert_eq!(outcome(&["^", "^", "*"]), Outcome::L);
    assert_eq!(
        outcome(&["^", "Miny(1)", "Miny(2)", "Miny(1/2)"]),
        Outcome::L
    );
    assert_eq!(outcome(&["Tiny(2)", "Tiny(2)", "Miny(1)"]), Outcome::R);
    assert_eq!(outcome(&["{1|0}", "{1|0}", "-1"]), Outcome::P);
    assert_eq!(outcome(&["{1|0}", "{1|0}", "-1", "v"]), Outcome::R);
}

#[test]
fn forty_hot_parts_are_decided_where_their_sum_is_enormous() {
    let knobs = Knobs {
        games: 30_000,
        work: 3_000_000,
        ..Knobs::default()
    };
    let mut games = Games::new(knobs);
    let mut parts = Vec::new();
    for size in 1..=40_i64 {
        let [top, middle, low] =
            [2 * size, size, -size].map(|n| games.number(Dyadic::integer(n)).unwrap());
        let threat = games.of_options(&[middle], &[low]).unwrap();
        parts.push(games.of_options(&[top], &[threat]).unwrap());
    }
    assert_eq!(decide(&mut games, &parts).unwrap(), Outcome::L);
}
