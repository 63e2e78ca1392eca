//! Partizan values as JSON, and back: each after its options.

use cgt::{Dyadic, GameId, Games, Nimber};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::damage::Damage;

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum SavedGame {
    /// A number: numerator, and the power of two of the denominator.
    Number { number: (i64, u32) },
    /// A nimber.
    Nimber { nimber: u32 },
    /// Any other: places of left and right options.
    Options { left: Vec<u32>, right: Vec<u32> },
}

/// The games among these values and all that they consist of; and the place of each value.
/// Where options are too many to be written the value is left out.
pub(super) fn saved_games(
    arena: &mut Games,
    values: &[Option<GameId>],
) -> (Vec<SavedGame>, Vec<Option<u32>>) {
    let mut saving = Saving {
        arena,
        saved: Vec::new(),
        places: FxHashMap::default(),
    };
    let places = values
        .iter()
        .map(|value| saving.place(value.as_ref().copied()?));
    let places = places.collect();
    (saving.saved, places)
}

struct Saving<'a> {
    arena: &'a mut Games,
    saved: Vec<SavedGame>,
    places: FxHashMap<GameId, u32>,
}

impl Saving<'_> {
    fn place(&mut self, value: GameId) -> Option<u32> {
        let mut stack = vec![value];
        while let Some(&game) = stack.last() {
            if self.places.contains_key(&game) {
                stack.pop();
                continue;
            }
            let saved = match (self.arena.as_number(game), self.arena.as_nimber(game)) {
                (Some(number), _) => SavedGame::Number {
                    number: (number.numerator(), number.exponent()),
                },
                (None, Some(Nimber(nimber))) => SavedGame::Nimber { nimber },
                (None, None) => {
                    let left = self.arena.left_options(game).ok()?;
                    let right = self.arena.right_options(game).ok()?;
                    let options = left.iter().chain(right.iter()).copied();
                    let open = options.filter(|it| !self.places.contains_key(it));
                    let open: Vec<GameId> = open.collect();
                    if !open.is_empty() {
                        stack.extend(open);
                        continue;
                    }
                    let places =
                        |options: &[GameId]| options.iter().map(|it| self.places[it]).collect();
                    SavedGame::Options {
                        left: places(&left),
                        right: places(&right),
                    }
                }
            };
            self.places.insert(game, self.saved.len() as u32);
            self.saved.push(saved);
            stack.pop();
        }
        self.places.get(&value).copied()
    }
}

/// Reads games of positions that have at most this many options.
pub(super) fn read_games(
    saved: &[SavedGame],
    options: usize,
    arena: &mut Games,
) -> Result<Vec<GameId>, Damage> {
    let mut games: Vec<GameId> = Vec::new();
    for game in saved {
        let read = match game {
            SavedGame::Number {
                number: (numerator, exponent),
            } => {
                let number = Dyadic::new(*numerator, *exponent);
                number.and_then(|number| arena.number(number))
            }
            // A heap has an option for each object.
            SavedGame::Nimber { nimber } if *nimber as usize > options => {
                return Err("a value that is too large");
            }
            SavedGame::Nimber { nimber } => arena.nimber(Nimber(*nimber)),
            SavedGame::Options { left, right } => {
                let of = |places: &[u32]| {
                    let options = places.iter().map(|&it| games.get(it as usize).copied());
                    options
                        .collect::<Option<Vec<GameId>>>()
                        .ok_or("an option of a value")
                };
                arena.of_options(&of(left)?, &of(right)?)
            }
        };
        games.push(read.map_err(|_| "a value that is too large")?);
    }
    Ok(games)
}
