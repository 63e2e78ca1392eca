//! Positions for people: the board, or the fluents of a state without one.
//!
//! In: a game. Out: text. `play`, `query` and errors about positions show the same.

use game::Stop;
use gdl::Rules;
use ground::{AUTO_INSTANCES, Budget};
use play::{Board, MoveError, PlayError, Referee, SolvedGame, readings_of_state};
use solver::{Error, Unfinished};

use crate::failure::Failure;

/// A state as its board shows it; without a board its fluents, on one line.
pub fn drawn(board: Option<&Board>, fluents: &[&str]) -> String {
    match board {
        Some(board) => board.draw(fluents),
        None => format!("  ({})\n", fluents.join(" ")),
    }
}

/// An error about a position, with its board if it has one.
pub fn failure(error: PlayError, solved: &SolvedGame) -> Failure {
    let state = state_of(&error);
    with_board(error.into(), state, || solved.board().ok()?)
}

/// The same for a game that is to be solved from a position.
pub fn unsolved(error: Unfinished, rules: &Rules, stop: &Stop) -> Failure {
    let state = match &*error.error {
        Error::Move(MoveError::Illegal { state, .. }) => Some(state.clone()),
        Error::Play(error) => state_of(error),
        Error::Unreachable(fluents) => Some(format!("({fluents})")),
        _ => None,
    };
    let board = || {
        let mut budget = Budget::new(stop.clone());
        budget.instances = AUTO_INSTANCES;
        let referee = Referee::new(rules.clone(), &budget).ok()?;
        Board::of(&referee).ok()?
    };
    with_board(error.into(), state, board)
}

/// The state that an error is about, in KIF.
fn state_of(error: &PlayError) -> Option<String> {
    match error {
        PlayError::AtMove { source, .. } => state_of(source),
        PlayError::Move(MoveError::Illegal { state, .. }) | PlayError::Unreachable { state } => {
            Some(state.clone())
        }
        _ => None,
    }
}

/// Draws the state that an error is about, below it. What cannot be drawn is left out.
fn with_board(
    failure: Failure,
    state: Option<String>,
    board: impl FnOnce() -> Option<Board>,
) -> Failure {
    let drawn = state.and_then(|state| {
        let readings = readings_of_state(&state).ok()?;
        let fluents = readings.last()?.iter().map(String::as_str);
        let drawn = board()?.draw(&fluents.collect::<Vec<_>>());
        Some((state, drawn))
    });
    let Some((state, drawn)) = drawn else {
        return failure;
    };
    let message = failure
        .message
        .replace(&format!("the state {state}"), &state);
    let message = message.replace(&state, "the position below");
    Failure { message, ..failure }.note(format!("\n{}", drawn.trim_end()))
}
