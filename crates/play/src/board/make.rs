//! Finds the board of a game, if its fluents show one.
//!
//! In: a game. Out: a [`Board`]. Names mean nothing here: a board is a function two of
//! whose arguments name a place in which there are rarely two things, in sampled games
//! (`find`).

use std::collections::{BTreeMap, BTreeSet};

use ground::BitState;
use rustc_hash::FxHashMap;

use super::field::{self, Field, Reel};
use super::find::{Grid, Sample, functions, grids};
use super::shape::{Board, Cell, Mark, Piece, Writing};
use super::short::short;
use super::text::LINE_WIDTH;
use super::upright::{Signs, Upright};
use super::{empty, gravity, homes, reading, words};
use crate::referee::Walk;
use crate::{PlayError, Referee, State};

/// The number of sampled games, and of moves in each.
const SAMPLES: (usize, usize) = (12, 40);

/// Width of a cell, in characters, above which names are shortened: wider cells do not
/// look like a board.
const MAX_NAME_WIDTH: usize = 5;

/// Width of all cells together, in characters, above which names are shortened.
const MAX_NAMES_WIDTH: usize = 36;

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
        let grids = grids(&functions, game.rules(), &samples);
        let Some(&first) = grids.first() else {
            return Ok(None);
        };
        let mut field = Field::new(&grids, game.rules());
        let whole = reels(&field, &walks, &samples);
        field.empty = empty::empty(&field.contents, game.roles(), &whole);
        let reels = reels(&field, &walks, &samples);
        homes::find_owners(&mut field.contents, game.roles(), &reels);
        let upright = signs(&field, first, game, &reels).upright(&field);
        let mut board = Board::new(&field, upright, fluents);
        let states = walks.iter().flat_map(|walk| &walk.states);
        board.writing = board.writing(states.map(|state| game.fluents(state)));
        Ok(Some(board))
    }

    /// The field, turned the right way up.
    fn new(field: &Field, upright: Upright, fluents: &[String]) -> Self {
        let Upright { down, from_first } = upright;
        let mut rows = field.axes[down].names.clone();
        if !from_first {
            rows.reverse();
        }
        let contents = field.contents.iter().enumerate();
        let contents = contents.filter(|(number, _)| Some(*number) != field.empty);
        let names: BTreeSet<&str> = contents.clone().map(|(_, it)| it.name.as_str()).collect();
        let labels = short(&names);
        let numbers: BTreeMap<usize, usize> = contents.clone().map(|it| it.0).zip(0..).collect();
        let piece = |(_, content): (usize, &field::Content)| Piece {
            name: content.name.clone(),
            label: labels[&content.name].clone(),
            owner: content.owner,
        };
        let mark = |(&fluent, mark): (&usize, &field::Mark)| {
            let row = mark.cell[down];
            let row = if from_first {
                row
            } else {
                rows.len() - 1 - row
            };
            let cell = Cell {
                row,
                column: mark.cell[1 - down],
            };
            let piece = numbers.get(&mark.content).copied();
            (fluents[fluent].clone(), Mark { cell, piece })
        };
        Board {
            marks: field.marks.iter().map(mark).collect(),
            pieces: contents.map(piece).collect(),
            columns: field.axes[1 - down].names.clone(),
            counts_up: !from_first,
            row_first: down == 0,
            writing: Writing {
                width: 1,
                labels: false,
            },
            rows,
        }
    }

    /// How cells are written: as wide as the widest piece, or as the widest pile of a
    /// sampled state.
    fn writing<'a>(&self, states: impl Iterator<Item = Vec<&'a str>>) -> Writing {
        let mut names = self.pieces.iter().map(|it| length(&it.name)).max();
        let single = self.pieces.iter().map(|it| length(&it.label)).max();
        let mut labels = single;
        for fluents in states {
            let view = self.view(&fluents);
            for square in view.squares.iter().flatten() {
                names = names.max(Some(square.width(|it| length(&it.name))));
                labels = labels.max(Some(square.width(|it| length(&it.label))));
            }
        }
        let (names, labels) = (names.unwrap_or(1).max(1), labels.unwrap_or(1).max(1));
        let uses_labels = names > MAX_NAME_WIDTH || names * self.columns.len() > MAX_NAMES_WIDTH;
        let pieces = if uses_labels { labels } else { names };
        let columns = self.columns.iter().map(|it| length(it)).max();
        // Too wide: names of columns are written downwards, then piles are cut.
        let widths = [pieces.max(columns.unwrap_or(0)), pieces];
        let width = widths
            .into_iter()
            .find(|&it| self.line_width(it) <= LINE_WIDTH);
        Writing {
            width: width.or(single).unwrap_or(1).max(1),
            labels: uses_labels,
        }
    }
}

/// In characters.
fn length(name: &str) -> usize {
    name.chars().count()
}

fn reels(field: &Field, walks: &[Walk], samples: &[Sample]) -> Vec<Reel> {
    let mut frames = samples.iter().map(|held| field.frame(held));
    let reel = |walk: &Walk| Reel {
        frames: frames.by_ref().take(walk.states.len()).collect(),
        movers: walk.movers.clone(),
    };
    walks.iter().map(reel).collect()
}

fn signs(field: &Field, grid: Grid<'_>, game: &Referee, reels: &[Reel]) -> Signs {
    let sizes = field.axes.each_ref().map(|axis| axis.names.len());
    Signs {
        fall: gravity::fall(reels, sizes),
        reading: reading::reading(field, game.rules()),
        home: homes::home(&field.contents, sizes, reels),
        column: words::column(game.rules(), &grid.function.name, grid.places),
    }
}
