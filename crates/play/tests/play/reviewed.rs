//! Reviews find the mistakes that were put into matches, and no others.

use std::cmp::Ordering;

use game::Value;
use ground::BitState;
use judge::{Limits, Table};
use play::{Judgement, SolvedGame, State, choose, review};
use testkit::SplitMix64;

use super::{first, options, simulator, solved};

/// What the judge says of each move of a match.
#[derive(Debug, Default, PartialEq, Eq)]
struct Expected {
    mistakes: Vec<usize>,
    inaccuracies: Vec<usize>,
}

/// A match of perfect play with many random moves in between. The judge's table
/// says which of them are mistakes: the reviewer is not asked.
fn with_mistakes(
    solved: &SolvedGame,
    table: &Table<BitState>,
    random: &mut SplitMix64,
) -> (Vec<String>, Expected) {
    let (mut moves, mut expected) = (Vec::new(), Expected::default());
    let game = &mut simulator(solved);
    let start = solved.start().clone();
    let mut position = solved.position(&start).unwrap();
    while !position.terminal && moves.len() < 60 {
        let choice = match random.happens(2, 3) {
            true => random.pick(&position.moves),
            false => choose(solved, &position).unwrap().unwrap(),
        };
        let bits = |state: &State| state.bits().unwrap().clone();
        let (from, to) = (&bits(&position.state), &bits(&choice.next));
        if let Some(mover) = position.mover {
            let rewards = |state| match table.value(state) {
                Some(Value::Rewards(rewards)) => rewards,
                other => panic!("{other:?}"),
            };
            let id = table.graph().find(from).unwrap();
            let best = table.best_moves(game, id).unwrap();
            let goes_to = |(_, next): &(_, _)| table.graph().state(*next) == to;
            match table.model().compare(mover, rewards(to), rewards(from)) {
                Ordering::Less => expected.mistakes.push(moves.len()),
                _ if !best.iter().any(goes_to) => expected.inaccuracies.push(moves.len()),
                _ => {}
            }
        }
        moves.push(choice.text.clone());
        let next = choice.next.clone();
        position = solved.position(&next).unwrap();
    }
    (moves, expected)
}

#[test]
fn every_mistake_is_found_and_none_is_invented() {
    let mut random = SplitMix64::new(11);
    let (mut mistakes, mut inaccuracies) = (0, 0);
    for (name, settings) in [
        ("tic-tac-toe", &[][..]),
        ("nim", &[]),
        ("clobber", &["rows=3", "columns=3"]),
        ("mu-torere", &[]),
        ("chess-endgame", &["size=4"]),
    ] {
        let (_folder, solved) = solved(name, settings);
        let start = first(&solved);
        let (options, limits) = (options(), Limits::default());
        let game = &mut simulator(&solved);
        let table = judge::solve(game, start, &options, &limits, &mut |_| {}).unwrap();
        for _ in 0..20 {
            let (moves, expected) = with_mistakes(&solved, &table, &mut random);
            let review = review(&solved, &moves).unwrap();
            let mut found = Expected::default();
            for (at, played) in review.moves.iter().enumerate() {
                match played.judgement {
                    Judgement::Mistake(_) => found.mistakes.push(at),
                    Judgement::Inaccuracy => found.inaccuracies.push(at),
                    _ => {}
                }
            }
            assert_eq!(found, expected, "{name}");
            let summaries = review.summaries(solved.roles().len());
            let counted: u64 = summaries.iter().map(|it| it.mistakes).sum();
            assert_eq!(counted as usize, expected.mistakes.len());
            mistakes += expected.mistakes.len();
            inaccuracies += expected.inaccuracies.len();
        }
    }
    let shows = mistakes > 100 && inaccuracies > 100;
    assert!(
        shows,
        "{mistakes} and {inaccuracies} are too few to show anything"
    );
}

#[test]
fn a_move_that_cannot_be_made_is_named_by_its_number() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let moves = ["mark 1 1", "mark 1 1"].map(str::to_owned);
    let error = review(&solved, &moves).unwrap_err().to_string();
    assert!(error.starts_with("move 2: "), "{error}");
}

#[test]
fn points_lost_are_those_of_the_own_reward() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let moves = ["mark 1 1", "mark 1 2", "mark 2 2", "mark 3 3", "mark 2 1"];
    let review = review(&solved, &moves.map(str::to_owned)).unwrap();
    let words: Vec<&str> = review.moves.iter().map(|it| it.judgement.name()).collect();
    assert_eq!(words, ["best", "mistake", "best", "best", "best"]);
    let summaries = review.summaries(2);
    assert_eq!(summaries[1].lost.to_string(), "50");
    assert_eq!(summaries[0].perfect_rate(), Some(1.0));
    assert_eq!(review.end, None);
}
