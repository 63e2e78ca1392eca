//! Best play from the start, for the report.

use game::{Initial, Line, Value, joint_text};
use ground::MoveId;

use super::board::{Board, Field, Halt};
use super::method::Method;

/// The report of the first state, and the states of the line.
type Told<S> = (Initial, Vec<S>);

/// The report of the first state, and the states of the line.
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
    let mut at_start = true;
    let line = Line::follow(start.clone(), |state| {
        let best = method.best(field, state)?;
        let game = &mut field.observer.game;
        let at_start = std::mem::take(&mut at_start);
        let Some((mov, to)) = best.moves.first() else {
            initial.distance = at_start.then_some(0);
            return Ok(None);
        };
        if at_start && best.mover.is_some() {
            let texts = best.moves.iter().map(|(mov, _)| game.move_text(mov));
            (initial.mover, initial.best_moves) = (best.mover, texts.collect());
        }
        let text = match best.mover {
            Some(_) => game.move_text(mov),
            None => {
                let Ok(legal) = game.legal_moves(state);
                let joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
                joint_text(game, &joint)
            }
        };
        Ok(Some((text, to.clone())))
    })?;
    initial.line = line.moves;
    Ok((initial, line.states))
}
