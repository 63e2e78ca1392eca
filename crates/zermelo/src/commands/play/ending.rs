//! What is told after a game: where it was lost.
//!
//! In: the positions of a game. Out: the user's mistakes, each with what would have been
//! right.

use game::RoleId;
use play::{Choice, Judgement, Position};

use crate::solved::short;

/// Most moves that are told as better.
const MAX_BETTER: usize = 3;

/// The mistakes of these roles, a line for each; or that there were none.
pub fn mistakes(roles: &[String], yours: &[RoleId], positions: &[Position]) -> String {
    let mut text = String::new();
    let (mut mistakes, mut unknown) = (0, 0);
    for (number, pair) in (1..).zip(positions.windows(2)) {
        let mover = pair[0].mover.filter(|mover| yours.contains(mover));
        let Some((mover, played)) = mover.zip(played(&pair[0], &pair[1])) else {
            continue;
        };
        match played.judgement {
            Judgement::Mistake(_) => {
                mistakes += 1;
                let who = match yours.len() {
                    1 => String::new(),
                    _ => format!(" {}", roles[mover.index()]),
                };
                text.push_str(&line(number, &who, &pair[0], played));
            }
            Judgement::Unjudged => unknown += 1,
            _ => {}
        }
    }
    match (mistakes, unknown) {
        (0, 0) => "you made no mistake\n".to_owned(),
        (0, _) => "you made no mistake in positions that the file knows\n".to_owned(),
        (1, _) => format!("your mistake:\n{text}"),
        _ => format!("your mistakes:\n{text}"),
    }
}

/// The move that led from one position to the next.
fn played<'a>(before: &'a Position, after: &Position) -> Option<&'a Choice> {
    before.moves.iter().find(|it| it.next == after.state)
}

fn line(number: usize, who: &str, before: &Position, played: &Choice) -> String {
    let (from, to) = (
        short(before.outcome.as_ref()),
        short(played.outcome.as_ref()),
    );
    let best: Vec<&str> = before.best().map(|it| it.text.as_str()).collect();
    let better = best[..best.len().min(MAX_BETTER)].join(", ");
    let more = match best.len().saturating_sub(MAX_BETTER) {
        0 => String::new(),
        more => format!(" or {more} more"),
    };
    let text = &played.text;
    format!("  move {number}{who} {text}: {from} became {to}\n    better: {better}{more}\n")
}
