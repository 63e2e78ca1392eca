//! Any bytes as a solution file: neither reader panics, and where both read the
//! states of a section they read the same ones, worth the same.
//!
//! Where the bytes are long enough, their checksums are made right first: damage
//! then comes as far as the code that reads numbers.
#![no_main]

use std::fs;
use std::io::Cursor;
use std::path::Path;

use game::Value;
use libfuzzer_sys::fuzz_target;
use table::solution::{Key, OutcomeId, Place, Probe, SolutionFile, key_words};
use testkit::frame::mend;
use verify::Told;

type Checker<'b> = verify::SolutionFile<Cursor<&'b [u8]>>;

/// Sections of more states are not listed by the checker's reader, which reads all.
const MOST_STATES: u128 = 20_000;

fn look(path: &Path, bytes: &[u8]) {
    let checker = verify::SolutionFile::open(Cursor::new(bytes));
    let file = SolutionFile::open(path, 1 << 20);
    if let Ok(file) = &file {
        walk(file);
    }
    match (file, checker) {
        (Ok(file), Ok(mut checker)) => compare(&file, &mut checker),
        (_, Ok(mut checker)) => list(&mut checker),
        _ => {}
    }
}

/// Keys that are there or not.
fn places(file: &SolutionFile, section: u64) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for state in file.states(section).take(200).flatten() {
        let key = state.0;
        places.push(Place { section, key });
    }
    let words = key_words(file.encoding().bits());
    for number in 0..20_u64 {
        let words = vec![number.wrapping_mul(0x9e37_79b9_7f4a_7c15); words];
        let key = Key::from_words(&words);
        places.push(Place { section, key });
    }
    places
}

/// All that the reader can be asked.
fn walk(file: &SolutionFile) {
    for section in file.sections().unwrap_or_default().iter().take(8) {
        let places = places(file, section.number);
        for place in &places {
            let _ = file.probe(place);
            let _ = file.encoding().decode(&place.key);
        }
        let _ = file.probe_batch(&places);
        if let Ok(Some(ranks)) = file.ranks(section.number) {
            for rank in [0, section.states / 2, section.states] {
                let _ = ranks.at(rank);
            }
        }
    }
    let all: Vec<u32> = (0..file.encoding().fluents().len() as u32).collect();
    let _ = file.place(&all);
}

fn list(checker: &mut Checker<'_>) {
    let sections: Vec<(u64, u128)> = checker.sections().take(8).collect();
    for (place, (_, states)) in sections.into_iter().enumerate() {
        if states <= MOST_STATES {
            let _ = checker.tell(place, &mut |_, _| {});
        }
    }
}

fn compare(file: &SolutionFile, checker: &mut Checker<'_>) {
    let sections: Vec<(u64, u128)> = checker.sections().collect();
    let listed = file.sections().expect("the checker has read the directory");
    let listed: Vec<(u64, u128)> = listed.iter().map(|it| (it.number, it.states)).collect();
    assert_eq!(listed, sections);
    for (place, (section, states)) in sections.into_iter().enumerate().take(8) {
        if states > MOST_STATES {
            continue;
        }
        let mut known = Vec::new();
        let told = checker.tell(place, &mut |held, told| known.push((held, told)));
        if told.is_err() {
            continue;
        }
        // What the checker has read to the end is without damage.
        let found = file.states(section).map(|state| {
            let (key, outcome) = state.expect("the checker found no damage");
            (file.encoding().decode(&key), tell(file, outcome))
        });
        let found: Vec<(Option<Vec<u32>>, Told)> = found.collect();
        assert_eq!(found, known);
        for place in places(file, section) {
            if let Some(held) = file.encoding().decode(&place.key) {
                probe(file, checker, &held);
            }
        }
    }
}

/// Both readers on the state in which these fluents hold, wherever it belongs.
fn probe(file: &SolutionFile, checker: &mut Checker<'_>, held: &[u32]) {
    let found = match file.place(held) {
        Some(place) => file.probe(&place),
        None => Ok(file.absent()),
    };
    if let (Ok(found), Ok(told)) = (found, checker.told(held)) {
        let found = match found {
            Probe::Known(outcome) => Some(tell(file, outcome)),
            Probe::Unreachable | Probe::Unknown => None,
        };
        assert_eq!(found, told);
    }
}

fn tell(file: &SolutionFile, outcome: OutcomeId) -> Told {
    let outcome = file.outcome(outcome);
    Told {
        value: match &outcome.value {
            Value::Rewards(rewards) => rewards.to_string(),
            Value::Infinite => "infinite".to_owned(),
            Value::Unresolved => "unresolved".to_owned(),
        },
        distance: outcome.distance,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("zermelo-fuzz-{}", std::process::id()));
    let mut bytes = bytes.to_vec();
    fs::write(&path, &bytes).expect("there is room for a small file");
    look(&path, &bytes);
    mend(&mut bytes);
    fs::write(&path, &bytes).expect("there is room for a small file");
    look(&path, &bytes);
});
