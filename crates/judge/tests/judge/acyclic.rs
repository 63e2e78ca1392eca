//! Games that always end.

use game::{Model, RoleId};

use crate::board::{Board, Node, end, turn};
use crate::tell::{best, buckets, options, solved, summary, told};

#[test]
fn a_terminal_start_is_a_game_of_one_state() {
    let board = Board::new(2, vec![end(&[30, 70])]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(told(&table, 0), "30/70 in 0");
    let solution = summary(&board, &table);
    assert_eq!((solution.states, solution.terminals), (1, 1));
    assert_eq!(solution.layers.len(), 1);
    assert_eq!(solution.initial.mover, None);
    assert!(solution.initial.best_moves.is_empty());
    assert!(solution.initial.line.is_empty());
    assert!(!solution.cyclic && solution.infinite.is_none());
}

#[test]
fn own_and_difference_choose_differently() {
    // 60 is more than 50, but a lead of 50 is more than one of -40.
    let board = Board::new(2, vec![turn(0, &[1, 2]), end(&[60, 100]), end(&[50, 0])]);
    let own = solved(&board, &options(Model::Own));
    assert_eq!(
        (told(&own, 0), best(&board, &own, 0)),
        ("60/100 in 1".into(), "a".into())
    );
    let difference = solved(&board, &options(Model::Difference));
    assert_eq!(told(&difference, 0), "50/0 in 1");
    assert_eq!(buckets(&summary(&board, &difference)), "50/0:2 60/100:1");
    assert_eq!(buckets(&summary(&board, &own)), "60/100:2 50/0:1");
}

#[test]
fn three_roles_break_ties_by_the_smaller_vector() {
    // z gets 40 either way and the others 80 together: it takes the vector
    // that is smaller in role order, 30/50/40. So x does better to end at 40.
    let board = Board::new(
        3,
        vec![
            turn(0, &[1, 2]),
            turn(2, &[3, 4]),
            end(&[40, 0, 60]),
            end(&[50, 30, 40]),
            end(&[30, 50, 40]),
        ],
    );
    for model in [Model::Own, Model::Difference] {
        let table = solved(&board, &options(model));
        assert_eq!(told(&table, 1), "30/50/40 in 1");
        assert_eq!(told(&table, 0), "40/0/60 in 1");
        assert_eq!(best(&board, &table, 0), "b");
    }
}

#[test]
fn with_three_roles_even_a_loser_hastens() {
    let board = Board::new(3, vec![turn(0, &[1, 2]), turn(1, &[2]), end(&[0, 50, 50])]);
    let table = solved(&board, &options(Model::Own));
    assert_eq!(
        (told(&table, 0), best(&board, &table, 0)),
        ("0/50/50 in 1".into(), "b".into())
    );
}

#[test]
fn a_role_may_move_twice_in_a_row() {
    // y would answer 1 with 0/100, but x moves there itself.
    let board = Board::new(
        2,
        vec![
            turn(0, &[1, 2]),
            turn(0, &[3, 4]),
            turn(1, &[3, 4]),
            end(&[100, 0]),
            end(&[0, 100]),
        ],
    );
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(told(&table, 0), "100/0 in 2");
    assert_eq!(told(&table, 2), "0/100 in 1");
    assert_eq!(summary(&board, &table).initial.line, ["a", "a"]);
}

#[test]
fn where_nobody_chooses_the_successor_decides() {
    // y picks between two names of one state: that is no choice either.
    let board = Board::new(2, vec![turn(0, &[1]), turn(1, &[2, 2]), end(&[10, 90])]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(told(&table, 0), "10/90 in 2");
    assert_eq!(told(&table, 1), "10/90 in 1");
    let initial = summary(&board, &table).initial;
    assert_eq!(initial.mover, None);
    assert!(initial.best_moves.is_empty());
    assert_eq!(initial.line, ["(a noop)", "(noop a)"]);
}

#[test]
fn both_may_have_moves_while_one_decides() {
    // Whatever x plays, y's move decides.
    let board = Board::new(
        2,
        vec![Node::Both([[1, 2], [1, 2]]), end(&[100, 0]), end(&[0, 100])],
    );
    let table = solved(&board, &options(Model::Difference));
    let initial = summary(&board, &table).initial;
    assert_eq!(initial.mover, Some(RoleId::new(1)));
    assert_eq!(
        (initial.best_moves, initial.line),
        (vec!["b".into()], vec!["b".into()])
    );
}

#[test]
fn the_winner_hastens_and_the_loser_delays() {
    // x wins everywhere. It wins at once in 1 and after two idle moves in 2,
    // where y therefore sends it.
    let board = Board::new(
        2,
        vec![
            turn(1, &[1, 2]),
            turn(0, &[4, 2]),
            turn(0, &[3]),
            turn(1, &[4]),
            end(&[100, 0]),
        ],
    );
    let table = solved(&board, &options(Model::Difference));
    let all: Vec<_> = (0..5).map(|node| told(&table, node)).collect();
    assert_eq!(
        all,
        [
            "100/0 in 3",
            "100/0 in 1",
            "100/0 in 2",
            "100/0 in 1",
            "100/0 in 0"
        ]
    );
    assert_eq!(
        (best(&board, &table, 0), best(&board, &table, 1)),
        ("b".into(), "a".into())
    );
}

#[test]
fn a_draw_has_a_distance_only_if_asked() {
    let board = Board::new(2, vec![turn(1, &[1, 2]), turn(0, &[2]), end(&[50, 50])]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(
        (told(&table, 0), told(&table, 2)),
        ("50/50".into(), "50/50 in 0".into())
    );
    assert_eq!(best(&board, &table, 0), "ab");
    let mut asked = options(Model::Difference);
    asked.draw_distances = true;
    let table = solved(&board, &asked);
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("50/50 in 1".into(), "50/50 in 1".into())
    );
    assert_eq!(best(&board, &table, 0), "b");
    assert!(table.warnings().is_empty());
}

#[test]
fn all_moves_into_the_best_successor_are_best() {
    let board = Board::new(2, vec![turn(0, &[1, 1, 2]), end(&[100, 0]), end(&[0, 100])]);
    let table = solved(&board, &options(Model::Difference));
    assert_eq!(best(&board, &table, 0), "ab");
}

#[test]
fn guaranteed_values_are_each_roles_own() {
    // x can have 60 (and y then 60); y alone would be held to 10 by x.
    let board = Board::new(2, vec![turn(0, &[1, 2]), end(&[60, 60]), end(&[50, 10])]);
    let table = solved(&board, &options(Model::Guaranteed));
    assert_eq!(
        (told(&table, 0), told(&table, 1)),
        ("60/10".into(), "60/60 in 0".into())
    );
    assert_eq!(best(&board, &table, 0), "a");
    let solution = summary(&board, &table);
    assert_eq!(solution.model, Model::Guaranteed);
    assert_eq!(buckets(&solution), "60/60:1 60/10:1 50/10:1");
}
