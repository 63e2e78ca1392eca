//! The proof by sets: every state of a file, without listing any.
//!
//! In: a file in which every move leads to a later section. Out: a [`Report`] that
//! nothing is wrong, or the first error. The states of a section with one outcome are
//! a set, moves are relations between sets, and the checks that `layered.rs` makes of
//! each state are made of sets.
//!
//! ```text
//! SolutionFile ──file/diagram──► Diagram ──sets──► sets of keys ─┐
//! Rules ──ground──► circuit ──functions──► moves, turns, ends ───┴─pass──► Report
//! ```
//!
//! It relies on more than the other checks do: on the ground game, which is compared
//! with the interpreter only on sampled states, and on a library of decision diagrams,
//! which is not the one of the symbolic engine. `docs/verification.md` says so.

mod choice;
pub(crate) mod compare;
mod ends;
mod example;
mod fluents;
mod functions;
mod inside;
mod moves;
mod pass;
mod places;
mod rated;
mod sets;
mod space;
mod turns;

use std::io::{Read, Seek};
use std::rc::Rc;

use biodivine_lib_bdd::Bdd;
use game::{RoleId, Stop};
use ground::GroundGame;

use self::example::Claims;
use self::fluents::Fluents;
use self::functions::Functions;
use self::inside::Conditions;
use self::moves::Making;
use self::pass::{Pass, Sheet};
use self::space::{MAX_BITS, Space};
use self::turns::Turns;
use crate::board::{self, Board, Place};
use crate::error::{VerifyError, Wrong};
use crate::exhaustive::{Limits, infinite};
use crate::file::{Meta, SolutionFile};
use crate::labels::Values;
use crate::report::{Progress, Report, Sets};
use crate::sample::Sample;
use crate::value::{Outcome, Value};

/// Checks all states of a file as sets, after comparing the ground game with the
/// interpreter on the states of `sample`.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if the solution is wrong; [`VerifyError::Unsuited`] and
/// [`VerifyError::TooComplex`] if sets do not suit it; others if that could not be
/// checked.
pub fn verify_symbolic<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    let rules = board::rules_of_whole(file.meta())?;
    let mut board = Board::new(&rules, file.meta(), &limits.stop)?;
    let start = start(file, &mut board)?;
    if file.meta().encoding.bits() > MAX_BITS {
        return Err(VerifyError::Unsuited {
            why: "keys have more than 4096 bits",
        });
    }
    let game = GroundGame::new(&rules, &ground::Budget::new(limits.stop.clone()))?;
    let doubt = compare::compare(file, (&rules, &game), sample, limits, look)?;
    let space = Space::new(file.meta().encoding.bits());
    let sheet = sheet(&space, &game, &mut board, file.meta(), &limits.stop)?;
    let claims = claims(file.meta());
    let key: Vec<bool> = (0..space.bits())
        .map(|level| {
            let (byte, bit) = file.meta().encoding.place(level);
            start.key[byte] & bit != 0
        })
        .collect();
    let pass = Pass::new(file, &mut board, claims, sheet, limits);
    let tally = pass.run((start.section, &key), look)?;
    let meta = file.meta();
    tally.compare(meta)?;
    infinite(meta, false)?;
    if let Some(doubt) = doubt {
        return Err(doubt);
    }
    let states = file.states();
    Ok(Report {
        states,
        terminals: tally.terminals,
        layers: meta.layers.as_ref().map_or(0, |_| tally.layers.len()),
        arrows: None,
        unresolved: 0,
        cyclic: Some(false),
        distances: meta.distances,
        from_initial: true,
        checked: states,
        walked: states,
        exhaustive: true,
        sets: Some(Sets {
            compared: sample.states,
            largest: space.largest(),
        }),
        parts: None,
    })
}

/// The place of the start in the file, which must be the game's initial state.
fn start<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    board: &mut Board,
) -> Result<Place, VerifyError> {
    let start = board.start(file.meta())?;
    let place = board.place(&file.meta().encoding, &start);
    let missing = || Wrong::new("the start is missing").at(board.text(&start));
    let place = place.ok_or_else(missing)?;
    if file.find(place.section, &place.key)?.is_none() {
        return Err(missing().into());
    }
    // The ground game plays as the rules do in all states that can be reached from the
    // game's initial state, and only in those.
    match board.initial()? == start {
        true => Ok(place),
        false => Err(VerifyError::Unsuited {
            why: "it starts at another position than the game",
        }),
    }
}

/// What the file claims of values and distances, where play always ends.
fn claims(meta: &Meta) -> Claims {
    // A terminal state has distance 0, so any other distance of a draw shows that
    // draws have distances.
    let counted = |outcome: &Outcome| match &outcome.value {
        Value::Rewards(rewards) => {
            let draw = matches!(**rewards, [one, other] if one == other);
            draw && outcome.distance > Some(0)
        }
        _ => false,
    };
    Claims {
        values: Values::new((meta.roles.len(), meta.model), &meta.outcomes, &[], None),
        distances: meta.distances,
        draws: meta.outcomes.iter().any(counted),
    }
}

/// The game as functions of keys and relations between them.
fn sheet<'a>(
    space: &'a Space,
    game: &'a GroundGame,
    board: &mut Board,
    meta: &Meta,
    stop: &'a Stop,
) -> Result<Sheet<'a>, VerifyError> {
    let fluents = Fluents::new(space, &meta.encoding);
    let numbers = game.fluents().iter().map(|text| board.number(text));
    let numbers: Vec<Option<u32>> = numbers.collect();
    let mut places = vec![None; meta.fluents.len()];
    for (place, number) in numbers.iter().enumerate() {
        if let Some(number) = number {
            places[*number as usize] = Some(place);
        }
    }
    let holds = |number: &Option<u32>| match number {
        Some(number) => Rc::new(fluents.before[*number as usize].clone()),
        None => Rc::new(space.none()),
    };
    let holds: Vec<Rc<Bdd>> = numbers.iter().map(holds).collect();
    let circuit = game.circuit();
    let functions = Functions::of_states(space, circuit, &holds, stop);
    let turns = Turns::new(space, game, &functions);
    let making = Making {
        space,
        game,
        fluents: &fluents,
        homes: meta.encoding.homes(),
        numbers: &numbers,
        places: &places,
        functions: &functions,
        turns: &turns,
        stop,
    };
    let mut moves = Vec::new();
    for role in RoleId::all(game.roles().len()) {
        let made = making.moves(role);
        // What was left out because of a stop looks like something too large.
        if let Some(reason) = stop.requested() {
            return Err(VerifyError::Stopped(reason));
        }
        moves.push(made?);
    }
    Ok(Sheet {
        turns,
        conditions: Conditions {
            space,
            circuit,
            functions,
            stop,
        },
        game,
        moves,
    })
}
