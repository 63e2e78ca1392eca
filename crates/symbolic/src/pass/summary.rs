//! Best play from the start.
//!
//! In: the values of states, as lists of nodes in which they are looked up: no space is
//! needed. Out: [`Initial`].

use game::{Initial, Line, Model, Playable, RoleId, Value, joint_text};
use ground::{BitState, GroundGame, MoveId, Simulator};

use crate::diagram::Listing;
use crate::encode::encoding::Encoding;

/// For games in which every move comes nearer to the end.
pub(crate) fn always_nearer(_: RoleId, _: &BitState, _: &BitState) -> bool {
    true
}

/// A value and a distance, if there is one.
pub(crate) type Rated = (Value, Option<u64>);

/// Sets of states of equal value, in which states are looked up.
pub(crate) struct Valued {
    pub rated: Vec<Rated>,
    /// One set for each of `rated`, in the same order.
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

/// The value of the first state, and how play goes on from there.
///
/// `worth` gives the value of a state that is reached after a number of moves. `nearer`
/// tells whether a move from one state to another comes nearer to what the mover can
/// force, where it must.
pub(crate) fn initial<E>(
    game: &GroundGame,
    start: &BitState,
    model: Model,
    worth: &mut dyn FnMut(usize, &BitState) -> Result<Rated, E>,
    nearer: &dyn Fn(RoleId, &BitState, &BitState) -> bool,
) -> Result<Initial, E> {
    let mut game = Simulator::new(game.clone());
    let mut now = worth(0, start)?;
    let mut initial = Initial {
        value: now.0.clone(),
        distance: now.1,
        mover: None,
        best_moves: Vec::new(),
        line: Vec::new(),
    };
    let mut depth = 0;
    let line = Line::follow(start.clone(), |state| {
        let Ok(terminal) = game.is_terminal(state);
        if terminal {
            return Ok(None);
        }
        let (mover, choices) = choices(&mut game, state);
        if depth == 0 {
            initial.mover = mover;
        }
        if now.0 == Value::Unresolved {
            return Ok(None);
        }
        depth += 1;
        let mut best = Vec::new();
        for (joint, to) in choices {
            let then = worth(depth, &to)?;
            let is_best = mover.is_none_or(|mover| {
                let [now, then] = [&now, &then].map(|(value, distance)| (value, *distance));
                nearer(mover, state, &to) && model.is_best(mover, now, then)
            });
            if is_best {
                best.push((joint, to, then));
            }
        }
        if let (1, Some(mover)) = (depth, mover) {
            let moves = best.iter().map(|(joint, ..)| joint[mover.index()]);
            initial.best_moves = moves.map(|mov| game.move_text(&mov)).collect();
        }
        let Some((joint, to, then)) = best.into_iter().next() else {
            return Ok(None);
        };
        now = then;
        let text = match mover {
            Some(mover) => game.move_text(&joint[mover.index()]),
            None => joint_text(&game, &joint),
        };
        Ok(Some((text, to)))
    })?;
    initial.line = line.moves;
    Ok(initial)
}

/// A joint move, and where it leads.
type Choice = (Vec<MoveId>, BitState);

/// Who has a choice in a state, and the joint moves to choose from; if nobody has, the
/// only successor. No two roles have a choice, so it shows while the others make their
/// first moves.
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
