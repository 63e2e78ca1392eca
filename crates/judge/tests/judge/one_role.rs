//! Puzzles: one role, which cannot be forced to stop.

use game::{Model, Obstacle, Value};
use judge::JudgeError;

use crate::board::{Board, end, turn};
use crate::tell::{best, buckets, options, refused, solved, summary, told, with_infinite};

#[test]
fn a_trap_is_worth_less_than_every_reward() {
    // From 2 only 2 can be reached; even a reward of 0 is better.
    let board = Board::new(
        1,
        vec![turn(0, &[1, 2]), turn(0, &[0, 3]), turn(0, &[2]), end(&[0])],
    );
    let table = solved(&board, &options(Model::Own));
    assert_eq!(
        (told(&table, 0), told(&table, 2)),
        ("0 in 2".into(), "infinite".into())
    );
    let solution = summary(&board, &table);
    assert_eq!(buckets(&solution), "0:3 infinite:1");
    assert_eq!(solution.infinite, Some(Value::Infinite));
    assert_eq!(solution.initial.line, ["a", "b"]);
}

#[test]
fn a_better_reward_goes_before_a_shorter_way() {
    let board = Board::new(
        1,
        vec![turn(0, &[1, 2]), end(&[50]), turn(0, &[0, 3]), end(&[80])],
    );
    let table = solved(&board, &options(Model::Own));
    assert_eq!(
        (told(&table, 0), best(&board, &table, 0)),
        ("80 in 2".into(), "b".into())
    );
}

#[test]
fn among_equal_rewards_the_shorter_way_goes_first() {
    let board = Board::new(1, vec![turn(0, &[1, 2]), turn(0, &[0, 2]), end(&[80])]);
    let table = solved(&board, &options(Model::Own));
    assert_eq!(
        (told(&table, 0), best(&board, &table, 0)),
        ("80 in 1".into(), "b".into())
    );
}

#[test]
fn a_puzzle_without_an_end_is_infinite() {
    let board = Board::new(1, vec![turn(0, &[0, 1]), turn(0, &[0])]);
    let table = solved(&board, &options(Model::Own));
    let solution = summary(&board, &table);
    assert_eq!(buckets(&solution), "infinite:2");
    assert_eq!(solution.initial.best_moves, ["a", "b"]);
    // The line stops where it repeats.
    assert_eq!(solution.initial.line, ["a"]);
}

#[test]
fn all_models_are_own() {
    let board = Board::new(1, vec![turn(0, &[1, 2]), end(&[50]), turn(0, &[1])]);
    for model in [Model::Own, Model::Difference, Model::Guaranteed] {
        let table = solved(&board, &options(model));
        assert_eq!(table.model(), Model::Own);
        assert_eq!(told(&table, 0), "50 in 1");
    }
}

#[test]
fn the_worth_of_infinite_play_cannot_be_given() {
    let board = Board::new(1, vec![turn(0, &[0])]);
    let error = refused(&board, &with_infinite(Model::Own, &[10]));
    assert!(matches!(
        error,
        JudgeError::Obstacle(Obstacle::InfiniteForOneRole)
    ));
}

#[test]
fn a_long_line_is_cut() {
    let mut nodes: Vec<_> = (1..=300).map(|next| turn(0, &[next])).collect();
    nodes.push(end(&[100]));
    let board = Board::new(1, nodes);
    let table = solved(&board, &options(Model::Own));
    assert_eq!(told(&table, 0), "100 in 300");
    assert_eq!(summary(&board, &table).initial.line, ["a"; 200]);
}
