//! Files of parts with one change each, drawn from a seed: all are found.
//!
//! A change is of a single number, word or entry of the JSON. Most make a file wrong, some
//! damage it; few make no difference, and each of these is argued for below.

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
            json!(if random.happens(1, 2) { number + by } else { number - by })
        }
        Json::String(it) => match it.parse::<u128>() {
            Ok(count) => json!((count + 1).to_string()),
            Err(_) => json!(format!("{it}x")),
        },
        _ => Json::Null,
    };
}

#[test]
#[ignore = "explores"]
fn explore() {
    let mut survived = std::collections::BTreeMap::new();
    for (name, settings) in GAMES {
        let sum = Sum::of(name, settings);
        let mut all = Vec::new();
        leaves(&sum.parts, &mut Vec::new(), &mut all);
        // By kind, so that small ones are drawn too.
        let mut kinds = std::collections::BTreeMap::<String, Vec<Path>>::new();
        for path in all {
            kinds.entry(kind(&path)).or_default().push(path);
        }
        let random = &mut SplitMix64::new(7);
        for (kind, paths) in kinds {
            for _ in 0..12 {
                let mut changed = sum.clone();
                let path = random.pick(&paths);
                let leaf = at(&mut changed.parts, path);
                let before = leaf.clone();
                change(leaf, random);
                let after = leaf.clone();
                let found = changed.verify();
                let key = match &found {
                    Ok(_) => "OK",
                    Err(VerifyError::Wrong(_)) => "wrong",
                    Err(VerifyError::Unreadable(_)) => "damaged",
                    Err(VerifyError::Undecided { .. }) => "undecided",
                    Err(_) => "other",
                };
                let entry: &mut (usize, Vec<String>) = survived.entry((kind.clone(), key)).or_default();
                entry.0 += 1;
                if key != "wrong" && key != "damaged" && entry.1.len() < 2 {
                    entry.1.push(format!("{name} {settings:?} {path:?}: {before} -> {after}: {found:?}"));
                }
            }
        }
    }
    for ((kind, key), (count, texts)) in survived {
        println!("{kind} {key} {count}");
        for text in texts { println!("      {}", &text[..text.len().min(600)]); }
    }
}
