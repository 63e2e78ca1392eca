//! Cyclic games whose roles' orders are not opposed: forced labels, and what
//! each role can guarantee.

use game::{Model, Warning};

use crate::board::{Board, end, turn};
use crate::tell::{best, buckets, solved, summary, told, with_infinite};

/// 50/50 is y's best and 60/40 x's; infinite play gives nobody anything. In 1
/// and 2 each would like the other to end the game.
fn chicken() -> Board {
    Board::new(
        2,
        vec![
            turn(0, &[1, 4]),
            turn(0, &[2, 5]),
            turn(1, &[1, 6]),
            turn(1, &[1, 5]),
            turn(0, &[3, 6]),
            end(&[50, 50]),
            end(&[60, 40]),
        ],
    )
}

#[test]
fn only_forced_states_are_labelled() {
    let board = chicken();
    let table = solved(&board, &with_infinite(Model::Own, &[0, 0]));
    // y can have its best in 3, x its best in 4, so x goes there in 0. The
    // value of 1 hangs on that of 2 and the other way round.
    let all: Vec<_> = (0..5).map(|node| told(&table, node)).collect();
    assert_eq!(
        all,
        [
            "60/40 in 2",
            "unresolved",
            "unresolved",
            "50/50 in 1",
            "60/40 in 1"
        ]
    );
    assert_eq!(
        (best(&board, &table, 0), best(&board, &table, 1)),
        ("b".into(), String::new())
    );
    let solution = summary(&board, &table);
    assert_eq!(solution.unresolved, 2);
    assert_eq!(buckets(&solution), "60/40:3 50/50:2");
    assert_eq!(solution.initial.line, ["b", "b"]);
    let (unresolved, states) = (2, 7);
    let warning = Warning::Unresolved { unresolved, states };
    assert_eq!(solution.warnings, [warning]);
}

#[test]
fn guaranteed_resolves_every_state() {
    let board = chicken();
    let table = solved(&board, &with_infinite(Model::Guaranteed, &[0, 0]));
    // In 1 and 2 x can always fall back on 50 and y on 40. In 4 x can have
    // 60; y is then held to 40.
    let all: Vec<_> = (0..5).map(|node| told(&table, node)).collect();
    assert_eq!(all, ["60/40", "50/40", "50/40", "50/50", "60/40"]);
    // Going to 2 keeps x's 50 in 1, but does not come nearer to them.
    assert_eq!(best(&board, &table, 1), "b");
    assert_eq!(best(&board, &table, 2), "b");
    assert!(table.warnings().is_empty());
}

#[test]
fn an_unresolved_start_has_no_best_moves() {
    let board = Board::new(
        2,
        vec![
            turn(0, &[1, 2]),
            turn(1, &[0, 3]),
            end(&[50, 50]),
            end(&[60, 40]),
        ],
    );
    let table = solved(&board, &with_infinite(Model::Own, &[0, 0]));
    let initial = summary(&board, &table).initial;
    assert_eq!(told(&table, 0), "unresolved");
    assert!(initial.best_moves.is_empty() && initial.line.is_empty());
}

#[test]
fn a_forced_loser_delays() {
    // y's best is 90/90, out of its reach in 0: both ways are labelled 100/0,
    // and 2 is the longer one. 4 makes the game cyclic, 5 general-sum.
    let board = Board::new(
        2,
        vec![
            turn(1, &[1, 2]),
            end(&[100, 0]),
            turn(0, &[3, 5, 4]),
            turn(1, &[1]),
            turn(0, &[4]),
            end(&[90, 90]),
        ],
    );
    let table = solved(&board, &with_infinite(Model::Own, &[10, 10]));
    assert_eq!(
        (told(&table, 2), told(&table, 0)),
        ("100/0 in 2".into(), "100/0 in 3".into())
    );
    assert_eq!(best(&board, &table, 0), "b");
    assert_eq!(told(&table, 4), "unresolved");
}

#[test]
fn a_drawn_top_outcome_is_hastened() {
    // 90/90 is the best for both: neither waits, though nobody is ahead.
    let board = Board::new(2, vec![turn(1, &[1, 2]), turn(0, &[0, 2]), end(&[90, 90])]);
    let table = solved(&board, &with_infinite(Model::Own, &[10, 10]));
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("90/90 in 1".into(), "90/90 in 1".into())
    );
}

#[test]
fn who_is_behind_still_hastens_its_own_best_outcome() {
    // 40/60 is the best that x can have, so it does not put it off.
    let board = Board::new(2, vec![turn(0, &[1, 2]), turn(1, &[0, 2]), end(&[40, 60])]);
    let table = solved(&board, &with_infinite(Model::Own, &[10, 10]));
    assert_eq!(told(&table, 0), "40/60 in 1");
    assert_eq!(best(&board, &table, 0), "b");
}

#[test]
fn a_draw_worth_infinite_play_has_no_distance() {
    let board = Board::new(
        2,
        vec![
            turn(1, &[1, 2]),
            turn(0, &[0, 2]),
            end(&[90, 90]),
            end(&[10, 10]),
        ],
    );
    let table = solved(&board, &with_infinite(Model::Own, &[90, 90]));
    assert_eq!(
        (told(&table, 0), told(&table, 2)),
        ("90/90".into(), "90/90 in 0".into())
    );
}

#[test]
fn three_roles_on_a_cycle_are_labelled_where_forced() {
    // z can have its best in 2 at once; x and y go round for ever or give way.
    let board = Board::new(
        3,
        vec![
            turn(0, &[1, 3]),
            turn(1, &[0, 2]),
            turn(2, &[4, 0]),
            end(&[10, 50, 0]),
            end(&[50, 10, 100]),
        ],
    );
    let table = solved(&board, &with_infinite(Model::Own, &[0, 20, 0]));
    assert_eq!(told(&table, 2), "50/10/100 in 1");
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("unresolved".into(), "unresolved".into())
    );
    // Alone against the others x gets 10 by leaving, y 20 by never ending.
    let table = solved(&board, &with_infinite(Model::Guaranteed, &[0, 20, 0]));
    assert_eq!(told(&table, 0), "10/20/0");
}
