//! Toads and frogs.

use std::collections::HashMap;

use cgt::{Dyadic, GameId, Games, Knobs};

use super::{Solved, solved_with};

/// A row: b'T' is a toad, b'F' a frog, b'.' is empty.
fn row(toads: usize, empty: usize, frogs: usize) -> Vec<u8> {
    [vec![b'T'; toads], vec![b'.'; empty], vec![b'F'; frogs]].concat()
}

/// The rows after one move of a kind that goes to the right.
fn to_the_right(row: &[u8], mine: u8, theirs: u8) -> Vec<Vec<u8>> {
    let mut after = Vec::new();
    for from in (0..row.len()).filter(|&it| row[it] == mine) {
        let to = match &row[from + 1..] {
            [b'.', ..] => from + 1,
            [over, b'.', ..] if *over == theirs => from + 2,
            _ => continue,
        };
        let mut row = row.to_vec();
        row.swap(from, to);
        after.push(row);
    }
    after
}

fn to_the_left(row: &[u8]) -> Vec<Vec<u8>> {
    let mirrored: Vec<u8> = row.iter().rev().copied().collect();
    let after = to_the_right(&mirrored, b'F', b'T').into_iter();
    after.map(|it| it.into_iter().rev().collect()).collect()
}

fn value(row: &[u8], games: &mut Games, known: &mut HashMap<Vec<u8>, GameId>) -> GameId {
    if let Some(&value) = known.get(row) {
        return value;
    }
    let both = [to_the_right(row, b'T', b'F'), to_the_left(row)];
    let [left, right] = both.map(|options| {
        let values = options.iter().map(|it| value(it, games, known));
        values.collect::<Vec<GameId>>()
    });
    let value = games.of_options(&left, &right).unwrap();
    known.insert(row.to_vec(), value);
    value
}

/// The value by parts; compared with that of the second program.
fn checked(toads: usize, empty: usize, frogs: usize, games: &mut Games) -> GameId {
    let numbers = [("toads", toads), ("empty", empty), ("frogs", frogs)];
    let found = solved_with("toads-and-frogs", &numbers.map(|it| (it.0, it.1 as u32)));
    let found = found.start().worth;
    let expected = value(&row(toads, empty, frogs), games, &mut HashMap::new());
    let text = games.show(expected).unwrap();
    assert_eq!(found.value, Some(text), "{toads} {empty} {frogs}");
    let outcome = games.outcome(expected).unwrap();
    assert_eq!(found.outcome, Some(outcome), "{toads} {empty} {frogs}");
    expected
}

#[test]
fn rows_have_their_values() {
    let mut games = Games::new(Knobs::default());
    for toads in 1..=3 {
        for empty in 1..=3 {
            for frogs in 1..=3 {
                checked(toads, empty, frogs, &mut games);
            }
        }
    }
}

fn switch(games: &mut Games, left: GameId, right: GameId) -> GameId {
    games.of_options(&[left], &[right]).unwrap()
}

fn number(games: &mut Games, number: i64) -> GameId {
    games.number(Dyadic::new(number, 0).unwrap()).unwrap()
}

/// Erickson, New toads and frogs results (1996).
#[test]
fn rows_have_the_values_of_erickson() {
    let mut games = Games::new(Knobs::default());
    for (toads, frogs) in [(3, 2), (4, 2), (5, 2), (4, 3), (5, 3), (5, 4)] {
        let (a, b) = (toads as i64, frogs as i64);
        let [p, q, r] = [a - 3, a - b, 3 - b].map(|it| number(&mut games, it));
        let star = games.nimber(cgt::Nimber(1)).unwrap();
        let left = switch(&mut games, p, q);
        let right = switch(&mut games, star, r);
        let expected = switch(&mut games, left, right);
        assert_eq!(checked(toads, 2, frogs, &mut games), expected, "{a} {b}");
    }
    for toads in 2..=5 {
        let value = number(&mut games, toads as i64 - 2);
        let expected = switch(&mut games, value, value);
        assert_eq!(checked(toads, 3, 2, &mut games), expected, "{toads}");
    }
    // 5 - 7/2
    let [one, two] = [1, 2].map(|it| number(&mut games, it));
    let expected = switch(&mut games, one, two);
    assert_eq!(checked(5, 3, 3, &mut games), expected);
}

#[test]
fn obfuscated_rows() {
    let settings = [("toads", "4"), ("empty", "1"), ("frogs", "3")];
    let rules = testkit::library_rules("toads-and-frogs", &settings);
    let plain = Solved::new(&rules).start().worth;
    let hidden = Solved::new(&testkit::obfuscated(&rules, 2)).start().worth;
    assert_eq!(hidden, plain);
}
