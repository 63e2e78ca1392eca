//! The games that the tests take: from the library, and drawn at random.

use game::Model;
use testkit::{GameShape, GraphGame, SplitMix64, Style, drawn_game, library_text};

use crate::decoded::Decoded;

pub const MODELS: [Model; 3] = [Model::Difference, Model::Own, Model::Guaranteed];

/// Small games of the library, with and without cycles, for one role to three.
const LIBRARY: [(&str, &[(&str, &str)]); 7] = [
    ("nim", &[("heaps", "1,2,3")]),
    ("three-player-nim", &[("heaps", "1,2,2")]),
    ("chess-endgame", &[("size", "3")]),
    ("clobber", &[("rows", "2"), ("columns", "3")]),
    ("hanoi", &[("disks", "2")]),
    ("pancakes", &[("size", "4")]),
    ("dots-and-boxes", &[("rows", "1"), ("columns", "2")]),
];

/// A game drawn at random: of one role to three, with or without cycles.
pub fn drawn(random: &mut SplitMix64, roles: usize) -> String {
    let shape = GameShape {
        roles,
        constant_sum: roles == 2 && random.happens(1, 3),
        acyclic: random.happens(1, 3),
    };
    drawn_game(shape, random)
}

/// A solution of a game drawn at random in which every move leads to a later
/// section.
pub fn layered(random: &mut SplitMix64) -> Decoded {
    let text = acyclic(random);
    let (model, draws) = (*random.pick(&MODELS), random.happens(1, 4));
    Decoded::solve(&text, model, draws, random).in_order()
}

/// The same under a model, without distances of draws.
pub fn layered_under(model: Model, random: &mut SplitMix64) -> Decoded {
    let text = acyclic(random);
    Decoded::solve(&text, model, false, random).in_order()
}

/// A game drawn at random in which positions ascend.
fn acyclic(random: &mut SplitMix64) -> String {
    let shape = GameShape::ending(random);
    let seeds: Vec<u64> = (0..3 + random.below(25)).map(|_| random.draw()).collect();
    GraphGame::from_seeds(shape, &seeds).to_gdl(Style::Named)
}

/// The rules of one of the games, by the seed.
pub fn any(random: &mut SplitMix64) -> String {
    match random.happens(1, 3) {
        true => {
            let (name, settings) = *random.pick(&LIBRARY);
            library_text(name, settings)
        }
        false => {
            let roles = 1 + random.below(3);
            drawn(random, roles)
        }
    }
}

/// A solution of one of the games.
pub fn solution(random: &mut SplitMix64) -> Decoded {
    let text = any(random);
    let (model, draws) = (*random.pick(&MODELS), random.happens(1, 4));
    Decoded::solve(&text, model, draws, random)
}

/// Games of the library in which something only grows, or only shrinks.
const ASCENDING: [(&str, &[(&str, &str)]); 7] = [
    ("nim", &[("heaps", "1,2,3")]),
    ("three-player-nim", &[("heaps", "1,2,2")]),
    ("clobber", &[("rows", "2"), ("columns", "3")]),
    ("dots-and-boxes", &[("rows", "1"), ("columns", "2")]),
    ("mnk", &[("width", "3"), ("height", "2"), ("length", "2")]),
    ("subtraction", &[("objects", "9")]),
    ("chomp", &[("rows", "2"), ("columns", "3")]),
];

/// What a fluent of these games adds to the number of a section.
fn ascends(fluent: &str) -> i64 {
    let words: Vec<&str> = fluent
        .split(|it: char| !it.is_ascii_alphanumeric())
        .collect();
    let last = words.iter().rev().find(|word| !word.is_empty()).unwrap();
    match words[1.min(words.len() - 1)] {
        "heap" => -last.parse::<i64>().unwrap(),
        "square" => -1,
        "drawn" => 1,
        "cell" => ["o", "x", "empty"].contains(last).into(),
        _ => 0,
    }
}

/// A solution of a game of the library in which every move leads to a later section.
pub fn ascending(random: &mut SplitMix64) -> Decoded {
    let (name, settings) = *random.pick(&ASCENDING);
    let (model, draws) = (*random.pick(&MODELS), random.happens(1, 4));
    let text = library_text(name, settings);
    Decoded::solve(&text, model, draws, random).in_sections(30, ascends)
}
