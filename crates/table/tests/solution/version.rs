//! Other versions are refused by name, and this one stays as it is.

use std::fs;
use std::path::Path;

use table::solution::{SolutionError, SolutionFile};
use tempfile::tempdir;
use testkit::solution_files::{FORMS, States, kept, kept_states, key, write, write_kept};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::check;

/// Files of version 1 as it was when it began; `cargo xtask golden` writes them anew.
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

#[test]
fn another_version_is_refused_by_its_number() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    write(&path, 5, &States::from([((0, key(5, 3)), 2)]), None);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    let sum = xxh3_64_with_seed(&bytes[..24], 0);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    let error = SolutionFile::open(&path, 0).err().unwrap();
    assert!(matches!(error, SolutionError::Version { found: 9, .. }));
    assert!(error.to_string().contains("version 9"));
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
