//! The solution file from outside: what was written is read, damage is found.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod damage;
mod round_trip;
mod sets;
mod version;

use std::collections::BTreeMap;
use std::path::Path;

use game::{Level, Model, Rewards, Value};
use table::solution::{
    About, Absent, Encoding, Field, Form, Key, Layout, OutcomeId, Place, Probe, SolutionError,
    SolutionFile, SolutionWriter, key_words,
};

/// The states of a file: section and key, and the outcome's number.
pub type States = BTreeMap<(u64, Vec<u64>), u32>;

/// No form means the smallest.
pub const FORMS: [Option<Form>; 4] = [
    None,
    Some(Form::Diagram),
    Some(Form::Ranked),
    Some(Form::Listed),
];

/// Something to say of a game.
pub fn about(absent: Absent) -> About {
    About {
        program: "test".into(),
        game: "a game".into(),
        settings: vec![("width".into(), "5".into())],
        rules: "(role one) (role other)".into(),
        rules_hash: "ab12".into(),
        roles: vec!["one".into(), "other".into()],
        model: Model::Difference,
        level: Level::Strong,
        infinite: Some(Value::Rewards(Rewards::from_points(&[50, 50]))),
        cyclic: Some(true),
        engine: "explicit".into(),
        algorithm: "retrograde".into(),
        absent,
        terminals: Some(3),
        layers: Some(vec![1, 2]),
        start: vec!["f0".into()],
    }
}

/// A fluent for each bit, and one more that tells the section.
pub fn encoding(bits: u32) -> Encoding {
    let fluents = (0..bits).map(|bit| format!("(f {bit})")).collect();
    let field = |bit| Field {
        bits: 1,
        fluents: vec![bit],
        codes: vec![Some(vec![]), Some(vec![bit])],
    };
    Encoding::new(fluents, vec![], (0..bits).map(field).collect()).unwrap()
}

/// What outcome `number` is.
pub fn outcome(number: u32) -> (Value, Option<u64>) {
    match number {
        0 => (Value::Unresolved, None),
        1 => (Value::Rewards(Rewards::from_points(&[50, 50])), None),
        _ => {
            let rewards = Rewards::from_points(&[100 - number as i32 % 7, number as i32 % 7]);
            (Value::Rewards(rewards), Some(u64::from(number)))
        }
    }
}

/// Writes a file from sorted states.
pub fn write(path: &Path, bits: u32, states: &States, form: Option<Form>) {
    let mut writer = SolutionWriter::create(path, "test", 1 << 30).unwrap();
    writer.begin(encoding(bits), Layout::single(bits as usize), true);
    write_all(writer, states, form);
}

/// Writes them with a writer that has begun.
pub fn write_all(mut writer: SolutionWriter, states: &States, form: Option<Form>) {
    if let Some(form) = form {
        writer.force(form);
    }
    let most = states.values().max().copied().unwrap_or(0);
    for number in 0..=most {
        let (value, distance) = outcome(number);
        assert_eq!(writer.outcome(&value, distance), OutcomeId(number));
    }
    let mut sections: Vec<u64> = states.keys().map(|(section, _)| *section).collect();
    sections.dedup();
    for section in sections.into_iter().rev() {
        let added = writer.add_sorted(section, &mut |take| {
            for ((_, key), &outcome) in states.iter().filter(|((it, _), _)| *it == section) {
                take(key, OutcomeId(outcome))?;
            }
            Ok::<(), SolutionError>(())
        });
        added.unwrap();
    }
    writer.finish(about(Absent::Unreachable)).unwrap();
}

/// Some bits as a key.
pub fn key(bits: u32, number: u128) -> Vec<u64> {
    let mut words = vec![0; key_words(bits)];
    for bit in 0..bits.min(128) {
        let value = (number >> (bits.min(128) - 1 - bit) & 1) as u64;
        words[bit as usize / 64] |= value << (63 - bit % 64);
    }
    words
}

/// Where a key is.
pub fn place(section: u64, key: &[u64]) -> Place {
    Place {
        section,
        key: Key::from_words(key),
    }
}

/// Compares all that a file says with the states that it should have.
pub fn check(file: &SolutionFile, states: &States, others: &[(u64, Vec<u64>)]) {
    let mut places = Vec::new();
    let mut expected = Vec::new();
    for ((section, key), &outcome) in states {
        places.push(place(*section, key));
        expected.push(Probe::Known(OutcomeId(outcome)));
    }
    for (section, key) in others {
        if !states.contains_key(&(*section, key.clone())) {
            places.insert(places.len() / 2, place(*section, key));
            expected.insert(expected.len() / 2, Probe::Unreachable);
        }
    }
    for (place, expected) in places.iter().zip(&expected) {
        assert_eq!(file.probe(place).unwrap(), *expected, "{place:?}");
    }
    assert_eq!(file.probe_batch(&places).unwrap(), expected);
    let mut found = States::new();
    for section in file.sections().unwrap() {
        let before = found.len() as u128;
        for state in file.states(section.number) {
            let (key, outcome) = state.unwrap();
            let key = (section.number, key.words().to_vec());
            assert!(found.last_key_value().is_none_or(|(last, _)| *last < key));
            found.insert(key, outcome.0);
        }
        assert_eq!(found.len() as u128 - before, section.states);
    }
    assert_eq!(found, *states);
    assert_eq!(file.counts().states, states.len() as u128);
    file.check_blocks().unwrap();
}
