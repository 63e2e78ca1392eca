//! Draws a board, if the fluents show one.
//!
//! In: a game and the fluents of a state. Out: a drawing. Names mean nothing here: a board
//! is a function two of whose arguments never have two things in the same place, in any
//! sampled state (`find`); its rows and columns are numbers, or names that a relation of
//! the rules puts in order (`order`).

mod find;
mod order;
mod short;

use std::collections::{BTreeMap, BTreeSet};

use gdl::Rules;
use rustc_hash::FxHashMap;

use self::find::{Grid, Sample, functions, grids};
use self::order::ordered;
use crate::{PlayError, Referee, State};

/// The number of sampled games, and of moves in each.
const SAMPLES: (usize, usize) = (12, 40);
/// An empty cell.
const EMPTY: &str = ".";
/// Width in characters above which names are shortened.
const MAX_WIDTH: usize = 56;

/// A board: some fluents say what is in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Names of the rows, from the top.
    rows: Vec<String>,
    /// Names of the columns, from the left.
    columns: Vec<String>,
    /// What each fluent of the board says, by its text.
    cells: BTreeMap<String, Cell>,
    /// What counts as empty; if nothing does, a cell without a fluent is empty.
    common: Option<String>,
    /// Short names, if the others are too long.
    short: BTreeMap<String, String>,
}

/// What a fluent says of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    row: usize,
    column: usize,
    content: String,
    /// Whether the fluent says what is there, and not only that something is.
    says_what: bool,
}

impl Board {
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
        let places: FxHashMap<&str, usize> = fluents.iter().map(String::as_str).zip(0..).collect();
        let (games, length) = SAMPLES;
        let sample = |state: &State| {
            let mut held = vec![false; fluents.len()];
            for fluent in game.fluents(state) {
                if let Some(&place) = places.get(fluent) {
                    held[place] = true;
                }
            }
            held
        };
        let samples = game.samples(start, games, length)?;
        let samples: Vec<Sample> = samples.iter().map(sample).collect();
        Ok(Board::among(
            fluents,
            (game.roles(), game.rules()),
            &samples,
        ))
    }

    fn among(
        fluents: &[String],
        (roles, rules): (&[String], &Rules),
        samples: &[Sample],
    ) -> Option<Self> {
        let functions = functions(fluents);
        let grids = grids(&functions, rules, samples);
        let cells = grids.first()?.cells();
        let rows = cells.iter().map(|it| it.0.clone()).collect();
        let columns = cells.iter().map(|it| it.1.clone()).collect();
        let mut board = Board {
            rows: ordered(rows, rules),
            columns: ordered(columns, rules),
            cells: BTreeMap::new(),
            common: None,
            short: BTreeMap::new(),
        };
        for (number, grid) in grids.into_iter().enumerate() {
            board.add(grid, fluents, number == 0);
        }
        board.find_common(fluents, roles, samples);
        board.shorten();
        Some(board)
    }

    /// Adds what a function says about the cells. The first one is the board: its other
    /// arguments, if there are any, are the content.
    fn add(&mut self, grid: Grid<'_>, fluents: &[String], is_first: bool) {
        let place = |names: &[String], name: &String| {
            let found = names.iter().position(|known| known == name);
            found.expect("all names were listed")
        };
        for part in &grid.function.parts {
            let others = part.arguments.iter().enumerate();
            let others = others.filter(|(at, _)| *at != grid.row && *at != grid.column);
            let mut words: Vec<&str> = others.map(|(_, it)| it.as_str()).collect();
            let says_what = is_first && !words.is_empty();
            if !says_what {
                words.insert(0, &grid.function.name);
            }
            let (row, column) = grid.cell(part);
            let cell = Cell {
                row: place(&self.rows, row),
                column: place(&self.columns, column),
                content: words.join(" "),
                says_what,
            };
            self.cells.insert(fluents[part.fluent].clone(), cell);
        }
    }

    /// Finds what counts as empty: of the contents that are often there more than once,
    /// and are not some role's, the most frequent.
    fn find_common(&mut self, fluents: &[String], roles: &[String], samples: &[Sample]) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let of_a_role = |content: &str| {
            let mut words = content.split([' ', '(', ')']);
            words.any(|word| roles.iter().any(|role| role == word))
        };
        for (place, fluent) in fluents.iter().enumerate() {
            let cell = self.cells.get(fluent);
            if let Some(cell) = cell.filter(|it| it.says_what && !of_a_role(&it.content)) {
                let held = samples.iter().filter(|held| held[place]);
                *counts.entry(&cell.content).or_default() += held.count();
            }
        }
        let common = counts.into_iter().max_by_key(|(_, count)| *count);
        let common = common.filter(|(_, count)| count * 2 > samples.len() * 3);
        self.common = common.map(|(content, _)| content.to_owned());
    }

    fn shorten(&mut self) {
        let contents = self.cells.values().map(|it| it.content.as_str());
        let contents = contents.filter(|&it| Some(it) != self.common.as_deref());
        let contents: BTreeSet<&str> = contents.collect();
        let longest = contents.iter().map(|it| it.chars().count()).max();
        if longest.unwrap_or(0) * self.columns.len() > MAX_WIDTH {
            self.short = short::short(&contents);
        }
    }

    /// Draws the state in which these fluents hold: the board, and below it the other
    /// fluents.
    pub fn draw(&self, fluents: &[&str]) -> String {
        let mut grid = vec![vec![String::new(); self.columns.len()]; self.rows.len()];
        let mut others = Vec::new();
        for &fluent in fluents {
            match self.cells.get(fluent) {
                Some(cell) if Some(&cell.content) == self.common.as_ref() => {}
                Some(cell) => {
                    let content = self.short.get(&cell.content).unwrap_or(&cell.content);
                    let drawn = &mut grid[cell.row][cell.column];
                    if !drawn.is_empty() {
                        drawn.push('+');
                    }
                    drawn.push_str(content);
                }
                None => others.push(fluent),
            }
        }
        for cell in self.cells.values() {
            let drawn = &mut grid[cell.row][cell.column];
            if drawn.is_empty() {
                drawn.push_str(EMPTY);
            }
        }
        self.lines(&grid) + &self.below(&others)
    }

    fn lines(&self, grid: &[Vec<String>]) -> String {
        let contents = grid.iter().flatten().chain(&self.columns);
        let wide = contents.map(|it| it.chars().count()).max().unwrap_or(1);
        let margin = self.rows.iter().map(|it| it.chars().count()).max();
        let margin = margin.unwrap_or(0);
        let line = |name: &str, cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|it| format!("{it:>wide$}")).collect();
            let line = format!("  {name:>margin$}  {}", cells.join(" "));
            format!("{}\n", line.trim_end())
        };
        let mut text = line("", &self.columns);
        for (name, cells) in self.rows.iter().zip(grid) {
            text.push_str(&line(name, cells));
        }
        text
    }

    /// The meaning of short names, and the other fluents.
    fn below(&self, others: &[&str]) -> String {
        let names = self.short.iter();
        let names = names.map(|(name, short)| format!("{short} is {name}"));
        let names: Vec<String> = names.collect();
        let mut text = String::new();
        for line in [names.join(", "), others.join(" ")] {
            if !line.is_empty() {
                text.push_str(&format!("  {line}\n"));
            }
        }
        text
    }
}
