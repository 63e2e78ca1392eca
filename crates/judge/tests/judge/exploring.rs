//! The breadth-first search itself.

use game::{Model, Obstacle, Reward, RoleId, Warning};
use judge::{Graph, JudgeError, Limits, Progress, Purpose, explore};

use crate::board::{Board, Node, end, turn};
use crate::tell::{options, solved, told};

fn reach(board: &Board, limits: &Limits) -> Graph<usize> {
    explore(&mut board.clone(), 0, Purpose::Reach, limits, &mut |_| {}).unwrap()
}

fn sizes(graph: &Graph<usize>) -> Vec<u128> {
    graph.layers().iter().map(|layer| layer.states).collect()
}

fn diamond() -> Board {
    Board::new(
        2,
        vec![
            turn(0, &[2, 1, 2]),
            turn(1, &[3]),
            turn(1, &[3, 0]),
            turn(0, &[4]),
            end(&[0, 0]),
        ],
    )
}

#[test]
fn states_count_where_they_first_appear() {
    let graph = reach(&diamond(), &Limits::default());
    assert_eq!(sizes(&graph), [1, 2, 1, 1]);
    assert_eq!((graph.state_count(), graph.terminal_count()), (5, 1));
    let in_order: Vec<usize> = graph.ids().map(|id| *graph.state(id)).collect();
    assert_eq!(in_order, [0, 2, 1, 3, 4]);
    assert!(graph.is_complete() && graph.simultaneous().is_none());
}

#[test]
fn successors_are_distinct_and_parents_lead_back() {
    let graph = reach(&diamond(), &Limits::default());
    let id = |node| graph.find(&node).unwrap();
    assert_eq!(graph.successors(id(0)), [id(2), id(1)]);
    assert_eq!(graph.successors(id(4)), []);
    assert_eq!(graph.parent(id(4)), Some(id(3)));
    assert_eq!(graph.parent(id(3)), Some(id(2)));
    assert_eq!(graph.parent(id(0)), None);
}

#[test]
fn a_depth_limit_counts_the_last_layer_unexpanded() {
    let cut = |depth| {
        let limits = Limits {
            max_depth: Some(depth),
            ..Limits::default()
        };
        let graph = reach(&diamond(), &limits);
        (sizes(&graph), graph.is_complete())
    };
    assert_eq!(cut(0), (vec![1], false));
    assert_eq!(cut(2), (vec![1, 2, 1], false));
    // Depth 3 has terminal states only: nothing is left.
    assert_eq!(cut(3), (vec![1, 2, 1, 1], true));
    assert_eq!(cut(9), (vec![1, 2, 1, 1], true));
}

#[test]
fn reach_goes_through_simultaneous_moves() {
    let board = Board::new(
        2,
        vec![
            turn(0, &[1]),
            Node::Both([[2, 2], [2, 3]]),
            end(&[0, 0]),
            end(&[1, 1]),
        ],
    );
    let graph = reach(&board, &Limits::default());
    assert_eq!(sizes(&graph), [1, 1, 2]);
    let first = graph.simultaneous().unwrap();
    assert_eq!(*graph.state(first.state), 1);
    let roles: Vec<usize> = first.roles.iter().map(|role| role.index()).collect();
    assert_eq!(roles, [0, 1]);
}

#[test]
fn reach_reads_no_goals() {
    let board = Board::new(2, vec![turn(0, &[1]), Node::End(vec![vec![], vec![]])]);
    let graph = reach(&board, &Limits::default());
    assert_eq!(graph.terminal_count(), 1);
    assert_eq!(graph.rewards(graph.find(&1).unwrap()), None);
}

#[test]
fn progress_is_told_after_each_layer() {
    let mut told = Vec::new();
    let limits = Limits::default();
    let mut note = |progress: Progress| told.push((progress.layer, progress.states));
    explore(&mut diamond(), 0, Purpose::Reach, &limits, &mut note).unwrap();
    assert_eq!(told, [(0, 3), (1, 4), (2, 5), (3, 5)]);
}

#[test]
fn the_state_limit_is_exact() {
    let limited = |max_states| {
        let limits = Limits {
            max_states: Some(max_states),
            ..Limits::default()
        };
        explore(&mut diamond(), 0, Purpose::Reach, &limits, &mut |_| {})
    };
    assert!(limited(5).is_ok());
    let error = limited(4).unwrap_err();
    assert!(matches!(
        error,
        JudgeError::Obstacle(Obstacle::StateLimit { limit: 4, layer: 3 })
    ));
}

#[test]
fn any_state_can_be_the_start() {
    let graph = explore(
        &mut diamond(),
        3,
        Purpose::Reach,
        &Limits::default(),
        &mut |_| {},
    );
    assert_eq!(graph.unwrap().state_count(), 2);
}

#[test]
fn a_goal_out_of_range_is_used_and_warned_of() {
    let board = Board::new(2, vec![turn(0, &[1, 2]), end(&[-10, 0]), end(&[200, 0])]);
    let table = solved(&board, &options(Model::Own));
    assert_eq!(told(&table, 0), "200/0 in 1");
    let goals = [-10, 200].map(|it| (RoleId::new(0), Reward::from_points(it)));
    let warning = Warning::GoalsOutOfRange(goals.to_vec());
    assert_eq!(table.warnings(), [warning]);
}
