//! Clobber and domineering.

use std::collections::HashMap;

use cgt::{GameId, Games, Knobs, Outcome};

use super::{Solved, solved_with};

/// Cells of a board, row by row: b'x' is the first role's, b'o' the second's, b'.' is free,
/// b'#' is not.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    cells: Vec<u8>,
    columns: usize,
}

impl Board {
    fn new(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> u8) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| cell(row, column)).collect();
        Board { cells, columns }
    }

    fn clobber(rows: usize, columns: usize) -> Self {
        // The first cell is white's, who is the first role.
        Board::new(rows, columns, |row, column| {
            [b'x', b'o'][(row + column) % 2]
        })
    }

    fn domineering(rows: usize, columns: usize) -> Self {
        Board::new(rows, columns, |_, _| b'.')
    }

    /// The cells to the right and below.
    fn neighbours(&self, cell: usize) -> [Option<usize>; 2] {
        let right = !(cell + 1).is_multiple_of(self.columns);
        let below = cell + self.columns < self.cells.len();
        [
            right.then_some(cell + 1),
            below.then_some(cell + self.columns),
        ]
    }

    fn with(&self, changes: [(usize, u8); 2]) -> Self {
        let mut after = self.clone();
        for (cell, content) in changes {
            after.cells[cell] = content;
        }
        after
    }
}

type Moves = fn(&Board, bool) -> Vec<Board>;

/// A stone moves onto a neighbouring stone of the other colour.
fn clobber_moves(board: &Board, left: bool) -> Vec<Board> {
    let (mine, theirs) = if left { (b'x', b'o') } else { (b'o', b'x') };
    let pairs = (0..board.cells.len()).flat_map(|cell| {
        board
            .neighbours(cell)
            .into_iter()
            .flatten()
            .map(move |it| (cell, it))
    });
    let both = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
    both.filter(|&(from, to)| (board.cells[from], board.cells[to]) == (mine, theirs))
        .map(|(from, to)| board.with([(from, b'#'), (to, mine)]))
        .collect()
}

/// Left lays dominoes upright, Right across.
fn domino_moves(board: &Board, left: bool) -> Vec<Board> {
    let other = |cell| board.neighbours(cell)[usize::from(left)];
    let pairs = (0..board.cells.len()).filter_map(|cell| Some((cell, other(cell)?)));
    pairs
        .filter(|&(a, b)| (board.cells[a], board.cells[b]) == (b'.', b'.'))
        .map(|(a, b)| board.with([(a, b'#'), (b, b'#')]))
        .collect()
}

type Known = HashMap<(Board, bool), bool>;

/// Plays a game out: whether who is to move wins.
fn starter_wins(moves: Moves, board: &Board, left: bool, known: &mut Known) -> bool {
    let key = (board.clone(), left);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut options = moves(board, left).into_iter();
    let wins = options.any(|it| !starter_wins(moves, &it, !left, known));
    known.insert(key, wins);
    wins
}

fn outcome(moves: Moves, board: &Board) -> Outcome {
    let mut known = Known::new();
    let [left, right] = [true, false].map(|it| starter_wins(moves, board, it, &mut known));
    Outcome::of(left, right)
}

/// The value by the options of all boards, none of which is split.
fn value(
    moves: Moves,
    board: &Board,
    games: &mut Games,
    known: &mut HashMap<Board, GameId>,
) -> GameId {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let [left, right] = [true, false].map(|side| {
        let options = moves(board, side).into_iter();
        let values = options.map(|option| value(moves, &option, games, known));
        values.collect::<Vec<GameId>>()
    });
    let value = games.of_options(&left, &right).unwrap();
    known.insert(board.clone(), value);
    value
}

fn solved(name: &str, rows: usize, columns: usize) -> Solved {
    solved_with(name, &[("rows", rows as u32), ("columns", columns as u32)])
}

/// Whether play ends with the first move at the latest. Then nobody takes turns, and no
/// parts are found.
fn is_over_at_once(moves: Moves, board: &Board) -> bool {
    let after = moves(board, true);
    after.iter().all(|it| moves(it, false).is_empty())
}

/// Compares outcomes with those of play; they are returned.
fn clobber(rows: usize, columns: usize) -> Outcome {
    let board = Board::clobber(rows, columns);
    let found = solved("clobber", rows, columns).start().worth.outcome;
    let expected = outcome(clobber_moves, &board);
    assert_eq!(found, Some(expected), "{rows}x{columns}");
    expected
}

#[test]
fn clobber_in_one_row() {
    for columns in 4..=20 {
        let found = clobber(1, columns);
        // Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005).
        if columns % 2 == 0 {
            let expected = if columns == 6 { Outcome::P } else { Outcome::N };
            assert_eq!(found, expected, "{columns}");
        }
    }
}

#[test]
fn clobber_in_two_rows() {
    for columns in 2..=6 {
        clobber(2, columns);
    }
}

#[test]
#[ignore = "slow: ten CPU seconds"]
fn clobber_in_two_long_rows() {
    for columns in 7..=8 {
        clobber(2, columns);
    }
}

fn domineering(rows: usize, columns: usize) {
    let board = Board::domineering(rows, columns);
    if is_over_at_once(domino_moves, &board) {
        return;
    }
    let found = solved("domineering", rows, columns).start().worth;
    let expected = outcome(domino_moves, &board);
    assert_eq!(found.outcome, Some(expected), "{rows}x{columns}");
}

#[test]
fn domineering_is_won_by_whom_play_says() {
    for rows in 1..=5 {
        for columns in (1..=5).filter(|it| rows * it < 25) {
            domineering(rows, columns);
        }
    }
}

#[test]
#[ignore = "slow: ten CPU seconds"]
fn domineering_on_five_by_five() {
    domineering(5, 5);
    // Breuker, Uiterwijk and van den Herik, Solving 8x8 domineering (2000).
    let found = solved("domineering", 5, 5).start().worth;
    assert_eq!(found.outcome, Some(Outcome::P));
}

#[test]
fn domineering_has_its_canonical_forms() {
    // On Numbers and Games, chapter 10; Winning Ways, chapter 5; CGSuite.
    let published = [
        ((3, 2), "{1/2|-2}"),
        ((3, 3), "±1"),
        ((4, 4), "±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
    ];
    let mut games = Games::new(Knobs::default());
    for rows in 1..=4 {
        for columns in 1..=4 {
            let board = Board::domineering(rows, columns);
            if is_over_at_once(domino_moves, &board) {
                continue;
            }
            let found = solved("domineering", rows, columns).start().worth.value;
            let expected = value(domino_moves, &board, &mut games, &mut HashMap::new());
            let expected = games.show(expected).unwrap();
            assert_eq!(found.as_ref(), Some(&expected), "{rows}x{columns}");
            let text = published.iter().find(|it| it.0 == (rows, columns));
            assert!(text.is_none_or(|it| it.1 == expected));
        }
    }
}

#[test]
fn clobber_has_its_canonical_forms() {
    let mut games = Games::new(Knobs::default());
    for (rows, columns) in [(1, 7), (1, 10), (2, 3), (2, 4), (3, 3)] {
        let found = solved("clobber", rows, columns).start().worth.value;
        let board = Board::clobber(rows, columns);
        let expected = value(clobber_moves, &board, &mut games, &mut HashMap::new());
        let expected = games.show(expected).unwrap();
        assert_eq!(found, Some(expected), "{rows}x{columns}");
    }
}

#[test]
fn obfuscated_boards() {
    for (name, rows, columns) in [("domineering", "4", "4"), ("clobber", "2", "4")] {
        let settings = [("rows", rows), ("columns", columns)];
        let rules = testkit::library_rules(name, &settings);
        let plain = Solved::new(&rules).start().worth;
        let hidden = Solved::new(&testkit::obfuscated(&rules, 9)).start().worth;
        assert_eq!(hidden, plain, "{name}");
    }
}
