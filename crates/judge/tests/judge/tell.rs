//! Short ways to ask the judge, and short texts of what it says.

use std::convert::Infallible;

use game::{Level, Model, Options, Rewards, Solution, Value};
use judge::{JudgeError, Limits, Table, solve};

use crate::board::Board;

pub fn options(model: Model) -> Options {
    Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}

pub fn with_infinite(model: Model, points: &[i32]) -> Options {
    Options {
        infinite: Some(Rewards::from_points(points)),
        ..options(model)
    }
}

pub fn try_solve(board: &Board, options: &Options) -> Result<Table<usize>, JudgeError<Infallible>> {
    let mut board = board.clone();
    solve(&mut board, 0, options, &Limits::default(), &mut |_| {})
}

pub fn solved(board: &Board, options: &Options) -> Table<usize> {
    try_solve(board, options).unwrap()
}

pub fn refused(board: &Board, options: &Options) -> JudgeError<Infallible> {
    match try_solve(board, options) {
        Err(error) => error,
        Ok(_) => panic!("solved, but should be refused"),
    }
}

pub fn summary(board: &Board, table: &Table<usize>) -> Solution {
    table.solution(&mut board.clone()).unwrap()
}

/// A value in words.
pub fn text(value: &Value) -> String {
    match value {
        Value::Rewards(rewards) => rewards.to_string(),
        Value::Infinite => "infinite".to_owned(),
        Value::Unresolved => "unresolved".to_owned(),
    }
}

/// A node's value, and its distance if it has one: `100/0 in 3`.
pub fn told(table: &Table<usize>, node: usize) -> String {
    let value = text(table.value(&node).unwrap());
    match table.distance(&node) {
        Some(distance) => format!("{value} in {distance}"),
        None => value,
    }
}

/// The best moves in a node, one letter each.
pub fn best(board: &Board, table: &Table<usize>, node: usize) -> String {
    use game::Playable;
    let mut board = board.clone();
    let id = table.graph().find(&node).unwrap();
    let best = table.best_moves(&mut board, id).unwrap();
    best.iter().map(|(mov, _)| board.move_text(mov)).collect()
}

/// The buckets: `100/0:2 0/100:1`.
pub fn buckets(solution: &Solution) -> String {
    let texts = solution
        .buckets
        .iter()
        .map(|bucket| format!("{}:{}", text(&bucket.value), bucket.states));
    texts.collect::<Vec<_>>().join(" ")
}
