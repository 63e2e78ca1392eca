//! Games on a strip, from Winning Ways and from CGSuite's own tests.

use std::collections::HashMap;

use cgt::{GameId, Games, Knobs};

/// Left's moves if the flag is set, else Right's: positions as strings.
type Moves = fn(&str, bool) -> Vec<String>;

fn value(
    games: &mut Games,
    moves: Moves,
    position: &str,
    known: &mut HashMap<String, GameId>,
) -> GameId {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let [left, right] = [true, false].map(|side| {
        let options = moves(position, side).into_iter();
        let values = options.map(|option| value(games, moves, &option, known));
        values.collect::<Vec<GameId>>()
    });
    let value = games.of_options(&left, &right).unwrap();
    known.insert(position.to_owned(), value);
    value
}

fn written(moves: Moves, position: &str) -> String {
    let mut games = Games::new(Knobs::default());
    let value = value(&mut games, moves, position, &mut HashMap::new());
    games.show(value).unwrap()
}

/// Toads go right, frogs left: to the next square, or over one of the others.
fn toads_and_frogs(position: &str, left: bool) -> Vec<String> {
    let strip: Vec<char> = match left {
        true => position.chars().collect(),
        false => position.chars().rev().collect(),
    };
    let (mine, theirs) = if left { ('t', 'f') } else { ('f', 't') };
    let mut options = Vec::new();
    for at in 0..strip.len() {
        let ahead = |steps: usize| strip.get(at + steps).copied();
        let steps = match (ahead(1), ahead(2)) {
            (Some('.'), _) => 1,
            (Some(next), Some('.')) if next == theirs => 2,
            _ => continue,
        };
        if strip[at] == mine {
            let mut after = strip.clone();
            after.swap(at, at + steps);
            let text = if left {
                after
            } else {
                after.into_iter().rev().collect()
            };
            options.push(text.into_iter().collect());
        }
    }
    options
}

/// A stalk of blue (l), red (r) and green (e) edges, the ground on the left: a
/// player cuts an edge, and what is above it is gone.
fn hackenbush_stalk(position: &str, left: bool) -> Vec<String> {
    let mine = if left { 'l' } else { 'r' };
    let edges = position.char_indices();
    let cut = edges.filter(|&(_, colour)| colour == mine || colour == 'e');
    cut.map(|(at, _)| position[..at].to_owned()).collect()
}

/// A row of dominoes: a player topples one, with all on one side of it.
fn toppling_dominoes(position: &str, left: bool) -> Vec<String> {
    let mine = if left { 'l' } else { 'r' };
    let dominoes = position.char_indices();
    let toppled = dominoes.filter(|&(_, colour)| colour == mine || colour == 'e');
    let both = toppled.map(|(at, _)| [&position[..at], &position[at + 1..]]);
    both.flatten().map(str::to_owned).collect()
}

/// Players take vertices of a path; the neighbours are then for that player
/// only (L, R), or for nobody (#) if they were the other one's.
fn snort(position: &str, left: bool) -> Vec<String> {
    let (mine, theirs) = if left { ('L', 'R') } else { ('R', 'L') };
    let path: Vec<char> = position.chars().collect();
    let free = (0..path.len()).filter(|&at| path[at] == '.' || path[at] == mine);
    let taken = free.map(|at| {
        let mut after = path.clone();
        after[at] = '#';
        for near in [at.wrapping_sub(1), at + 1] {
            match after.get_mut(near) {
                Some(vertex) if *vertex == '.' => *vertex = mine,
                Some(vertex) if *vertex == theirs => *vertex = '#',
                _ => {}
            }
        }
        after.into_iter().collect()
    });
    taken.collect()
}

#[test]
fn toads_and_frogs_have_the_known_values() {
    // Winning Ways, chapter 1, and CGSuite.
    let known = [
        ("t.f", "*"),
        ("t..f", "0"),
        ("tf.", "0"),
        ("t.tf", "1/2"),
        ("tt.ff", "*"),
        (
            "ttttt..fffff",
            "±{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}",
        ),
    ];
    for (position, text) in known {
        assert_eq!(written(toads_and_frogs, position), text, "{position}");
    }
}

#[test]
fn hackenbush_stalks_are_numbers_by_their_colours() {
    let known = [
        ("", "0"),
        ("lll", "3"),
        ("lr", "1/2"),
        ("lrr", "1/4"),
        ("llr", "3/2"),
        ("lrlrrllr", "77/128"),
        ("eee", "*3"),
        ("el", "^*"),
        ("er", "v*"),
        ("ell", "^[2]*"),
        ("lrlerrr", "3/4v[3]*"),
    ];
    for (stalk, text) in known {
        assert_eq!(written(hackenbush_stalk, stalk), text, "{stalk}");
    }
}

#[test]
fn toppling_dominoes_have_the_known_values() {
    let known = [
        ("l", "1"),
        ("lr", "*"),
        ("lrrlrrl", "Tiny(1/2)"),
        ("lere", "{1|0,{0|-1}}"),
    ];
    for (row, text) in known {
        assert_eq!(written(toppling_dominoes, row), text, "{row}");
    }
}

#[test]
fn snort_on_a_path_has_the_known_value() {
    assert_eq!(written(snort, "L...L"), "{4|0,±1}");
}
