//! Versions and required features: what is not known is refused by its name.

use testkit::SplitMix64;
use verify::{Unreadable, VerifyError};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::decoded::{Decoded, verify};

fn nim() -> Decoded {
    let text = testkit::library_text("nim", &[("heaps", "1,2")]);
    let random = &mut SplitMix64::new(3);
    Decoded::solve(&text, game::Model::Difference, false, random)
}

fn requiring(names: &[&str]) -> Vec<u8> {
    nim().bytes_with(|writer| {
        for name in names {
            writer.require(name, serde_json::json!({"of": [1, 2]}));
        }
    })
}

fn renumbered(mut bytes: Vec<u8>, version: u8) -> Vec<u8> {
    bytes[8] = version;
    let sum = xxh3_64_with_seed(&bytes[..24], 0);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn unreadable(bytes: &[u8]) -> Unreadable {
    match verify(bytes, 1) {
        Err(VerifyError::Unreadable(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_required_feature_that_is_not_known_is_refused_by_its_name() {
    let why = unreadable(&requiring(&["folded-boards", "2-colours"]));
    assert!(why.to_string().contains("2-colours, folded-boards"));
    assert!(matches!(why, Unreadable::Features { names } if names.len() == 2));
}

#[test]
fn a_file_of_version_2_that_requires_nothing_is_checked_as_any_other() {
    let solution = nim();
    let bytes = solution.bytes_with(|writer| {
        writer.require("folded-boards", serde_json::json!(null));
        let (encoding, layout) = (&solution.encoding, &solution.layout);
        writer.begin(encoding.clone(), layout.clone(), solution.distances);
    });
    assert_eq!(bytes[8], 2);
    let plain = solution.bytes();
    assert_eq!(plain[8], 1);
    assert_eq!(verify(&bytes, 1).unwrap(), verify(&plain, 1).unwrap());
}

#[test]
fn required_features_cannot_be_hidden_by_the_version() {
    let hidden = renumbered(requiring(&["folded-boards"]), 1);
    assert!(matches!(unreadable(&hidden), Unreadable::Damaged { .. }));
    let missing = renumbered(nim().bytes(), 2);
    assert!(matches!(unreadable(&missing), Unreadable::Damaged { .. }));
}

#[test]
fn another_version_is_refused_by_its_number() {
    for version in [0, 3, 9] {
        let why = unreadable(&renumbered(nim().bytes(), version));
        assert!(why.to_string().contains(&format!("version {version}")));
        assert!(matches!(why, Unreadable::Version { found } if found == u32::from(version)));
    }
}

#[test]
fn a_database_that_does_not_say_what_it_must_is_damaged() {
    let name = table::solution::UNREACHABLE_STATES;
    for detail in ["null", "{}", r#"{"steps": "3"}"#, r#"{"steps": -1}"#] {
        let detail = serde_json::from_str(detail).unwrap();
        let bytes = nim().bytes_with(|writer| writer.require(name, detail));
        assert!(matches!(unreadable(&bytes), Unreadable::Damaged { .. }));
    }
    // Nor can it be whole.
    let bytes = nim().bytes_with(|writer| writer.require_unreachable(None));
    assert!(matches!(unreadable(&bytes), Unreadable::Damaged { .. }));
}
