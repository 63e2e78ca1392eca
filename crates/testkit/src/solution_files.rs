//! Solution files of made-up states, and golden files, which must stay readable
//! for ever.
//!
//! Not here: what a reader must say of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{Level, Model, Rewards, Value};
use gdl::{Notation, Rules};
use table::solution::{
    About, Absent, Encoding, Field, Form, Layout, OutcomeId, SolutionError, SolutionWriter,
    Subject, Terms, key_words,
};

/// The states of a file: section and key, and the outcome's number.
pub type States = BTreeMap<(u64, Vec<u64>), u32>;

/// `None` means the smallest.
pub const FORMS: [Option<Form>; 4] = [
    None,
    Some(Form::Diagram),
    Some(Form::Ranked),
    Some(Form::Listed),
];

/// A description for a test file.
pub fn about(absent: Absent) -> About {
    About {
        subject: Subject {
            program: "test".into(),
            game: "a game".into(),
            settings: vec![("width".into(), "5".into())],
            rules: "(role one) (role other)".into(),
            rules_hash: "ab12".into(),
            roles: vec!["one".into(), "other".into()],
            engine: "explicit".into(),
            algorithm: "retrograde".into(),
            start: vec!["f0".into()],
        },
        terms: Terms {
            model: Model::Difference,
            level: Level::Strong,
            infinite: Some(Value::Rewards(Rewards::from_points(&[50, 50]))),
            cyclic: Some(true),
        },
        absent,
        terminals: Some(3),
        layers: Some(vec![1, 2]),
    }
}

/// Who solved which game, and from where, for a test file.
pub fn subject(rules: &Rules, roles: &[String], by: (&str, &str), start: Vec<String>) -> Subject {
    Subject {
        program: "test".into(),
        game: "test".into(),
        rules: gdl::print(rules.sheet(), Notation::Kif),
        rules_hash: rules.hash().to_string(),
        roles: roles.to_vec(),
        engine: by.0.into(),
        algorithm: by.1.into(),
        start,
        ..Subject::default()
    }
}

/// A fluent for each bit, and one more that gives the section.
///
/// # Panics
///
/// When `table` refuses that.
pub fn encoding(bits: u32) -> Encoding {
    let fluents = (0..bits).map(|bit| format!("(f {bit})")).collect();
    let field = |bit| Field {
        bits: 1,
        fluents: vec![bit],
        codes: vec![Some(vec![]), Some(vec![bit])],
    };
    Encoding::new(fluents, vec![], (0..bits).map(field).collect()).expect("fields share no fluent")
}

/// The outcome of a number.
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
///
/// # Panics
///
/// When it cannot be written.
pub fn write(path: &Path, bits: u32, states: &States, form: Option<Form>) {
    let mut writer = SolutionWriter::create(path, "test", 1 << 30).expect("a file can be made");
    writer.begin(encoding(bits), Layout::single(bits as usize), true);
    write_all(writer, states, form);
}

/// Writes them with a writer that has begun.
///
/// # Panics
///
/// When they cannot be written.
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
        added.expect("sorted states are taken");
    }
    let whole = writer.finish(about(Absent::Unreachable));
    whole.expect("the file can be written");
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

/// The states of the golden files, in all forms.
pub fn kept_states() -> States {
    let key = |it: u64| {
        (
            it % 3,
            key(KEPT_BITS, u128::from(it).pow(9) % (1 << KEPT_BITS)),
        )
    };
    (0..100).map(|it| (key(it), (it % 20) as u32)).collect()
}

/// The bits of a key in the golden files.
pub const KEPT_BITS: u32 = 70;

/// The golden file of a form below a folder.
pub fn kept(folder: &Path, form: Option<Form>) -> PathBuf {
    let form = form.map_or("smallest".to_owned(), |it| format!("{it:?}").to_lowercase());
    folder.join(format!("{form}.solution"))
}

/// Writes the golden files, in all forms.
///
/// # Panics
///
/// When one cannot be written.
pub fn write_kept(folder: &Path) {
    for form in FORMS {
        write(&kept(folder, form), KEPT_BITS, &kept_states(), form);
    }
}
