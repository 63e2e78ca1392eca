//! A state as the rules see it: who chooses, and where that leads.

use std::convert::Infallible;

use game::{Fault, Rewards, RoleId, rewards_from_goals};

use crate::state::Portable;
use crate::{MoveError, PlayError, State};

/// A state as the rules see it.
pub(crate) struct Expanded {
    pub state: State,
    pub terminal: bool,
    /// Who has a choice.
    pub mover: Option<RoleId>,
    /// The moves in the order of the rules, in KIF, with what they lead to.
    pub moves: Vec<(String, State)>,
    /// The rewards of a terminal state by its goals, if requested.
    pub end: Option<Rewards>,
}

/// Expands a state by the rules; with `with_end` also reads the goals of an
/// end.
///
/// A solved game has at most one role with a choice in each state. So the mover
/// shows while the others play their first moves, and its moves lead to all
/// successors.
pub(crate) fn expand<G: Portable>(
    game: &mut G,
    state: &State,
    with_end: bool,
) -> Result<Expanded, PlayError>
where
    PlayError: From<G::Error>,
{
    let mut expanded = Expanded {
        state: state.clone(),
        terminal: false,
        mover: None,
        moves: Vec::new(),
        end: None,
    };
    let state = game.take(state).ok_or_else(PlayError::foreign)?;
    let state = state.as_ref();
    if game.is_terminal(state)? {
        expanded.terminal = true;
        if with_end {
            expanded.end = rewards_from_goals(&game.goals(state)?).ok();
        }
        return Ok(expanded);
    }
    let legal = game.legal_moves(state)?;
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        let fault = Fault::NoLegalMove(RoleId::new(role)).describe(game.roles());
        let state = game.state_text(state);
        let error: MoveError<Infallible> = MoveError::IllFormed { fault, state };
        return Err(error.into());
    }
    let first: Vec<G::Move> = legal.iter().map(|moves| moves[0].clone()).collect();
    for role in RoleId::all(legal.len()) {
        let own = &legal[role.index()];
        if own.len() < 2 {
            continue;
        }
        let joint = |mov: &G::Move| {
            let mut joint = first.clone();
            joint[role.index()] = mov.clone();
            joint
        };
        let joints: Vec<Vec<G::Move>> = own.iter().map(joint).collect();
        let states = game.successors(state, &joints)?;
        if states.iter().all(|next| *next == states[0]) {
            continue;
        }
        if expanded.mover.is_some() {
            let state = game.state_text(state);
            let what = format!("two roles choose in {state}");
            return Err(PlayError::Contradiction(what));
        }
        expanded.mover = Some(role);
        let moves = own.iter().zip(states);
        let moves = moves.map(|(mov, next)| (game.move_text(mov), game.give(next)));
        expanded.moves = moves.collect();
    }
    if expanded.mover.is_none() {
        let next = game.successor(state, &first)?;
        expanded
            .moves
            .push((all_moves(game, &first), game.give(next)));
    }
    Ok(expanded)
}

/// The list of all roles' moves, or the only role's move.
fn all_moves<G: Portable>(game: &G, joint: &[G::Move]) -> String {
    match joint {
        [only] => game.move_text(only),
        _ => {
            let texts = joint.iter().map(|mov| game.move_text(mov));
            format!("({})", texts.collect::<Vec<_>>().join(" "))
        }
    }
}
