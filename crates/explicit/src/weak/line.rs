//! Best play from the start, as far as it is printed.

use game::{Initial, Value, joint_text};
use ground::MoveId;

use super::board::{Board, Field, Halt};
use super::method::Method;

/// The number of moves after which the line of best play is cut.
const LINE_LENGTH: usize = 200;

/// What is to be told, and the states of the line.
type Told<S> = (Initial, Vec<S>);

/// What is to be told of the first state, and the states of the line.
pub(super) fn initial<G: Board>(
    method: &mut dyn Method<G>,
    field: &mut Field<'_, G>,
    start: &G::State,
    value: Value,
) -> Result<Told<G::State>, Halt<G::State>> {
    let mut initial = Initial {
        value,
        distance: None,
        mover: None,
        best_moves: Vec::new(),
        line: Vec::new(),
    };
    let mut seen = vec![start.clone()];
    while initial.line.len() < LINE_LENGTH {
        let state = seen.last().expect("the start was seen");
        let best = method.best(field, state)?;
        let game = &mut field.observer.game;
        let Some((mov, to)) = best.moves.first() else {
            initial.distance = initial.line.is_empty().then_some(0);
            break;
        };
        if seen.len() == 1 && best.mover.is_some() {
            let texts = best.moves.iter().map(|(mov, _)| game.move_text(mov));
            (initial.mover, initial.best_moves) = (best.mover, texts.collect());
        }
        initial.line.push(match best.mover {
            Some(_) => game.move_text(mov),
            None => {
                let Ok(legal) = game.legal_moves(state);
                let joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
                joint_text(game, &joint)
            }
        });
        if seen.contains(to) {
            break;
        }
        seen.push(to.clone());
    }
    Ok((initial, seen))
}
