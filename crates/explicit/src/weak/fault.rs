//! Why a search ended without an answer, in words.
//!
//! In: a [`Halt`], and the states on the path to where it happened. Out: an
//! error that names the moves on that path.

use game::{Obstacle, joint_text};
use ground::MoveId;

use super::board::{Board, Halt, Observer, View};
use crate::ExplicitError;

pub(super) fn error<G: Board>(
    observer: &mut Observer<G>,
    trail: &[G::State],
    halt: Halt<G::State>,
    visited: u64,
) -> ExplicitError {
    match halt {
        Halt::Stopped(reason) => ExplicitError::SearchStopped { reason, visited },
        Halt::Faulty(state, fault) => {
            let path = path(observer, trail, &state);
            let state = observer.game.state_text(&state);
            Obstacle::fault(observer.game.roles(), fault, state, path).into()
        }
        Halt::Several(state, roles) => {
            let names = observer.game.roles();
            let roles = roles.iter().map(|role| names[role.index()].clone());
            ExplicitError::Obstacle(Obstacle::Simultaneous {
                roles: roles.collect(),
                state: observer.game.state_text(&state),
                path: path(observer, trail, &state),
            })
        }
        Halt::Judge(obstacle) => obstacle.into(),
        Halt::Unsuited(why) => ExplicitError::NotWeakly(why),
        Halt::Cycle => ExplicitError::NotWeakly("play may come back to a state"),
        Halt::TooManyOutcomes => ExplicitError::NotWeakly("it has too many different outcomes"),
        Halt::Undecided => ExplicitError::NotWeakly("no part of its states tells the value"),
    }
}

/// The joint moves along the trail and from its end to a state.
fn path<G: Board>(observer: &mut Observer<G>, trail: &[G::State], to: &G::State) -> Vec<String> {
    let nexts = trail.iter().skip(1).chain([to]);
    let pairs = trail.iter().zip(nexts);
    pairs.map(|(from, to)| step(observer, from, to)).collect()
}

fn step<G: Board>(observer: &mut Observer<G>, from: &G::State, to: &G::State) -> String {
    let choices = match observer.look(from) {
        Ok(View::Inner { choices, .. }) => choices,
        _ => Vec::new(),
    };
    let Ok(legal) = observer.game.legal_moves(from);
    let mut joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
    let made = choices.iter().find(|(_, next)| next == to);
    for (place, moves) in joint.iter_mut().zip(&legal) {
        if let Some((mov, _)) = made.filter(|(mov, _)| moves.contains(mov)) {
            *place = *mov;
        }
    }
    joint_text(&observer.game, &joint)
}
