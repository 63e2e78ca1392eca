//! Games on boards. Each position falls apart into pieces, which are looked up
//! in one table wherever they lie.

use std::collections::{BTreeSet, HashMap};

use cgt::{GameId, Games, Knobs, Outcome, decide};

/// Free squares as (row, column), moved to the upper left corner.
type Region = BTreeSet<(u8, u8)>;

fn board(rows: u8, columns: u8) -> Region {
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    squares.collect()
}

/// The connected pieces of at least two squares.
fn pieces(mut region: Region) -> Vec<Region> {
    let mut pieces = Vec::new();
    while let Some(start) = region.pop_first() {
        let mut piece = Region::from([start]);
        let mut open = vec![start];
        while let Some((row, column)) = open.pop() {
            let around = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            let new = around.into_iter().filter(|square| region.remove(square));
            for square in new.collect::<Vec<_>>() {
                piece.insert(square);
                open.push(square);
            }
        }
        if piece.len() > 1 {
            pieces.push(in_corner(&piece));
        }
    }
    pieces
}

fn in_corner(piece: &Region) -> Region {
    let top = piece.iter().map(|square| square.0).min().unwrap();
    let first = piece.iter().map(|square| square.1).min().unwrap();
    piece
        .iter()
        .map(|square| (square.0 - top, square.1 - first))
        .collect()
}

/// Left puts dominoes upright, Right puts them across.
fn domino_moves(region: &Region, left: bool) -> Vec<Region> {
    let moves = region.iter().filter_map(|&(row, column)| {
        let other = if left {
            (row + 1, column)
        } else {
            (row, column + 1)
        };
        region.contains(&other).then(|| {
            let mut after = region.clone();
            after.remove(&(row, column));
            after.remove(&other);
            after
        })
    });
    moves.collect()
}

#[derive(Default)]
struct Table {
    known: HashMap<Region, GameId>,
}

impl Table {
    fn value(&mut self, games: &mut Games, region: &Region) -> GameId {
        if let Some(&value) = self.known.get(region) {
            return value;
        }
        let [left, right] = [true, false].map(|side| {
            let options = domino_moves(region, side).into_iter();
            let values = options.map(|option| {
                let parts = pieces(option).into_iter();
                let parts: Vec<GameId> = parts.map(|it| self.value(games, &it)).collect();
                games.sum(&parts).unwrap()
            });
            values.collect::<Vec<GameId>>()
        });
        let value = games.of_options(&left, &right).unwrap();
        self.known.insert(region.clone(), value);
        value
    }
}

#[test]
fn sums_of_regions_are_decided_like_their_canonical_forms() {
    let mut games = Games::new(Knobs::default());
    let mut table = Table::default();
    table.value(&mut games, &board(4, 4));
    let mut regions: Vec<(Region, GameId)> = table.known.into_iter().collect();
    regions.sort_unstable();
    let mut pick = 0;
    let mut some = |parts: usize| -> Vec<GameId> {
        let step = |_| {
            pick = (pick * 31 + 7_919) % regions.len();
            regions[pick].1
        };
        (0..parts).map(step).collect()
    };
    for _ in 0..60 {
        let parts = some(7);
        let sum = games.sum(&parts).unwrap();
        let outcome = games.outcome(sum).unwrap();
        assert_eq!(decide(&mut games, &parts), Ok(outcome));
    }
    // Their sums would be enormous.
    for _ in 0..10 {
        assert!(decide(&mut games, &some(40)).is_ok());
    }
}

/// Plays domineering out, without values: whether who is to move wins.
fn starter_wins(region: &Region, left: bool, known: &mut HashMap<(Region, bool), bool>) -> bool {
    if let Some(&wins) = known.get(&(region.clone(), left)) {
        return wins;
    }
    let moves = domino_moves(region, left).into_iter();
    let wins = moves.into_iter().any(|it| !starter_wins(&it, !left, known));
    known.insert((region.clone(), left), wins);
    wins
}

#[test]
fn domineering_has_the_known_values() {
    // On Numbers and Games, chapter 10; Winning Ways, chapter 5; CGSuite.
    let known = [
        ((1, 1), "0"),
        ((2, 1), "1"),
        ((1, 2), "-1"),
        ((4, 1), "2"),
        ((2, 2), "±1"),
        ((3, 2), "{1/2|-2}"),
        ((3, 3), "±1"),
        ((4, 4), "±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
    ];
    let mut games = Games::new(Knobs::default());
    let mut table = Table::default();
    for ((rows, columns), text) in known {
        let value = table.value(&mut games, &board(rows, columns));
        assert_eq!(games.show(value).unwrap(), text, "{rows}x{columns}");
    }
}

#[test]
#[ignore = "slow: 130,000 regions, 3 CPU seconds"]
fn domineering_on_five_by_five_is_worth_nothing() {
    let mut games = Games::new(Knobs::default());
    let value = Table::default().value(&mut games, &board(5, 5));
    assert_eq!(value, GameId::ZERO);
}

#[test]
fn domineering_is_won_by_whom_the_value_says() {
    let mut games = Games::new(Knobs::default());
    let mut table = Table::default();
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (3, 4)] {
        let region = board(rows, columns);
        let value = table.value(&mut games, &region);
        let mut known = HashMap::new();
        let [left, right] = [true, false].map(|side| starter_wins(&region, side, &mut known));
        let outcome = games.outcome(value).unwrap();
        assert_eq!(outcome, Outcome::of(left, right), "{rows}x{columns}");
    }
}

/// Rows of x (Left), o (Right), # (burnt) and . (free).
type Stones = Vec<Vec<char>>;

fn stones(text: &str) -> Stones {
    text.split('|').map(|row| row.chars().collect()).collect()
}

fn at(stones: &Stones, (row, column): (isize, isize)) -> Option<char> {
    let row = stones.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

fn put(stones: &Stones, (row, column): (isize, isize), stone: char) -> Stones {
    let mut after = stones.clone();
    after[row as usize][column as usize] = stone;
    after
}

fn squares(stones: &Stones) -> Vec<(isize, isize)> {
    let columns = stones[0].len() as isize;
    let rows = 0..stones.len() as isize;
    rows.flat_map(|row| (0..columns).map(move |column| (row, column)))
        .collect()
}

/// A stone moves onto a neighbouring stone of the other colour.
fn clobber_moves(stones: &Stones, left: bool) -> Vec<Stones> {
    let (mine, theirs) = if left { ('x', 'o') } else { ('o', 'x') };
    let mut moves = Vec::new();
    for square in squares(stones) {
        for step in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let to = (square.0 + step.0, square.1 + step.1);
            if at(stones, square) == Some(mine) && at(stones, to) == Some(theirs) {
                moves.push(put(&put(stones, square, '.'), to, mine));
            }
        }
    }
    moves
}

/// Free squares that a queen at this square reaches.
fn queen_reach(stones: &Stones, from: (isize, isize)) -> Vec<(isize, isize)> {
    let mut reached = Vec::new();
    for step in (0..9).map(|code| (code / 3 - 1, code % 3 - 1)) {
        let mut to = (from.0 + step.0, from.1 + step.1);
        while step != (0, 0) && at(stones, to) == Some('.') {
            reached.push(to);
            to = (to.0 + step.0, to.1 + step.1);
        }
    }
    reached
}

/// An amazon moves like a queen, then burns a square as far as a queen goes.
fn amazon_moves(stones: &Stones, left: bool) -> Vec<Stones> {
    let mine = if left { 'x' } else { 'o' };
    let mut moves = Vec::new();
    let amazons = squares(stones).into_iter();
    for from in amazons.filter(|&it| at(stones, it) == Some(mine)) {
        let lifted = put(stones, from, '.');
        for to in queen_reach(stones, from) {
            let moved = put(&lifted, to, mine);
            let shots = queen_reach(&moved, to).into_iter();
            moves.extend(shots.map(|shot| put(&moved, shot, '#')));
        }
    }
    moves
}

fn stones_value(
    games: &mut Games,
    moves: fn(&Stones, bool) -> Vec<Stones>,
    position: Stones,
    known: &mut HashMap<Stones, GameId>,
) -> GameId {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let [left, right] = [true, false].map(|side| {
        let options = moves(&position, side).into_iter();
        let values = options.map(|option| stones_value(games, moves, option, known));
        values.collect::<Vec<GameId>>()
    });
    let value = games.of_options(&left, &right).unwrap();
    known.insert(position, value);
    value
}

#[test]
fn clobber_and_amazons_have_the_values_of_cgsuite() {
    let mut games = Games::new(Knobs::default());
    let value = stones_value(
        &mut games,
        clobber_moves,
        stones("xox|ox."),
        &mut HashMap::new(),
    );
    assert_eq!(games.show(value).unwrap(), "{^^*|*,v}");
    let start = stones("x...|o...");
    let value = stones_value(&mut games, amazon_moves, start, &mut HashMap::new());
    assert_eq!(
        games.show(value).unwrap(),
        "±{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},±1,±{1,{2|0}}}}"
    );
}
