//! Files of parts with one change each, drawn from a seed: all are found.
//!
//! A change is of a single number, word or entry of the JSON. Most make a file wrong, some
//! damage it; few make no difference, and each of these is argued for below.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use testkit::SplitMix64;
use verify::{Unreadable, VerifyError};

use crate::sums::{GAMES, Sum};

/// A place in a JSON document.
type Path = Vec<Step>;

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Place(usize),
}

/// All numbers and words of a document.
fn leaves(json: &Json, path: &mut Path, all: &mut Vec<Path>) {
    match json {
        Json::Object(fields) => {
            for (key, inner) in fields {
                path.push(Step::Key(key.clone()));
                leaves(inner, path, all);
                path.pop();
            }
        }
        Json::Array(entries) => {
            for (place, inner) in entries.iter().enumerate() {
                path.push(Step::Place(place));
                leaves(inner, path, all);
                path.pop();
            }
        }
        Json::Null => {}
        _ => all.push(path.clone()),
    }
}

fn at<'a>(json: &'a mut Json, path: &[Step]) -> &'a mut Json {
    path.iter().fold(json, |json, step| match step {
        Step::Key(key) => &mut json[key.as_str()],
        Step::Place(place) => &mut json[*place],
    })
}

/// The path without the places: a kind of change.
fn kind(path: &[Step]) -> String {
    let keys = path.iter().map(|step| match step {
        Step::Key(key) => key.as_str(),
        Step::Place(_) => "*",
    });
    keys.collect::<Vec<&str>>().join(".")
}

/// Changes a number or word a little.
fn change(json: &mut Json, random: &mut SplitMix64) {
    *json = match json {
        Json::Bool(it) => json!(!*it),
        Json::Number(it) => {
            let number = it.as_i64().unwrap();
            let by = 1 + random.below(2) as i64;
            json!(if random.happens(1, 2) {
                number + by
            } else {
                number - by
            })
        }
        Json::String(it) => match it.parse::<u128>() {
            Ok(count) => json!((count + 1).to_string()),
            Err(_) => json!(format!("{it}x")),
        },
        _ => Json::Null,
    };
}

/// Changes that make no difference: another way to write the same partizan value. The
/// checker proves that it is the same.
fn may_be_harmless(kind: &str) -> bool {
    kind.starts_with("games.")
}

/// Changes each kind of leaf so many times in each game.
fn all_are_found(games: &[(&str, &[(&str, &str)])], times: usize) {
    for (name, settings) in games {
        let sum = Sum::of(name, settings);
        let mut all = Vec::new();
        leaves(&sum.parts, &mut Vec::new(), &mut all);
        // By kind, so that rare ones are drawn too.
        let mut kinds = BTreeMap::<String, Vec<Path>>::new();
        for path in all {
            kinds.entry(kind(&path)).or_default().push(path);
        }
        let random = &mut SplitMix64::new(7);
        for (kind, paths) in kinds {
            for _ in 0..times {
                let mut changed = sum.clone();
                let path = random.pick(&paths);
                change(at(&mut changed.parts, path), random);
                let found = match changed.verify() {
                    Err(VerifyError::Wrong(_)) => true,
                    Err(VerifyError::Unreadable(Unreadable::Damaged { .. })) => true,
                    Ok(_) => may_be_harmless(&kind),
                    Err(_) => false,
                };
                assert!(
                    found,
                    "{name} {settings:?}, {path:?}: {:?}",
                    changed.verify()
                );
            }
        }
    }
}

#[test]
fn changed_numbers_are_found() {
    let few = [0, 1, 2, 3, 6, 10, 12].map(|game| GAMES[game]);
    all_are_found(&few, 3);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn many_changed_numbers_are_found() {
    all_are_found(&GAMES, 60);
}

/// Entries of a list.
fn list<'a>(json: &'a mut Json, key: &str) -> &'a mut Vec<Json> {
    json[key].as_array_mut().unwrap()
}

/// A change of more than one number, for a game by its place.
type Change = (&'static str, usize, fn(&mut Json));

const CHANGES: [Change; 19] = [
    ("a part is missing", 0, |it| drop(list(it, "parts").pop())),
    ("parts have each other's tables", 0, |it| {
        it["parts"][0]["table"] = json!(1);
        it["parts"][1]["table"] = json!(0);
    }),
    ("a part is there twice", 0, |it| {
        let part = it["parts"][0].clone();
        list(it, "parts").push(part);
    }),
    ("a state is missing", 3, |it| {
        for key in ["states", "next", "worth"] {
            list(&mut it["tables"][0], key).pop();
        }
    }),
    ("a state is there twice", 3, |it| {
        for key in ["states", "next", "worth"] {
            let last = it["tables"][0][key][5].clone();
            list(&mut it["tables"][0], key).push(last);
        }
    }),
    ("a state comes up again", 3, |it| {
        it["tables"][0]["next"][9] = json!([[0], [0]]);
    }),
    ("two fluents are exchanged", 6, |it| {
        list(&mut it["parts"][0], "fluents").swap(0, 1);
    }),
    ("a role has fewer moves", 6, |it| {
        drop(it["tables"][0]["next"][0][1].as_array_mut().unwrap().pop());
    }),
    ("both roles have fewer moves", 6, |it| {
        for role in 0..2 {
            it["tables"][0]["next"][0][role]
                .as_array_mut()
                .unwrap()
                .pop();
        }
    }),
    ("a move is not listed", 6, |it| {
        list(&mut it["parts"][0], "moves").retain(|it| it != "(hit 3)");
    }),
    ("another combination", 0, |it| {
        it["combination"] = json!("search");
    }),
    ("no fluent tells the turn", 0, |it| list(it, "turn").clear()),
    ("rewards of both ends are exchanged", 0, |it| {
        list(it, "stuck").reverse();
    }),
    ("the last piece is missing", 7, |it| {
        drop(list(it, "pieces").pop());
    }),
    ("a piece is another one", 7, |it| {
        it["pieces"][20] = it["pieces"][19].clone();
    }),
    ("a piece leads to fewer sums", 7, |it| {
        for role in 0..2 {
            it["pieces"][20]["next"][role]
                .as_array_mut()
                .unwrap()
                .remove(3);
        }
    }),
    ("a part has fewer actions", 7, |it| {
        // The last action has two writes.
        let game = list(&mut it["parts"][0], "game");
        game.truncate(game.len() - 7);
    }),
    ("roles are exchanged in a partizan table", 10, |it| {
        for state in list(&mut it["tables"][0], "next") {
            state.as_array_mut().unwrap().reverse();
        }
    }),
    ("a partizan value has its sides exchanged", 10, |it| {
        let game = list(it, "games")
            .iter_mut()
            .find(|it| it["left"].is_array())
            .unwrap();
        let left = game["left"].take();
        game["left"] = game["right"].take();
        game["right"] = left;
    }),
];

#[test]
fn larger_changes_are_found() {
    for (what, game, change) in CHANGES {
        let (name, settings) = GAMES[game];
        let mut sum = Sum::of(name, settings);
        change(&mut sum.parts);
        match sum.verify() {
            Err(VerifyError::Wrong(_)) => {}
            Err(VerifyError::Unreadable(Unreadable::Damaged { .. })) => {}
            other => panic!("{what}: {other:?}"),
        }
    }
}

/// What the worth `null` says is nothing, so it is no error; neither is one table for each
/// of two parts that are alike, a state that nothing leads to, or a list in another order.
#[test]
fn changes_that_say_the_same_are_none() {
    const SAME: [Change; 5] = [
        ("a worth is not told", 1, |it| {
            it["tables"][0]["worth"][0] = Json::Null;
        }),
        ("parts in another order", 0, |it| {
            list(it, "parts").reverse();
        }),
        ("counts are not told", 0, |it| {
            for count in ["states", "terminals", "layers"] {
                it[count] = Json::Null;
            }
        }),
        ("a table that is not used", 0, |it| {
            let table = it["tables"][0].clone();
            list(it, "tables").push(table);
        }),
        ("successors in another order", 6, |it| {
            it["tables"][0]["next"][0][0]
                .as_array_mut()
                .unwrap()
                .reverse();
        }),
    ];
    for (what, game, change) in SAME {
        let (name, settings) = GAMES[game];
        let mut sum = Sum::of(name, settings);
        change(&mut sum.parts);
        if what == "a worth is not told" {
            sum.parts["buckets"] = Json::Null;
        }
        let found = sum.verify();
        assert!(found.is_ok(), "{what}: {found:?}");
        sum.sample(30).unwrap();
    }
}
