//! What is found on known games.

use analysis::{Facts, Family, families};
use ground::GroundGame;
use testkit::{ground_game, library_rules, load};

use crate::enumerate::facts_of;

fn library_game(name: &str) -> (GroundGame, Facts) {
    library_game_with(name, &[])
}

fn library_game_with(name: &str, settings: &[(&str, &str)]) -> (GroundGame, Facts) {
    let game = ground_game(&library_rules(name, settings));
    let facts = facts_of(&game);
    (game, facts)
}

#[test]
fn a_cell_has_one_content() {
    let (game, facts) = library_game("tic-tac-toe");
    let families = families(&game, &facts.groups);
    let cells = families.iter().find(|it| it.example == "(cell 1 1 *)");
    let cells = cells.unwrap();
    assert_eq!((cells.count, cells.exactly_one), (9, true));
    assert_eq!(cells.values, ["blank", "o", "x"]);
    assert_eq!(facts.bits(), 9 * 2 + 1);
    assert!(facts.turn.unwrap().alternating);
    assert!(facts.progress.unwrap().is_incremental());
}

#[test]
fn a_tile_is_in_one_place_and_a_place_has_one_tile() {
    let (game, facts) = library_game("sliding-puzzle");
    let families = families(&game, &facts.groups);
    assert_eq!(families.iter().map(|it| it.count).sum::<usize>(), 18);
    assert_eq!(facts.bits(), 9 * 4);
    assert!(facts.progress.is_none());
}

#[test]
fn one_of_a_pair_is_told_by_the_other() {
    let (_, facts) = library_game("peg-solitaire");
    assert_eq!(facts.duplicates.len(), 33);
    assert_eq!(facts.bits(), 33);
}

/// What is found of heaps of these sizes.
fn heaps(sizes: &str) -> (Family, Facts) {
    let (game, facts) = library_game_with("nim", &[("heaps", sizes)]);
    let mut families = families(&game, &facts.groups).into_iter();
    let heaps = families.find(|it| it.example == "(heap 1 *)");
    (heaps.unwrap(), facts)
}

/// From any of 31 sizes to any below it, by either of two roles.
#[test]
fn a_large_heap_has_one_size() {
    let (heaps, facts) = heaps("30,30,30");
    assert_eq!((heaps.count, heaps.exactly_one), (3, true));
    assert_eq!(heaps.values.len(), 31);
    assert!(!facts.exhausted);
}

/// From any of 301 sizes to any below it: 45,000 ways for each of two roles. Few
/// conflicts, since that needs no search; and few guesses remain that two heaps
/// never have the same size.
#[test]
fn very_large_heaps_have_one_size_without_search() {
    let (heaps, facts) = heaps("300,300");
    assert_eq!((heaps.count, heaps.exactly_one), (2, true));
    assert_eq!(facts.bits(), 9 + 9 + 1);
    assert!(!facts.exhausted);
    assert!(facts.work.0 < 1000, "{} conflicts", facts.work.0);
}

/// A value that moves write without reading it, and one that stays unless it is
/// written: separated by the moves first, then by the value.
#[test]
fn a_value_that_is_overwritten_is_one() {
    let mut text = "(role r) (init (v 0)) (goal r 0) (legal r wait)
        (<= (legal r (set ?x)) (number ?x)) (<= (next (v ?x)) (does r (set ?x)))
        (<= (next (v ?x)) (true (v ?x)) (does r wait)) (<= terminal (true (v 99)))\n"
        .to_owned();
    for number in 0..100 {
        text.push_str(&format!("(number {number})\n"));
    }
    let facts = facts_of(&ground_game(&load(text)));
    assert_eq!((facts.groups.len(), facts.bits()), (1, 7));
    assert!(facts.groups[0].exactly_one);
}

/// A board as propositions without any structure: cells that are free or taken
/// by one of two.
#[test]
fn groups_are_found_without_terms() {
    let mut text = "(role x) (role o) (init turn-x) (goal x 50) (goal o 50)
        (<= terminal (not (true f1)) (not (true f2)) (not (true f3)))
        (<= (next turn-o) (true turn-x)) (<= (next turn-x) (true turn-o))
        (<= (legal x wait) (true turn-o)) (<= (legal o wait) (true turn-x))\n"
        .to_owned();
    for cell in 1..=3 {
        text.push_str(&format!(
            "(init f{cell}) (<= (next f{cell}) (true f{cell}) "
        ));
        text.push_str(&format!(
            "(not (does x take{cell})) (not (does o take{cell})))\n"
        ));
        for role in ["x", "o"] {
            text.push_str(&format!(
                "(<= (legal {role} take{cell}) (true f{cell}) (true turn-{role}))
                 (<= (next {role}{cell}) (does {role} take{cell}))
                 (<= (next {role}{cell}) (true {role}{cell}))\n"
            ));
        }
    }
    let facts = facts_of(&ground_game(&load(text)));
    assert_eq!(facts.bits(), 3 * 2 + 1);
    assert!(facts.turn.unwrap().alternating);
}
