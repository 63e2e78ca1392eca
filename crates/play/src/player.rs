//! The perfect player: never less than the value, and a won game won in time.
//!
//! In: a position. Out: one of its best moves. A move that keeps the state's rewards
//! and comes nearer by one, where there is a distance, cannot lose value, whatever
//! the others do; and a distance that falls with each move of best play ends the
//! game. So all best moves are equally good against perfect play. Among them the
//! player takes the one after which the largest part of the replies loses value,
//! for others are not perfect; then the first in the order of the rules.
//!
//! Where there are no distances on a game with cycles (there are none under the
//! model `guaranteed`), the value is kept, but the end may not come nearer.

use std::cmp::Ordering;

use game::Value;

use crate::{Choice, Judgement, Oracle, PlayError, Position, SolvedGame, State};

/// The move that the perfect player makes; none at the end of the game.
///
/// Where no best move is known, it is the best of what is known, unless that is
/// known to lose value or to leave another role ahead: then it is a move of which
/// nothing is known, if there is one.
///
/// # Errors
///
/// As [`SolvedGame::position`].
pub fn choose<'p, O: Oracle>(
    solved: &SolvedGame<O>,
    position: &'p Position,
) -> Result<Option<&'p Choice>, PlayError> {
    let best: Vec<&Choice> = position.best().collect();
    if best.len() < 2 {
        return Ok(best.first().copied().or_else(|| hopeful(position)));
    }
    let states: Vec<State> = best.iter().map(|it| it.next.clone()).collect();
    let mut chosen = (best[0], (0, 1));
    for (choice, after) in best.into_iter().zip(solved.positions(&states)?) {
        let after = after?;
        let share = match after.mover == position.mover {
            true => (0, 1),
            false => after.mistakes(),
        };
        if larger(share, chosen.1) == Ordering::Greater {
            chosen = (choice, share);
        }
    }
    Ok(Some(chosen.0))
}

/// The first move that is not known to be bad; what is known comes first.
fn hopeful(position: &Position) -> Option<&Choice> {
    let bad = |choice: &&Choice| {
        let value = choice.outcome.as_ref().map(|it| &it.value);
        let behind = match value {
            Some(Value::Rewards(rewards)) if rewards.role_count() > 1 => rewards
                .leader()
                .is_some_and(|it| Some(it) != position.mover),
            Some(Value::Infinite) => true,
            _ => false,
        };
        behind || matches!(choice.judgement, Judgement::Mistake(_))
    };
    let mut moves = position.moves.iter();
    moves.find(|it| !bad(it)).or(position.moves.first())
}

/// Compares two parts of two wholes, exactly.
fn larger(a: (usize, usize), b: (usize, usize)) -> Ordering {
    let (left, right) = (a.0 * b.1.max(1), b.0 * a.1.max(1));
    left.cmp(&right)
}
