//! A game on the interpreter and on the simulator, side by side.

use game::{GoalValue, Playable};
use gdl::{InterpretError, Interpreter};
use ground::Simulator;

use crate::Draw;

/// Plays at random on both for some moves.
///
/// # Errors
///
/// When the interpreter gives up: then there is nothing to compare with.
///
/// # Panics
///
/// When the two do not agree.
pub fn agree(
    plain: &mut Interpreter,
    fast: &mut Simulator,
    moves: usize,
    draw: &mut Draw,
) -> Result<(), InterpretError> {
    assert_eq!(plain.roles(), fast.roles());
    let (mut state, Ok(mut bits)) = (plain.initial()?, fast.initial());
    for _ in 0..moves {
        assert_eq!(plain.state_text(&state), fast.state_text(&bits));
        let Ok(ended) = fast.is_terminal(&bits);
        assert_eq!(plain.is_terminal(&state)?, ended);
        let Ok(goals) = fast.goals(&bits);
        assert_eq!(sorted(plain.goals(&state)?), sorted(goals));
        let (legal, Ok(fast_legal)) = (plain.legal_moves(&state)?, fast.legal_moves(&bits));
        assert_eq!(texts(plain, &legal), texts(fast, &fast_legal));
        if ended || legal.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let chosen: Vec<usize> = legal.iter().map(|list| draw.below(list.len())).collect();
        state = plain.successor(&state, &joint(&legal, &chosen))?;
        let Ok(next) = fast.successor(&bits, &joint(&fast_legal, &chosen));
        bits = next;
    }
    Ok(())
}

fn joint<M: Clone>(legal: &[Vec<M>], chosen: &[usize]) -> Vec<M> {
    let moves = legal.iter().zip(chosen);
    moves.map(|(list, &place)| list[place].clone()).collect()
}

fn texts<G: Playable>(game: &G, legal: &[Vec<G::Move>]) -> Vec<Vec<String>> {
    let text = |list: &Vec<G::Move>| list.iter().map(|mov| game.move_text(mov)).collect();
    legal.iter().map(text).collect()
}

fn sorted(goals: Vec<Vec<GoalValue>>) -> Vec<Vec<String>> {
    let texts = |values: Vec<GoalValue>| {
        let mut texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    goals.into_iter().map(texts).collect()
}
