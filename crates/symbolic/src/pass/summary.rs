//! Best play from the start.
//!
//! In: what states are worth, as lists of nodes in which they are looked up: no
//! space is needed. Out: [`Initial`].

use game::{Initial, Model, Playable, RoleId, Value, joint_text};
use ground::{BitState, GroundGame, MoveId, Simulator};

use crate::diagram::Listing;
use crate::encode::encoding::Encoding;

/// For games in which every move comes nearer to the end.
pub(crate) fn always_nearer(_: RoleId, _: &BitState, _: &BitState) -> bool {
    true
}

/// The number of moves after which the line of best play is cut.
const LINE_LENGTH: usize = 200;

/// A value and a distance, if there is one.
pub(crate) type Rated = (Value, Option<u64>);

/// Sets of states that are worth the same, to be looked up.
pub(crate) struct Valued {
    pub rated: Vec<Rated>,
    /// In the order of what they are worth.
    pub sets: Listing,
}

impl Valued {
    /// What a state is worth.
    pub fn of(&self, encoding: &Encoding, state: &BitState) -> Rated {
        let values = encoding.values(state);
        let mut places = 0..self.rated.len();
        let place = places.find(|&place| self.sets.contains(place, &values));
        place.map_or((Value::Unresolved, None), |place| self.rated[place].clone())
    }
}

/// What is known of the first state, and how play goes on from there.
///
/// `worth` tells what a state is worth that is reached after so many moves,
/// `nearer` whether a move from one state to another comes nearer to what the
/// mover can force, where it must.
pub(crate) fn initial<E>(
    game: &GroundGame,
    start: &BitState,
    model: Model,
    worth: &mut dyn FnMut(usize, &BitState) -> Result<Rated, E>,
    nearer: &dyn Fn(RoleId, &BitState, &BitState) -> bool,
) -> Result<Initial, E> {
    let mut game = Simulator::new(game.clone());
    let mut state = start.clone();
    let mut now = worth(0, &state)?;
    let mut initial = Initial {
        value: now.0.clone(),
        distance: now.1,
        mover: None,
        best_moves: Vec::new(),
        line: Vec::new(),
    };
    let mut seen = Vec::new();
    for depth in 0..LINE_LENGTH {
        let Ok(terminal) = game.is_terminal(&state);
        if terminal || seen.contains(&state) {
            break;
        }
        seen.push(state.clone());
        let (mover, choices) = choices(&mut game, &state);
        if depth == 0 {
            initial.mover = mover;
        }
        if now.0 == Value::Unresolved {
            break;
        }
        let mut best = Vec::new();
        for (joint, to) in choices {
            let then = worth(depth + 1, &to)?;
            let nearer = mover.is_none_or(|mover| nearer(mover, &state, &to));
            if nearer && is_best(model, mover, &now, &then) {
                best.push((joint, to, then));
            }
        }
        if let (0, Some(mover)) = (depth, mover) {
            let moves = best.iter().map(|(joint, ..)| joint[mover.index()]);
            initial.best_moves = moves.map(|mov| game.move_text(&mov)).collect();
        }
        let Some((joint, to, then)) = best.into_iter().next() else {
            break;
        };
        initial.line.push(match mover {
            Some(mover) => game.move_text(&joint[mover.index()]),
            None => joint_text(&game, &joint),
        });
        (state, now) = (to, then);
    }
    Ok(initial)
}

/// Whether a move is a best one: it keeps the value, and where there are
/// distances it is on time.
fn is_best(model: Model, mover: Option<RoleId>, now: &Rated, then: &Rated) -> bool {
    match (model, mover, &now.0, &then.0) {
        (_, None, ..) => true,
        // Each role's part of the vector stands alone: the mover's counts.
        (Model::Guaranteed, Some(mover), Value::Rewards(now), Value::Rewards(then)) => {
            now[mover] == then[mover]
        }
        _ => {
            now.0 == then.0
                && now
                    .1
                    .is_none_or(|now| then.1.is_some_and(|it| it + 1 == now))
        }
    }
}

/// A joint move, and where it leads.
type Choice = (Vec<MoveId>, BitState);

/// Who has a choice in a state, and what there is to choose; with nobody the
/// one thing that happens. No two roles have one, so it shows while the others make
/// their first moves.
fn choices(game: &mut Simulator, state: &BitState) -> (Option<RoleId>, Vec<Choice>) {
    let Ok(legal) = game.legal_moves(state);
    let first: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
    for role in RoleId::all(legal.len()) {
        let joint = |&mov: &MoveId| {
            let mut joint = first.clone();
            joint[role.index()] = mov;
            joint
        };
        let joints: Vec<Vec<MoveId>> = legal[role.index()].iter().map(joint).collect();
        let Ok(states) = game.successors(state, &joints);
        let choices: Vec<Choice> = joints.into_iter().zip(states).collect();
        if choices.iter().any(|(_, to)| *to != choices[0].1) {
            return (Some(role), choices);
        }
    }
    let Ok(to) = game.successor(state, &first);
    (None, vec![(first, to)])
}
