//! Other versions are refused by name, and this one stays as it is.

use std::fs;
use std::path::Path;

use serde_json::json;
use table::solution::{
    Absent, Layout, SolutionError, SolutionFile, SolutionWriter, Steps, UNREACHABLE_STATES,
};
use tempfile::tempdir;
use testkit::solution_files::{
    FORMS, States, about, encoding, kept, kept_states, key, write, write_all, write_kept,
};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::check;

/// Files of version 1 as first written; `cargo xtask golden` rewrites them.
fn version_1() -> &'static Path {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/solution/version-1"
    ))
}

#[test]
fn files_of_version_1_are_read() {
    for form in FORMS {
        let file = SolutionFile::open(&kept(version_1(), form), 0).unwrap();
        check(&file, &kept_states(), &[(0, key(70, 5)), (7, key(70, 5))]);
    }
}

#[test]
fn files_are_written_as_version_1_had_them() {
    let folder = tempdir().unwrap();
    write_kept(folder.path());
    for form in FORMS {
        let [kept, written] = [version_1(), folder.path()].map(|it| kept(it, form));
        assert!(
            fs::read(kept).unwrap() == fs::read(written).unwrap(),
            "{form:?}"
        );
    }
}

/// A file with another number for its version.
fn renumber(path: &Path, version: u8) {
    let mut bytes = fs::read(path).unwrap();
    bytes[8] = version;
    let sum = xxh3_64_with_seed(&bytes[..24], 0);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    fs::write(path, &bytes).unwrap();
}

/// Writes the kept states with these features in front.
fn write_with(path: &Path, features: &[&str], prepare: impl Fn(&mut SolutionWriter)) {
    let mut writer = SolutionWriter::create(path, "test", 1 << 30).unwrap();
    prepare(&mut writer);
    writer.begin(encoding(70), Layout::single(70), true);
    for feature in features {
        writer.require(feature, json!({"detail": [1, 2]}));
    }
    write_all(writer, &kept_states(), None);
}

fn open_error(path: &Path) -> SolutionError {
    SolutionFile::open(path, 0).err().unwrap()
}

#[test]
fn what_needs_no_feature_is_written_as_version_1() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    for form in FORMS {
        write(&path, 70, &kept_states(), form);
        assert!(fs::read(&path).unwrap() == fs::read(kept(version_1(), form)).unwrap());
    }
}

#[test]
fn a_required_feature_that_is_not_known_is_refused_by_its_name() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    write_with(&path, &["folded-boards", "2-colours"], |_| ());
    assert_eq!(fs::read(&path).unwrap()[8], 2);
    let error = open_error(&path);
    assert!(error.is_about_content());
    assert!(error.to_string().contains("2-colours, folded-boards"));
    let SolutionError::Features { names, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(names, ["2-colours", "folded-boards"]);
}

#[test]
fn a_file_of_version_2_that_requires_nothing_is_read() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    // A writer that begins again drops its required features.
    write_with(&path, &[], |writer| {
        writer.begin(encoding(70), Layout::single(70), true);
        writer.require("folded-boards", json!(null));
    });
    assert_eq!(fs::read(&path).unwrap()[8], 2);
    let file = SolutionFile::open(&path, 0).unwrap();
    check(&file, &kept_states(), &[(0, key(70, 5)), (7, key(70, 5))]);
}

#[test]
fn required_features_cannot_be_hidden_by_the_version() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    write_with(&path, &["folded-boards"], |_| ());
    renumber(&path, 1);
    let error = open_error(&path);
    assert!(matches!(error, SolutionError::Corrupt { .. }), "{error}");
    write(&path, 70, &kept_states(), None);
    renumber(&path, 2);
    let error = open_error(&path);
    assert!(matches!(error, SolutionError::Corrupt { .. }), "{error}");
}

/// Writes the kept states as a part that requires this of an endgame database.
fn write_database(path: &Path, absent: Absent, say: impl Fn(&mut SolutionWriter)) {
    let mut writer = SolutionWriter::create(path, "test", 1 << 30).unwrap();
    writer.begin(encoding(70), Layout::single(70), true);
    say(&mut writer);
    writer.finish(about(absent)).unwrap();
}

#[test]
fn a_database_says_how_long_play_lasts() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    for steps in [None, Some(0), Some(7)] {
        write_database(&path, Absent::Unknown, |it| it.require_unreachable(steps));
        let file = SolutionFile::open(&path, 0).unwrap();
        assert_eq!(file.endgames(), Some(Steps(steps)));
    }
    write(&path, 70, &kept_states(), None);
    assert_eq!(SolutionFile::open(&path, 0).unwrap().endgames(), None);
}

#[test]
fn a_database_that_does_not_say_what_it_must_is_damaged() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    for detail in [
        json!(null),
        json!({}),
        json!({"steps": "3"}),
        json!({"steps": -1}),
    ] {
        write_database(&path, Absent::Unknown, |it| {
            it.require(UNREACHABLE_STATES, detail.clone());
        });
        let error = open_error(&path);
        assert!(matches!(error, SolutionError::Corrupt { .. }), "{error}");
    }
    // Nor can it be whole.
    write_database(&path, Absent::Unreachable, |it| {
        it.require_unreachable(None);
    });
    let error = open_error(&path);
    assert!(matches!(error, SolutionError::Corrupt { .. }), "{error}");
}

#[test]
#[should_panic(expected = "is no name of a feature")]
fn names_of_features_are_plain() {
    let folder = tempdir().unwrap();
    write_with(&folder.path().join("x"), &["\u{1b}[2J"], |_| ());
}

#[test]
fn another_version_is_refused_by_its_number() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    write(&path, 5, &States::from([((0, key(5, 3)), 2)]), None);
    for version in [0, 3, 9] {
        renumber(&path, version);
        let error = open_error(&path);
        let expected = u32::from(version);
        assert!(matches!(error, SolutionError::Version { found, .. } if found == expected));
        assert!(error.to_string().contains(&format!("version {version}")));
    }
}

#[test]
fn what_is_no_solution_file_is_told_from_one() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(
        &path,
        "a text that is long enough to have had a header and a footer",
    )
    .unwrap();
    let error = SolutionFile::open(&path, 0).err().unwrap();
    assert!(matches!(error, SolutionError::NotASolution { .. }));
    let error = SolutionFile::open(&folder.path().join("none"), 0)
        .err()
        .unwrap();
    assert!(matches!(error, SolutionError::Io { .. }));
}
