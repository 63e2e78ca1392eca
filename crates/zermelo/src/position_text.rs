//! Positions for people: the board, or the fluents of a state without one.
//!
//! In: a solved game. Out: text. `play`, `query`, `simulate` and errors show the same.

use play::{Board, MoveError, PlayError, SolvedGame, readings_of_state};

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
    let state = match &error {
        PlayError::Move(MoveError::Illegal { state, .. }) => Some(state.clone()),
        PlayError::Unreachable { state, .. } => Some(state.clone()),
        _ => None,
    };
    let failure = Failure::from(error);
    let Some(state) = state else { return failure };
    let picture = picture(&state, solved).map(|it| format!("\n{}", it.trim_end()));
    match picture {
        Some(picture) => {
            let message = failure
                .message
                .replace(&format!("the state {state}"), &state);
            let message = message.replace(&state, "the position below");
            Failure { message, ..failure }.note(picture)
        }
        None => failure,
    }
}

/// The board of a state in KIF. What cannot be drawn is only left out.
fn picture(state: &str, solved: &SolvedGame) -> Option<String> {
    let board = solved.board().ok()??;
    let readings = readings_of_state(state).ok()?;
    let fluents = readings.last()?.iter().map(String::as_str);
    Some(board.draw(&fluents.collect::<Vec<_>>()))
}
