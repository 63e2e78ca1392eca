//! Finds the board of a game, if its fluents show one.
//!
//! In: a game. Out: a [`Board`]. Names mean nothing here: a board is a function two of
//! whose arguments name a place in which there are rarely two things, in sampled games
//! (`find`).

use ground::BitState;
use rustc_hash::FxHashMap;

use super::field::{Field, Reel};
use super::find::{Found, found};
use super::function::{Sample, functions};
use super::shape::Board;
use super::turned::Turned;
use super::upright::Signs;
use super::words::Variables;
use super::{empty, gravity, homes, reading};
use crate::referee::Walk;
use crate::{PlayError, Referee, State};

/// The number of sampled games, and of moves in each.
const SAMPLES: (usize, usize) = (12, 40);

impl Board {
    /// Finds the board of a game that could be made ground, from its first state on.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn of(game: &Referee) -> Result<Option<Self>, PlayError> {
        let Some(ground) = game.ground() else {
            return Ok(None);
        };
        let start = BitState::new(ground.fluents().len(), |it| ground.holds_initially(it));
        Board::find(game, ground.fluents(), &State::from(start))
    }

    /// Finds the board of a game, if its fluents show one; `fluents` has all or most of
    /// them.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn find(
        game: &Referee,
        fluents: &[String],
        start: &State,
    ) -> Result<Option<Self>, PlayError> {
        let (games, length) = SAMPLES;
        let walks = game.walks(start, games, length)?;
        let places: FxHashMap<&str, usize> = fluents.iter().map(String::as_str).zip(0..).collect();
        let sample = |state: &State| {
            let mut held = vec![false; fluents.len()];
            for fluent in game.fluents(state) {
                if let Some(&place) = places.get(fluent) {
                    held[place] = true;
                }
            }
            held
        };
        let states = walks.iter().flat_map(|walk| &walk.states);
        let samples: Vec<Sample> = states.map(sample).collect();
        let functions = functions(fluents);
        let found = found(&functions, game.rules(), &samples);
        if found.is_empty() {
            return Ok(None);
        }
        let turned = found.iter().map(|it| turned(it, game, &walks, &samples));
        let mut board = Board::new(&turned.collect::<Vec<_>>(), fluents);
        let states = walks.iter().flat_map(|walk| &walk.states);
        board.writing = board.writing(states.map(|state| game.fluents(state)));
        Ok(Some(board))
    }
}

/// Boards with the same sides, turned the right way up.
fn turned(found: &Found<'_>, game: &Referee, walks: &[Walk], samples: &[Sample]) -> Turned {
    let mut field = Field::new(found, game.rules());
    let whole = reels(&field, walks, samples);
    field.empty = empty::empty(&field.contents, game.roles(), &whole);
    let reels = reels(&field, walks, samples);
    homes::find_owners(&mut field.contents, game.roles(), &reels);
    let best = &found.boards[0][0];
    let function = best.function;
    let variables = Variables::of(game.rules(), &function.name, function.arity());
    let sizes = field.axes.each_ref().map(|axis| axis.names.len());
    let signs = Signs {
        fall: gravity::fall(&reels, sizes),
        reading: reading::reading(&field, game.rules()),
        home: homes::home(&field.contents, sizes, &reels),
        column: variables.column(best.places),
    };
    let called = |&place: &usize| variables.called(place).unwrap_or_default();
    Turned {
        upright: signs.upright(&field),
        boards: found
            .boards
            .iter()
            .map(|it| it[0].function.name.clone())
            .collect(),
        called: best.panels.iter().map(called).collect(),
        field,
    }
}

/// The games as each panel shows them, without the moves that change nothing there.
fn reels(field: &Field, walks: &[Walk], samples: &[Sample]) -> Vec<Reel> {
    let mut samples = samples.iter();
    let mut all = Vec::new();
    for walk in walks {
        let mut reels: Vec<Reel> = Vec::new();
        let movers = [None].into_iter().chain(walk.movers.iter().copied());
        for (held, mover) in samples.by_ref().take(walk.states.len()).zip(movers) {
            let frames = field.frames(held);
            if reels.is_empty() {
                let reel = |frame| Reel {
                    frames: vec![frame],
                    movers: Vec::new(),
                };
                reels = frames.into_iter().map(reel).collect();
                continue;
            }
            for (reel, frame) in reels.iter_mut().zip(frames) {
                if reel.frames.last() != Some(&frame) {
                    reel.frames.push(frame);
                    reel.movers.push(mover);
                }
            }
        }
        all.extend(reels);
    }
    all
}
