//! Best play from the start.
//!
//! In: what the layers are worth, in the archive. Out: [`Initial`]. States are
//! looked up in the lists of nodes as they are kept: no space is needed.

use game::{Initial, Model, Playable, Rewards, RoleId, Value};
use ground::{BitState, MoveId, Simulator};
use judge::joint_text;
use table::{Archive, StoreError};

use crate::diagram::Listing;
use crate::encode::encoding::Encoding;
use crate::pass::engine::Engine;
use crate::pass::entries::{Worth, read_values};
use crate::pass::task::Task;

/// The number of moves after which the line of best play is cut.
const LINE_LENGTH: usize = 200;

/// What a layer is worth, to be looked up.
struct Valued {
    worths: Vec<Worth>,
    sets: Listing,
}

impl Valued {
    fn read(
        archive: &Archive<'_>,
        engine: &Engine<'_>,
        model: Model,
        layer: usize,
    ) -> Result<Self, StoreError> {
        let (worths, sets) = read_values(archive, model, layer, engine.space.variables)?;
        Ok(Valued { worths, sets })
    }

    fn of(&self, encoding: &Encoding, state: &BitState) -> Rewards {
        let values = encoding.values(state);
        let places = 0..self.worths.len();
        let place = places
            .into_iter()
            .find(|&place| self.sets.contains(place, &values));
        self.worths[place.expect("every state of a layer has a worth")]
            .0
            .clone()
    }
}

/// What is known of the first state, and how play goes on from there.
pub(crate) fn initial(
    engine: &Engine<'_>,
    archive: &Archive<'_>,
    task: &Task<'_>,
    model: Model,
    layers: usize,
) -> Result<Initial, StoreError> {
    let encoding = &engine.encoding;
    let mut game = Simulator::new(task.game.clone());
    let mut state = task.start.clone();
    let mut value = Valued::read(archive, engine, model, 0)?.of(encoding, &state);
    let mut initial = Initial {
        value: Value::Rewards(value.clone()),
        distance: None,
        mover: None,
        best_moves: Vec::new(),
        line: Vec::new(),
    };
    for depth in 0..LINE_LENGTH.min(layers - 1) {
        let Ok(terminal) = game.is_terminal(&state);
        if terminal {
            break;
        }
        let (mover, choices) = choices(&mut game, &state);
        let valued = Valued::read(archive, engine, model, depth + 1)?;
        let mut best = Vec::new();
        for (joint, to) in choices {
            let then = valued.of(encoding, &to);
            let keeps = match (model, mover) {
                (_, None) => true,
                // Each role's part of the vector stands alone.
                (Model::Guaranteed, Some(mover)) => value[mover] == then[mover],
                _ => value == then,
            };
            if keeps {
                best.push((joint, to, then));
            }
        }
        if let (0, Some(mover)) = (depth, mover) {
            let moves = best.iter().map(|(joint, ..)| joint[mover.index()]);
            initial.mover = Some(mover);
            initial.best_moves = moves.map(|mov| game.move_text(&mov)).collect();
        }
        let Some((joint, to, then)) = best.into_iter().next() else {
            break;
        };
        initial.line.push(match mover {
            Some(mover) => game.move_text(&joint[mover.index()]),
            None => joint_text(&game, &joint),
        });
        (state, value) = (to, then);
    }
    Ok(initial)
}

/// A joint move, and where it leads.
type Choice = (Vec<MoveId>, BitState);

/// Who has a choice in a state, and what there is to choose; with nobody the
/// one thing that happens.
fn choices(game: &mut Simulator, state: &BitState) -> (Option<RoleId>, Vec<Choice>) {
    let Ok(legal) = game.legal_moves(state);
    let mover = legal.iter().position(|moves| moves.len() > 1);
    let role = mover.unwrap_or(0);
    let mut joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
    let mut choices = Vec::new();
    for &mov in &legal[role] {
        joint[role] = mov;
        let Ok(to) = game.successor(state, &joint);
        choices.push((joint.clone(), to));
    }
    let differs = choices.iter().any(|(_, to)| *to != choices[0].1);
    match mover.filter(|_| differs) {
        Some(mover) => (Some(RoleId::new(mover)), choices),
        None => (None, choices.into_iter().take(1).collect()),
    }
}
