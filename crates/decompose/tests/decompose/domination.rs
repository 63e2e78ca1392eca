//! Where the published comparison of move sequences removes the only good move, and what the
//! product makes of the same games.
//!
//! The comparison (Zhao, Schiffel, Thielscher 2009, section 4) looks at each part alone: a move
//! goes if the sequences that it begins are matched by those of another move: same turns, at
//! least the same concepts at the end. Each game below has one move that keeps the value, and
//! the comparison removes just that one.

use game::{Model, Rewards, Stop, Value};

use crate::product::{compare, split};
use crate::random_sums::{INTERLEAVED, TURNS};
use crate::whole_games::start;

/// A sequence of moves in a part: who moves, and which concepts hold at the end.
type Line = (&'static str, &'static [&'static str]);

/// Whether each concept that holds after `one` holds after `other`.
fn is_matched(one: Line, other: Line, concepts: &[&str]) -> bool {
    let holds = |line: Line, concept: &str| line.1.contains(&concept);
    let kept = |it: &&str| !holds(one, it) || holds(other, it);
    one.0 == other.0 && concepts.iter().all(kept)
}

/// Whether the published comparison removes a move because of another one, by the sequences
/// that they begin. `goals` are the concepts of each goal value and of the end of play, best
/// value first.
fn is_removed(one: &[Line], other: &[Line], goals: &[&[&str]]) -> bool {
    let matched = |goal: &&[&str]| {
        let mut lines = one.iter();
        lines.all(|&a| other.iter().any(|&b| is_matched(a, b, goal)))
    };
    let strongly = |goal: &&[&str]| {
        let more = |a: Line, b: Line| is_matched(a, b, goal) && !is_matched(b, a, goal);
        let mut lines = one.iter();
        matched(goal) && lines.any(|&a| other.iter().any(|&b| more(a, b)))
    };
    let best = (0..goals.len()).find(|&it| strongly(&goals[it]));
    goals.iter().all(&matched) || best.is_some_and(|it| goals[..it].iter().all(matched))
}

/// Compares the product of a sum of two tokens with the judge, also without dominated moves:
/// what the first role gets is `points`.
fn is_worth(rules: &str, points: i32) {
    let sheet = format!(
        "(role a) (role b) (init (at 0 start)) (init (at 1 start))
        (<= (allowed ?i ?s ?t) (edge ?i ?r ?s ?t)) {INTERLEAVED} {TURNS} {rules}
        (<= (goal b 100) (goal a 0)) (<= (goal b 50) (goal a 50)) (<= (goal b 0) (goal a 100))"
    );
    let (game, found) = split(&testkit::load(sheet));
    let start = start(&game);
    let found = found.unwrap();
    let reduced = found.without_dominated(Model::Difference).unwrap();
    let options = testkit::options(Model::Difference, None);
    let reduced = reduced.solve(&options, &Stop::new()).unwrap();
    let expected = Value::Rewards(Rewards::from_points(&[points, 100 - points]));
    assert_eq!(reduced.value(&start).unwrap().0, &expected);
    let whole = found.clone().solve(&options, &Stop::new()).unwrap();
    assert_eq!(whole.value(&start).unwrap().0, &expected);
    compare(game, found).unwrap();
}

/// To quit makes the end of play true, which counts as good; after `stay` the opponent must
/// hand over the prize.
#[test]
fn an_end_that_holds_is_not_good() {
    let goals: &[&[&str]] = &[&["over"]];
    assert!(is_removed(&[("a", &[])], &[("a", &["over"])], goals));
    is_worth(
        "(edge 0 a start stay) (edge 0 a start quit) (edge 1 b start prize)
        (edge 1 b start gift) (<= prize (true (at 1 prize))) (<= prize (true (at 1 gift)))
        (<= terminal (true (at 0 quit)))
        (<= (goal a 100) prize) (<= (goal a 0) (not prize))",
        100,
    );
}

/// A half of what the best value needs is preferred to all that the second best needs.
#[test]
fn a_part_of_the_best_goal_is_not_better_than_a_sure_second() {
    let goals: &[&[&str]] = &[&["x", "y"], &["z"]];
    assert!(is_removed(&[("a", &["z"])], &[("a", &["x"])], goals));
    is_worth(
        "(edge 0 a start x) (edge 0 a start z) (edge 1 b start y) (edge 1 b start n)
        (<= (goal a 100) (true (at 0 x)) (true (at 1 y)))
        (<= (goal a 50) (true (at 0 z)))
        (<= (goal a 0) (not (true (at 0 z))) (not (true (at 1 y))))
        (<= (goal a 0) (true (at 0 start)))",
        50,
    );
}

/// Of the sequences of the better move those count that the opponent would not choose.
#[test]
fn the_opponent_chooses_its_replies() {
    let goals: &[&[&str]] = &[&["good", "more"], &["good"]];
    let sure: &[Line] = &[("ab", &["good"]), ("ab", &["good"])];
    let risk: &[Line] = &[("ab", &["good", "more"]), ("ab", &[])];
    assert!(is_removed(sure, risk, goals));
    is_worth(
        "(edge 0 a start sure) (edge 0 a start risk)
        (edge 0 b sure good) (edge 0 b sure fine) (edge 0 b risk best) (edge 0 b risk bad)
        (edge 1 a start end) (edge 1 a start stop)
        (<= (goal a 100) (true (at 0 best)))
        (<= (goal a 50) half) (<= half (true (at 0 good))) (<= half (true (at 0 fine)))
        (<= (goal a 0) (not half) (not (true (at 0 best))))",
        50,
    );
}

/// After the other move the part looks the same, but the opponent can still spoil it.
#[test]
fn further_turns_of_the_other_move_matter() {
    let goals: &[&[&str]] = &[&["done", "good"], &["done"]];
    let safe: &[Line] = &[("a", &["done", "good"])];
    let open: &[Line] = &[("a", &["done", "good"]), ("ab", &["done"])];
    assert!(is_removed(safe, open, goals));
    is_worth(
        "(edge 0 a start safe) (edge 0 a start open) (edge 0 b open spoiled)
        (edge 1 a start end) (edge 1 a start stop)
        (<= done (true (at 0 safe))) (<= done (true (at 0 open))) (<= done (true (at 0 spoiled)))
        (<= late (true (at 1 end))) (<= late (true (at 1 stop)))
        (<= terminal done late)
        (<= good (true (at 0 safe))) (<= good (true (at 0 open)))
        (<= (goal a 100) good) (<= (goal a 0) (not good))",
        100,
    );
}
