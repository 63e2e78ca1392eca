//! What the judge does not solve, and what it says then.

use game::{Fault, GoalValue, Model, Obstacle, RoleId, Stop, StopReason};
use judge::{JudgeError, Limits, Progress, Purpose, explore, solve};

use crate::board::{Board, Node, end, turn};
use crate::tell::{options, refused, with_infinite};

/// A node after two moves, in an otherwise sound game.
fn after_two_moves(node: Node) -> Board {
    Board::new(
        2,
        vec![turn(0, &[1, 2]), end(&[100, 0]), turn(1, &[1, 3]), node],
    )
}

fn assert_fault(node: Node, expected: &Fault, words: &str) {
    let error = refused(&after_two_moves(node), &options(Model::Difference));
    assert_eq!(error.to_string(), words);
    match error {
        JudgeError::Obstacle(Obstacle::Fault {
            fault, state, path, ..
        }) => {
            assert_eq!(fault, *expected);
            assert_eq!(state, "((at 3))");
            assert_eq!(path, ["(b noop)", "(noop b)"]);
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_role_without_moves_is_a_fault_with_a_path() {
    assert_fault(
        Node::Stuck(1),
        &Fault::NoLegalMove(RoleId::new(1)),
        "role y has no legal move in a state that is not terminal",
    );
}

#[test]
fn reach_reports_a_role_without_moves_too() {
    let mut board = after_two_moves(Node::Stuck(0));
    let graph = explore(
        &mut board,
        0,
        Purpose::Reach,
        &Limits::default(),
        &mut |_| {},
    );
    assert!(matches!(
        graph,
        Err(JudgeError::Obstacle(Obstacle::Fault { .. }))
    ));
}

#[test]
fn a_goal_that_is_not_one_integer_is_a_fault() {
    let integer = |points| GoalValue::Integer(points);
    let role = RoleId::new(0);
    assert_fault(
        Node::End(vec![vec![], vec![integer(1)]]),
        &Fault::NoGoal(role),
        "role x has no goal value in a terminal state",
    );
    assert_fault(
        Node::End(vec![vec![integer(1), integer(2)], vec![integer(1)]]),
        &Fault::ManyGoals(role, vec!["1".into(), "2".into()]),
        "role x has several goal values in a terminal state: 1, 2",
    );
    assert_fault(
        Node::End(vec![vec![GoalValue::Other("win".into())], vec![integer(1)]]),
        &Fault::GoalNotInteger(role, "win".into()),
        "role x has the goal value win, which is not an integer of 32 bits",
    );
}

#[test]
fn a_path_of_one_role_is_its_moves() {
    let board = Board::new(1, vec![turn(0, &[2, 1]), Node::Stuck(0), end(&[0])]);
    match refused(&board, &options(Model::Own)) {
        JudgeError::Obstacle(Obstacle::Fault { path, .. }) => assert_eq!(path, ["b"]),
        other => panic!("{other}"),
    }
}

#[test]
fn two_roles_choosing_at_once_are_named() {
    let board = after_two_moves(Node::Both([[1, 1], [1, 0]]));
    match refused(&board, &options(Model::Difference)) {
        JudgeError::Obstacle(Obstacle::Simultaneous { roles, state, path }) => {
            assert_eq!(roles, ["x", "y"]);
            assert_eq!(state, "((at 3))");
            assert_eq!(path, ["(b noop)", "(noop b)"]);
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_cycle_of_unknown_worth_is_shown() {
    // 0 → 1 → 2 → 3 → 1, and two ends whose rewards have different sums.
    let board = Board::new(
        2,
        vec![
            turn(0, &[1]),
            turn(1, &[4, 2]),
            turn(0, &[3, 5]),
            turn(1, &[1]),
            end(&[0, 0]),
            end(&[100, 0]),
        ],
    );
    for model in [Model::Own, Model::Difference, Model::Guaranteed] {
        match refused(&board, &options(model)) {
            JudgeError::Obstacle(Obstacle::InfiniteNeeded { path, cycle }) => {
                assert_eq!(path, ["(a noop)"]);
                let cycle: Vec<_> = cycle
                    .iter()
                    .map(|(s, m)| (s.as_str(), m.as_str()))
                    .collect();
                assert_eq!(
                    cycle,
                    [
                        ("((at 1))", "(noop b)"),
                        ("((at 2))", "(a noop)"),
                        ("((at 3))", "(noop a)")
                    ]
                );
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_cycle_is_entered_where_play_gets_first() {
    // The states 2 and 3 go round; 2 is one move from the start, 3 is two.
    let board = Board::new(
        2,
        vec![
            turn(0, &[1, 2]),
            turn(1, &[3]),
            turn(1, &[3]),
            turn(0, &[2, 4, 5]),
            end(&[0, 0]),
            end(&[100, 0]),
        ],
    );
    match refused(&board, &options(Model::Own)) {
        JudgeError::Obstacle(Obstacle::InfiniteNeeded { path, cycle }) => {
            assert_eq!(path, ["(b noop)"]);
            assert_eq!(cycle[0], ("((at 2))".into(), "(noop a)".into()));
            assert_eq!(cycle[1], ("((at 3))".into(), "(a noop)".into()));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_worth_for_other_roles_is_refused() {
    let board = Board::new(2, vec![turn(0, &[0])]);
    let error = refused(&board, &with_infinite(Model::Own, &[1, 2, 3]));
    assert!(matches!(
        error,
        JudgeError::Obstacle(Obstacle::InfiniteArity {
            expected: 2,
            found: 3
        })
    ));
}

#[test]
fn a_cut_graph_is_not_solved() {
    let limits = Limits {
        max_depth: Some(1),
        ..Limits::default()
    };
    let mut board = Board::new(1, vec![turn(0, &[1]), turn(0, &[2]), end(&[0])]);
    let table = solve(&mut board, 0, &options(Model::Own), &limits, &mut |_| {});
    assert!(matches!(
        table.err(),
        Some(JudgeError::Obstacle(Obstacle::Incomplete {
            depth: 1,
            states: 2
        }))
    ));
}

#[test]
fn a_stop_request_is_heard() {
    let limits = Limits {
        stop: Stop::new(),
        ..Limits::default()
    };
    let mut board = Board::new(
        1,
        vec![turn(0, &[1, 2]), end(&[0]), turn(0, &[3]), end(&[0])],
    );
    let mut after_first_layer = |_: Progress| limits.stop.request(StopReason::Time);
    let table = solve(
        &mut board,
        0,
        &options(Model::Own),
        &limits,
        &mut after_first_layer,
    );
    match table.err() {
        Some(JudgeError::Obstacle(Obstacle::Stopped {
            reason,
            states,
            layer,
        })) => assert_eq!((reason, states, layer), (StopReason::Time, Some(3), 1)),
        _ => panic!("not stopped"),
    }
}
