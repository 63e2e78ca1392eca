//! Cyclic games of two roles whose orders are opposed: exact values.

use game::{Model, Value, Warning};

use crate::board::{Board, end, turn};
use crate::tell::{best, options, solved, summary, text, told, with_infinite};

/// Two states that lead to each other; leaving costs whoever leaves.
fn standoff(x_leaves: &[i32], y_leaves: &[i32]) -> Board {
    Board::new(
        2,
        vec![
            turn(0, &[1, 2]),
            turn(1, &[0, 3]),
            end(x_leaves),
            end(y_leaves),
        ],
    )
}

#[test]
fn wins_do_not_support_each_other_round_a_cycle() {
    // "0 is won because 1 is won, and 1 because 0 is" would hold locally; but
    // nobody can force the win.
    let board = standoff(&[0, 100], &[100, 0]);
    for model in [Model::Own, Model::Difference] {
        let table = solved(&board, &options(model));
        assert_eq!(
            (told(&table, 0), told(&table, 1)),
            ("50/50".into(), "50/50".into())
        );
        assert_eq!(best(&board, &table, 0), "a");
        let solution = summary(&board, &table);
        assert!(solution.cyclic);
        assert_eq!(
            solution.infinite.as_ref().map(text).as_deref(),
            Some("50/50")
        );
        assert_eq!(solution.initial.line, ["a", "a"]);
        assert_eq!(solution.unresolved, 0);
    }
}

#[test]
fn an_odd_constant_is_shared_in_halves() {
    let board = standoff(&[30, 45], &[75, 0]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("37.5/37.5".into(), "37.5/37.5".into())
    );
}

#[test]
fn a_given_worth_of_infinite_play_changes_the_result() {
    let board = standoff(&[30, 70], &[80, 20]);
    // 50/50: both stay. 20/80: x would rather leave for 30.
    assert_eq!(told(&solved(&board, &options(Model::Own)), 1), "50/50");
    let poor = solved(&board, &with_infinite(Model::Own, &[20, 80]));
    assert_eq!(
        (told(&poor, 0), told(&poor, 1)),
        ("30/70 in 1".into(), "30/70 in 2".into())
    );
    assert_eq!(
        (best(&board, &poor, 0), best(&board, &poor, 1)),
        ("b".into(), "a".into())
    );
}

#[test]
fn a_win_is_hastened_and_delayed_through_a_cycle() {
    // x wins in 1 at once; in 2 it goes to 1 rather than back to 0; y delays
    // by 2. Going round 0, 1, 0 would be a blunder of x only.
    let board = Board::new(
        2,
        vec![
            turn(1, &[1, 2]),
            turn(0, &[0, 3]),
            turn(0, &[0, 1]),
            end(&[100, 0]),
        ],
    );
    let table = solved(&board, &options(Model::Difference));
    let all: Vec<_> = (0..4).map(|node| told(&table, node)).collect();
    assert_eq!(
        all,
        ["100/0 in 3", "100/0 in 1", "100/0 in 2", "100/0 in 0"]
    );
    assert_eq!(best(&board, &table, 0), "b");
    assert_eq!(best(&board, &table, 2), "b");
    assert_eq!(summary(&board, &table).initial.line, ["b", "b", "b"]);
}

#[test]
fn a_leader_that_likes_infinite_play_better_delays() {
    // Infinite play gives x all. y would rather end with 20 and hastens,
    // though behind; x, though ahead, delays.
    let board = Board::new(2, vec![turn(0, &[1, 2]), turn(1, &[0, 2]), end(&[80, 20])]);
    let table = solved(&board, &with_infinite(Model::Own, &[100, 0]));
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("80/20 in 2".into(), "80/20 in 1".into())
    );
    assert_eq!(best(&board, &table, 0), "a");
}

#[test]
fn a_terminal_worth_as_much_as_infinite_play_gives_no_distance() {
    let board = Board::new(2, vec![turn(0, &[1, 2]), turn(1, &[0, 2]), end(&[50, 50])]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(
        (told(&table, 0), told(&table, 2)),
        ("50/50".into(), "50/50 in 0".into())
    );
    assert_eq!(best(&board, &table, 0), "ab");
}

#[test]
fn distances_of_draws_are_refused_with_a_warning() {
    let board = standoff(&[0, 100], &[100, 0]);
    let mut asked = options(Model::Difference);
    asked.draw_distances = true;
    let table = solved(&board, &asked);
    assert_eq!(told(&table, 0), "50/50");
    assert_eq!(table.warnings(), [Warning::IdleDrawDistances]);
}

#[test]
fn a_game_without_an_end_is_worth_infinite_play() {
    let board = Board::new(2, vec![turn(0, &[0, 1]), turn(1, &[0])]);
    let table = solved(&board, &with_infinite(Model::Own, &[5, 6]));
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("5/6".into(), "5/6".into())
    );
    assert!(matches!(table.infinite(), Some(Value::Rewards(_))));
}
