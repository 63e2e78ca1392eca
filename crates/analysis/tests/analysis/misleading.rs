//! Games in which random play shows nothing of what can happen.
//!
//! Each has two fluents, `a` and `b`, that behave well until an event that random play
//! does not reach: a lock of 24 digits opens, or the 500th move is made.

use analysis::{Budget, Facts, analyse};
use game::Stop;
use ground::{FluentId, GroundGame};
use testkit::{ground_game, load};

use crate::enumerate::facts_of;

/// A lock of 24 binary digits, and after it the rules in `then`; a wrong digit resets
/// it. The two fluents change places with every digit.
fn lock(then: &str) -> GroundGame {
    let mut text = "(role r) (init (at 0)) (init a)
        (<= (legal r (dial 0))) (<= (legal r (dial 1)))
        (<= terminal (true over)) (goal r 0)
        (<= open (true (at 24)))
        (<= (next a) (true b) (not open)) (<= (next b) (true a) (not open))
        (<= (next over) open)
        (<= right (true (at ?n)) (digit ?n ?d) (does r (dial ?d)))
        (<= (next (at 0)) (not right))
        (<= (next (at ?m)) right (true (at ?n)) (succ ?n ?m))\n"
        .to_owned();
    for place in 0..24 {
        let digit = place * place % 5 % 2;
        text.push_str(&format!(
            "(digit {place} {digit}) (succ {place} {})\n",
            place + 1
        ));
    }
    ground_game(&load(text + then))
}

fn id(game: &GroundGame, name: &str) -> FluentId {
    let place = game.fluents().iter().position(|it| it == name).unwrap();
    game.fluent_ids().nth(place).unwrap()
}

fn has_group(facts: &Facts, game: &GroundGame, names: &[&str], exactly_one: bool) -> bool {
    let wanted: Vec<FluentId> = names.iter().map(|name| id(game, name)).collect();
    let fits = |group: &analysis::Group| {
        wanted.iter().all(|it| group.fluents.contains(it)) && (group.exactly_one || !exactly_one)
    };
    facts.groups.iter().any(fits)
}

#[test]
fn a_group_that_holds_is_found() {
    let game = lock("(<= (next a) open)");
    let facts = facts_of(&game);
    assert!(has_group(&facts, &game, &["a", "b"], true));
    assert!(has_group(&facts, &game, &["(at 0)", "(at 24)"], true));
}

#[test]
fn two_at_once_behind_a_lock_are_no_group() {
    let game = lock("(<= (next a) open) (<= (next b) open)");
    let facts = facts_of(&game);
    assert!(!has_group(&facts, &game, &["a", "b"], false));
    assert!(facts.duplicates.is_empty());
}

#[test]
fn none_behind_a_lock_is_not_exactly_one() {
    let game = lock("");
    let facts = facts_of(&game);
    assert!(!has_group(&facts, &game, &["a", "b"], true));
    assert!(has_group(&facts, &game, &["a", "b"], false));
}

#[test]
fn a_fluent_behind_a_lock_is_not_constant() {
    let game = lock("(<= (next treasure) open)");
    let facts = facts_of(&game);
    let treasure = id(&game, "treasure");
    assert!(facts.constants.iter().all(|(it, _)| *it != treasure));
}

/// 500 moves, and then the rules in `then`.
fn long_walk(then: &str) -> GroundGame {
    let mut text = "(role r) (role s) (init (step 0)) (init a) (init c)
        (<= (legal r go)) (<= (legal s go)) (goal r 0) (goal s 0)
        (<= late (true (step 500)))
        (<= (next a) (true b) (not late)) (<= (next b) (true a) (not late))
        (<= (next c) (true c) (not late))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
        .to_owned();
    for place in 0..500 {
        text.push_str(&format!("(succ {place} {})\n", place + 1));
    }
    ground_game(&load(text + then))
}

#[test]
fn a_counter_that_ends_with_the_game_is_found() {
    let game = long_walk("(<= terminal late)");
    let facts = facts_of(&game);
    assert_eq!(facts.step_counter.unwrap().chain.len(), 501);
    assert!(facts.progress.unwrap().is_proven());
}

#[test]
fn numbers_that_a_counter_does_not_come_to_are_no_harm() {
    let game = long_walk("(<= terminal (true (step 400)))");
    let facts = facts_of(&game);
    assert!(facts.constants.contains(&(id(&game, "(step 401)"), false)));
    assert_eq!(facts.step_counter.unwrap().chain.len(), 401);
}

#[test]
fn two_that_follow_one_late_are_no_group() {
    let fork = "(<= (next (step 7)) (true (step 490)))";
    let game = long_walk(&format!("{fork} (<= terminal late)"));
    let facts = facts_of(&game);
    assert!(!has_group(
        &facts,
        &game,
        &["(step 7)", "(step 491)"],
        false
    ));
    assert!(facts.step_counter.is_none());
}

#[test]
fn a_counter_that_begins_anew_counts_nothing() {
    let game = long_walk("(<= (next (step 0)) late) (<= (next a) late) (<= terminal (true never))");
    let facts = facts_of(&game);
    assert!(facts.step_counter.is_none());
    assert!(facts.progress.is_none_or(|progress| !progress.is_proven()));
}

#[test]
fn a_fluent_that_ends_late_is_not_constant() {
    let game = long_walk("(<= (next (step 0)) late) (<= terminal (true never))");
    let facts = facts_of(&game);
    let c = id(&game, "c");
    assert!(facts.constants.iter().all(|(it, _)| *it != c));
}

#[test]
fn a_second_mover_late_in_the_game_is_no_turn() {
    let moves = "(<= (legal r stay) (true a)) (<= (legal s stay) (true b))";
    let end = "(<= terminal late)";
    let fair = long_walk(&format!("{moves} {end}"));
    let turn = facts_of(&fair).turn.unwrap();
    assert!(turn.alternating);
    let unfair = long_walk(&format!(
        "{moves} {end} (<= (legal s stay) (true (step 498)))"
    ));
    let turn = facts_of(&unfair).turn;
    assert!(turn.is_none_or(|turn| turn.movers.len() > 2));
}

#[test]
fn without_budget_nothing_is_claimed() {
    let game = lock("(<= (next a) open)");
    let mut budget = Budget::new(Stop::new());
    budget.conflicts = 0;
    let facts = analyse(&game, &budget).unwrap();
    assert!(facts.exhausted);
    assert!(facts.groups.is_empty() && facts.constants.is_empty());
    assert_eq!(facts.bits(), game.fluents().len() as u64);
}

/// That `(w x)` and `(w y)` do not start to hold at once rests on `(v p)` and `(v q)`
/// not holding at once, which a code of 13 moves refutes. What rested on it must be
/// dropped with it.
#[test]
fn a_group_falls_with_what_leaves_out_its_alternatives() {
    let mut text = "(role r) (init (lock 0)) (init (w y)) (init (v p))
        (legal r a) (legal r b) (legal r c) (goal r 0)
        (<= right (true (lock ?i)) (does r ?m) (key ?i ?m ?j))
        (<= (next (lock ?j)) (true (lock ?i)) (does r ?m) (key ?i ?m ?j))
        (<= (next (lock 0)) (not right)) (<= event (true (lock 12)) (does r b))
        (<= (next (v p)) (does r a)) (<= (next (v q)) (does r b)) (<= (next (v p)) event)
        (<= (next (w x)) (does r b)) (<= (next (w y)) (does r a))
        (<= (next (w x)) (true (v p)) (true (v q)))
        (<= terminal (true (w x)) (true (w y)))\n"
        .to_owned();
    for (place, button) in "acbbcacbbcaab".chars().enumerate() {
        text.push_str(&format!("(key {place} {button} {})\n", place + 1));
    }
    let game = ground_game(&load(text));
    let facts = facts_of(&game);
    for pair in [["(v p)", "(v q)"], ["(w x)", "(w y)"]] {
        assert!(!has_group(&facts, &game, &pair, false), "{pair:?}");
    }
}
