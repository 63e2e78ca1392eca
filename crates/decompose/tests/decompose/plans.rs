//! Puzzles of one role, side by side and one after the other, by plans of their parts.

use std::fmt::Write;

use decompose::{Knobs, Plans};
use game::{Rewards, Stop, Value};
use gdl::Rules;
use ground::GroundGame;
use testkit::Corpus;

use crate::product::{compare, judged_within, split_with};
use crate::whole_games::start;

testkit::corpus_tests!(; slow: ships_one_after_the_other);

/// Discs that are turned, one at a time, by one step forward or two back; each has a mark to
/// be turned to. Play is over when all discs are, or when the player stops.
fn discs(count: usize, steps: usize, rules: &str) -> Rules {
    let mut text = "
        (role player)
        (<= (next (disc ?d ?q)) (true (disc ?d ?p)) (does player (turn ?d)) (after ?p ?q))
        (<= (next (disc ?d ?q)) (true (disc ?d ?p)) (does player (back ?d)) (after ?q ?r) (after ?r ?p))
        (<= (next (disc ?d ?p)) (true (disc ?d ?p)) (not (moved ?d)))
        (<= (moved ?d) (does player (turn ?d)))
        (<= (moved ?d) (does player (back ?d)))
        (<= (right ?d) (true (disc ?d ?p)) (mark ?d ?p))
        (<= some (disc ?d) (not (right ?d)))
        "
    .to_owned();
    text.push_str(rules);
    for step in 0..steps {
        writeln!(text, "(after {step} {})", (step + 1) % steps).unwrap();
    }
    for disc in 0..count {
        writeln!(text, "(disc {disc}) (init (disc {disc} 0))").unwrap();
        writeln!(text, "(mark {disc} {})", (disc + 2) % steps).unwrap();
    }
    testkit::load(text)
}

/// Any disc can be turned; each that is right counts.
const SIDE_BY_SIDE: &str = "
    (<= (legal player (turn ?d)) (disc ?d))
    (<= (legal player (back ?d)) (disc ?d))
    (<= terminal (not some))
    (goal player 100)
";

/// A disc is done with when it is right.
const EACH_ONCE: &str = "
    (<= (legal player (turn ?d)) (disc ?d) (not (right ?d)))
    (<= (legal player (back ?d)) (disc ?d) (not (right ?d)))
    (<= terminal (not some))
    (goal player 100)
";

/// A disc is done with when it is right; it can be turned if the one before it is done with.
const IN_A_ROW: &str = "
    (<= (legal player (turn ?d)) (free ?d) (not (right ?d)))
    (<= (legal player (back ?d)) (free ?d) (not (right ?d)))
    (<= (free 0) (disc 0))
    (<= (free 1) (right 0))
    (<= (free 2) (right 1))
    (<= terminal (not some))
    (<= (goal player 60) (not some))
";

/// Play is over when the first disc is right, and what counts is how many others are.
const IN_TIME: &str = "
    (<= (legal player (turn ?d)) (disc ?d))
    (<= (legal player (back ?d)) (disc ?d))
    (<= terminal (right 0))
    (<= (goal player 0) (not (right 1)))
    (<= (goal player 50) (right 1) (not (right 2)))
    (<= (goal player 100) (right 1) (right 2))
";

/// Rules that couple discs, and whether there are plans: where both discs are in one part.
const COUPLED: [(&str, bool, &str); 4] = [
    (
        "of the moves of a part some are open",
        false,
        "(<= (legal player (turn ?d)) (disc ?d))
         (<= (legal player (back 0)) (right 1))
         (<= (legal player (back ?d)) (disc ?d) (not (first ?d)))
         (first 0)
         (<= terminal (not some))
         (goal player 100)",
    ),
    (
        "a shared budget",
        false,
        "(<= (legal player (turn ?d)) (disc ?d) (not (true (coins 0))))
         (<= (legal player (back ?d)) (disc ?d) (not (true (coins 0))))
         (init (coins 4)) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
         (<= (next (coins ?y)) (true (coins ?x)) (less ?x ?y))
         (<= terminal (not some))
         (<= terminal (true (coins 0)))
         (<= (goal player 100) (not some))
         (<= (goal player 60) some (right 0))
         (<= (goal player 0) some (not (right 0)))",
    ),
    (
        "an effect that reads another part",
        true,
        "(<= (legal player (turn ?d)) (disc ?d))
         (<= (legal player (back ?d)) (disc ?d) (not (first ?d)))
         (first 0)
         (<= (legal player leap) (disc 0))
         (<= (moved 0) (does player leap))
         (<= (next (disc 0 ?q)) (does player leap) (right 1) (true (disc 0 ?p)) (after ?p ?q))
         (<= (next (disc 0 ?p)) (does player leap) (not (right 1)) (true (disc 0 ?p)))
         (<= terminal (not some))
         (goal player 100)",
    ),
    (
        "nothing may be left to do before the end",
        false,
        "(<= (legal player (turn 0)) (not (right 1)))
         (<= (legal player (turn ?d)) (disc ?d) (not (first ?d)) (not (right ?d)))
         (first 0)
         (<= terminal (not some))
         (goal player 100)",
    ),
];

/// The plans of a game.
fn plans(rules: &Rules) -> (GroundGame, Plans) {
    let (game, split) = split_with(rules, Knobs::default());
    let plans = split.unwrap().plan(&Stop::new()).unwrap();
    (game, plans.ok().unwrap())
}

/// Compares all states with the judge; how many there are.
fn agrees(rules: &Rules) -> usize {
    let (game, plans) = plans(rules);
    let table = judged_within(game, u64::MAX).unwrap();
    assert_eq!(table.is_cyclic(), plans.is_cyclic());
    for entry in table.iter() {
        assert_eq!(
            plans.value(entry.state),
            Some((entry.value, entry.distance))
        );
    }
    table.iter().count()
}

#[test]
fn puzzles_are_worth_what_the_judge_says() {
    for seed in 0..3 {
        let named = |rules: Rules| match seed {
            0 => rules,
            _ => testkit::obfuscated(&rules, seed),
        };
        assert_eq!(agrees(&named(discs(3, 5, SIDE_BY_SIDE))), 125);
        assert_eq!(agrees(&named(discs(3, 5, EACH_ONCE))), 125);
        assert_eq!(agrees(&named(discs(3, 5, IN_A_ROW))), 13);
        assert_eq!(agrees(&named(discs(3, 5, IN_TIME))), 125);
    }
}

/// What is said of them is right.
#[test]
fn coupled_puzzles_have_plans_only_where_a_part_has_both() {
    for (coupled, planned, rules) in COUPLED {
        let rules = discs(3, 5, rules);
        let (game, split) = split_with(&rules, Knobs::default());
        let Ok(split) = split else {
            assert!(!planned, "{coupled}");
            continue;
        };
        let plans = split.clone().plan(&Stop::new()).unwrap();
        assert_eq!(plans.is_ok(), planned, "{coupled}");
        compare(game, split).unwrap_or_else(|error| panic!("{coupled}: {error}"));
    }
}

/// 12 discs of 50 steps have 2·10²⁰ states.
#[test]
fn many_puzzles_take_the_sum_of_their_sizes() {
    let rules = discs(12, 50, EACH_ONCE);
    for rules in [&rules, &testkit::obfuscated(&rules, 1)] {
        let (game, plans) = plans(rules);
        // Disc d has d + 2 steps to go.
        let moves = (0..12).map(|disc| disc + 2).sum();
        let best = Value::Rewards(Rewards::from_points(&[100]));
        assert_eq!(plans.value(&start(&game)), Some((&best, Some(moves))));
        assert!(plans.is_cyclic());
    }
}

/// The second ship moves when the first has arrived or has run out of time.
fn ships_one_after_the_other(corpus: &Corpus) {
    for name in ["asteroidsSerial.kif", "asteroidsSerial__v1.kif"] {
        let sheet = corpus.games().into_iter().find(|it| it.name == name);
        let (game, plans) = plans(&testkit::load(sheet.unwrap().bytes));
        let best = Value::Rewards(Rewards::from_points(&[100]));
        assert_eq!(plans.value(&start(&game)), Some((&best, Some(20))));
    }
}
