//! Sums that were kept as JSON and damaged: what reads them says so, or answers. It never
//! panics and never takes long.

use decompose::{Asked, Knobs, LastMover};
use game::{Model, Playable, RoleId};
use ground::{BitState, GroundGame, Simulator};
use serde_json::{Value, json};

use crate::whole_games::{by_parts, start};

/// Paths to all numbers, texts and truth values of a document.
fn leaves(json: &Value, path: &str, found: &mut Vec<String>) {
    match json {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(place, it)| leaves(it, &format!("{path}/{place}"), found));
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            fields.for_each(|(name, it)| leaves(it, &format!("{path}/{name}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// What may stand there instead.
fn instead(json: &Value) -> Vec<Value> {
    let others = [
        json!(0),
        json!(1),
        json!(2),
        json!(63),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(-1),
        json!(1.5),
        json!(null),
        json!([]),
    ];
    match json {
        Value::Number(number) => {
            let near = number.as_u64().into_iter();
            let near = near.flat_map(|it| [json!(it + 1), json!(it ^ 1), json!(it * 2)]);
            near.chain(others).collect()
        }
        Value::Bool(it) => vec![json!(!it), json!(null)],
        _ => vec![json!(""), json!("(nothing)"), json!(null), json!(7)],
    }
}

/// The start and all states after its moves.
fn some_states(game: &GroundGame) -> Vec<BitState> {
    let begin = start(game);
    let mut game = Simulator::new(game.clone());
    let Ok(legal) = game.legal_moves(&begin);
    let mut states = vec![begin.clone()];
    for role in RoleId::all(2) {
        for mov in &legal[role.index()] {
            let mut joint: Vec<_> = legal.iter().map(|it| it[0]).collect();
            joint[role.index()] = *mov;
            let Ok(next) = game.successor(&begin, &joint);
            states.push(next);
        }
    }
    states
}

/// Damages so many leaves; how many of these documents are refused.
fn damage(name: &str, settings: &[(&str, &str)], count: usize) -> usize {
    let rules = testkit::library_rules(name, settings);
    let (game, solved) = by_parts(&rules).unwrap();
    let whole = solved.to_json(&game, Model::Difference);
    let (states, begin) = (some_states(&game), start(&game));
    let knobs = Knobs {
        searched_sums: 1 << 10,
        ..Knobs::default()
    };
    let mut found = Vec::new();
    leaves(&whole, "", &mut found);
    let mut refused = 0;
    for path in found.iter().step_by(1 + found.len() / count) {
        for other in instead(whole.pointer(path).unwrap()) {
            let mut json = whole.clone();
            *json.pointer_mut(path).unwrap() = other;
            match LastMover::from_json(&json, &game, &begin, knobs) {
                Err(why) => {
                    assert!(!why.is_empty());
                    refused += 1;
                }
                Ok(read) => {
                    for state in &states {
                        let asked = read.ask(state);
                        let summary = read.summary(state);
                        assert!(asked == Asked::Unreachable || summary.is_some());
                    }
                    read.census();
                }
            }
        }
    }
    refused
}

#[test]
fn listed_parts() {
    assert!(damage("nim", &[("heaps", "3,4")], 1000) > 100);
    assert!(damage("nim", &[("heaps", "3,4"), ("misere", "true")], 1000) > 100);
}

#[test]
fn misere_quotients() {
    assert!(damage("kayles", &[("pins", "7"), ("misere", "true")], 20) > 50);
}

#[test]
fn pieces() {
    assert!(damage("kayles", &[("pins", "13")], 40) > 50);
    assert!(damage("domineering", &[("rows", "4"), ("columns", "4")], 20) > 50);
}

#[test]
fn partizan_values() {
    assert!(damage("domineering", &[("rows", "2"), ("columns", "3")], 300) > 100);
    assert!(damage("clobber", &[("rows", "2"), ("columns", "3")], 300) > 100);
}
