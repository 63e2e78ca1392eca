//! Requests through the whole flow.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod databases;
mod failures;
mod fall_backs;
mod foreseen;
mod going_on;
mod knobs;

use game::Solution;
use solver::{Answer, Game, Request};

/// A game of the library.
fn game(name: &str, settings: &[(&str, &str)]) -> Game {
    Game::from_library(name, settings).unwrap()
}

/// Connect Four on a board of 4×4: 161,029 states in layers.
fn connect_four() -> Game {
    game("connect-four", &[("width", "4"), ("height", "4")])
}

/// Solves without an observer.
fn solved(request: &Request) -> Answer {
    solver::solve(request, &mut |_| {}).unwrap()
}

fn solution(answer: &Answer) -> &Solution {
    answer.solution().unwrap()
}
