//! Files of parts: right ones are proven, on sheets with meaningless names too.

use std::io::Cursor;

use decompose::{Knobs, LastMover, Task};
use game::{Level, Model, Stop};
use gdl::Rules;
use serde_json::Value as Json;
use table::solution::{About, Absent, Encoding, Layout, SolutionWriter, Terms};
use testkit::solution_files::subject;
use testkit::{load, obfuscated};
use verify::{Report, Sample, SolutionFile, VerifyError};

use crate::decoded::{limits, verify};

/// A file of parts that is not written yet.
#[derive(Clone)]
pub struct Sum {
    pub about: About,
    pub parts: Json,
}

impl Sum {
    /// Has the product solve a game by parts.
    pub fn solve(rules: &Rules, model: Model) -> Self {
        Sum::try_solve(rules, model, Knobs::default()).unwrap()
    }

    /// The same, if it can.
    pub fn try_solve(rules: &Rules, model: Model, knobs: Knobs) -> Option<Self> {
        let game = testkit::ground_game(rules);
        let stop = Stop::new();
        let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).unwrap();
        let start = |it| game.holds_initially(it);
        let start = ground::BitState::new(game.fluents().len(), start);
        let task = Task {
            game: &game,
            facts: &facts,
            start: &start,
            model,
            knobs,
            stop: &stop,
        };
        let solved = LastMover::solve(&task).ok()?;
        let parts = serde_json::to_vec(&solved.to_json(&game, model)).unwrap();
        let names = game.fluent_ids().zip(game.fluents());
        let held = names.filter(|(id, _)| game.holds_initially(*id));
        let held = held.map(|(_, name)| name.clone());
        let about = About {
            subject: subject(rules, game.roles(), ("parts", "sum"), held.collect()),
            terms: Terms {
                model,
                level: Level::Strong,
                infinite: None,
                cyclic: Some(false),
            },
            absent: Absent::Unreachable,
            terminals: None,
            layers: None,
        };
        Some(Sum {
            about,
            parts: serde_json::from_slice(&parts).unwrap(),
        })
    }

    pub fn of(name: &str, settings: &[(&str, &str)]) -> Self {
        let text = testkit::library_text(name, settings);
        Sum::solve(&load(&text), Model::Difference)
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solution");
        let hash = &self.about.subject.rules_hash;
        let mut writer = SolutionWriter::create(&path, hash, 1 << 24).unwrap();
        let encoding = Encoding::new(vec![], vec![], vec![]).unwrap();
        writer.begin(encoding, Layout::single(0), false);
        writer.require("parts", self.parts.clone());
        writer.finish(self.about.clone()).unwrap();
        std::fs::read(&path).unwrap()
    }

    pub fn verify(&self) -> Result<Report, VerifyError> {
        verify(&self.bytes(), 1)
    }

    pub fn sample(&self, states: u64) -> Result<Report, VerifyError> {
        let bytes = self.bytes();
        let mut file = SolutionFile::open(Cursor::new(&bytes))?;
        let sample = Sample { states, seed: 3 };
        verify::verify_sample(&mut file, sample, &limits(1), &mut |_| {})
    }
}

/// Small games that are sums, of all kinds.
pub const GAMES: [(&str, &[(&str, &str)]); 14] = [
    ("nim", &[("heaps", "1,2,3")]),
    ("nim", &[("heaps", "2,2,3,1"), ("misere", "true")]),
    ("nim", &[("heaps", "5"), ("misere", "true")]),
    ("subtraction", &[("objects", "20")]),
    ("single-row-nim", &[("objects", "20")]),
    ("single-row-nim", &[("objects", "20"), ("misere", "true")]),
    ("kayles", &[("pins", "8")]),
    ("kayles", &[("pins", "30")]),
    ("dawsons-kayles", &[("pins", "8")]),
    ("dawsons-kayles", &[("pins", "20")]),
    ("domineering", &[("rows", "3"), ("columns", "4")]),
    ("domineering", &[("rows", "4"), ("columns", "4")]),
    ("clobber", &[("rows", "2"), ("columns", "4")]),
    ("clobber", &[("rows", "3"), ("columns", "4")]),
];

#[test]
fn right_files_are_proven_right() {
    for (name, settings) in GAMES {
        let sum = Sum::of(name, settings);
        let found = sum.verify();
        let report = found.unwrap_or_else(|it| panic!("{name} {settings:?}: {it:?}"));
        assert!(report.exhaustive && report.parts.is_some());
        let sampled = sum.sample(60);
        let report = sampled.unwrap_or_else(|it| panic!("{name} {settings:?}: {it:?}"));
        assert_eq!((report.checked, report.exhaustive), (60, false));
    }
}

#[test]
fn names_do_not_matter() {
    // The last one takes longest, and says no more.
    for (name, settings) in GAMES.into_iter().take(13) {
        let rules = load(testkit::library_text(name, settings));
        let rules = obfuscated(&rules, 5);
        for model in [Model::Own, Model::Guaranteed] {
            let found = Sum::solve(&rules, model).verify();
            assert!(found.is_ok(), "{name} {settings:?}: {found:?}");
        }
    }
}

/// A game of the library with some words of its sheet replaced.
pub fn edited(name: &str, settings: &[(&str, &str)], edits: &[(&str, &str)]) -> Rules {
    let text = testkit::library_text(name, settings);
    let text = edits.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    load(&text)
}

/// Edits after which the last to move loses.
const MISERE: [(&str, &str); 3] = [
    ("(goal ?role 0)", "(goal ?role 1)"),
    ("(goal ?role 100)", "(goal ?role 0)"),
    ("(goal ?role 1)", "(goal ?role 100)"),
];

#[test]
fn wild_misere_games_are_proven_too() {
    let two_rows = [MISERE.to_vec(), vec![("(successor 5 6)", "")]].concat();
    for (pins, edits) in [
        ("8", MISERE.to_vec()),
        ("11", two_rows.clone()),
        ("16", MISERE.to_vec()),
        ("16", two_rows),
    ] {
        let rules = edited("kayles", &[("pins", pins)], &edits);
        let sum = Sum::solve(&rules, Model::Difference);
        assert_eq!(sum.parts["combination"], "impartial-misere");
        let report = sum.verify().unwrap_or_else(|it| panic!("{pins}: {it:?}"));
        assert!(report.exhaustive);
        sum.sample(30).unwrap();
    }
}

/// Each element, each product and who loses with each element.
#[test]
fn wrong_misere_quotients_are_found() {
    let rules = edited("kayles", &[("pins", "13")], &MISERE);
    let sum = Sum::solve(&rules, Model::Difference);
    let length = |json: &Json| json.as_array().map_or(0, Vec::len);
    let quotient = &sum.parts["quotient"];
    let order = length(&quotient["products"]);
    assert!(order > 6, "{order}");
    let next = |json: &Json| Json::from((json.as_u64().unwrap() + 1) % order as u64);
    let mut changes: Vec<Json> = Vec::new();
    for place in 0..length(&quotient["elements"]) {
        let mut changed = quotient.clone();
        changed["elements"][place] = next(&changed["elements"][place]);
        changes.push(changed);
    }
    for place in 0..order * order {
        let mut changed = quotient.clone();
        let product = &mut changed["products"][place / order][place % order];
        *product = next(product);
        changes.push(changed);
    }
    for element in 0..order {
        let mut changed = quotient.clone();
        let lost = changed["lost"].as_array_mut().unwrap();
        match lost
            .iter()
            .position(|it| it.as_u64() == Some(element as u64))
        {
            Some(place) => drop(lost.remove(place)),
            None => lost.push(Json::from(element)),
        }
        changes.push(changed);
    }
    for changed in changes {
        let mut wrong = sum.clone();
        wrong.parts["quotient"] = changed.clone();
        let found = wrong.verify();
        assert!(
            matches!(found, Err(VerifyError::Wrong(_))),
            "{changed}: {found:?}"
        );
    }
    let mut damaged = sum;
    damaged.parts["quotient"]["elements"][0] = Json::from(order);
    let found = damaged.verify();
    assert!(
        matches!(found, Err(VerifyError::Unreadable(_))),
        "{found:?}"
    );
}

#[test]
fn partizan_misere_games_are_searched() {
    for size in ["3", "4"] {
        let settings = &[("rows", size), ("columns", "4")];
        let rules = edited(
            "domineering",
            settings,
            &[
                ("(goal ?role 0)", "(goal ?role 1)"),
                ("(goal ?role 100)", "(goal ?role 0)"),
                ("(goal ?role 1)", "(goal ?role 100)"),
            ],
        );
        let sum = Sum::solve(&rules, Model::Difference);
        assert_eq!(sum.parts["combination"], "search");
        sum.verify().unwrap();
        sum.sample(30).unwrap();
    }
}

/// CPU seconds of large games; run with --ignored --nocapture.
#[test]
#[ignore = "measures"]
fn large_games_take_seconds() {
    let heaps = &[("heaps", "100,100,100,100,100,100,100,100")][..];
    for (name, settings) in [
        ("nim", heaps),
        ("kayles", &[("pins", "70")]),
        ("dawsons-kayles", &[("pins", "70")]),
        ("domineering", &[("rows", "4"), ("columns", "6")]),
        ("clobber", &[("rows", "3"), ("columns", "4")]),
    ] {
        let sum = Sum::of(name, settings);
        let bytes = sum.bytes();
        let begun = std::time::Instant::now();
        let found = verify(&bytes, 1);
        println!("{name} {settings:?}: {:?}, {found:?}", begun.elapsed());
    }
}
