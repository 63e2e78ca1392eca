//! A damaged file is an error, or gives the same answers as before: never
//! others.

use std::fs;
use std::path::Path;

use table::solution::{Form, SolutionError, SolutionFile};
use tempfile::tempdir;
use testkit::solution_files::{FORMS, States, key, write};

use crate::place;

fn small(form: Option<Form>, path: &Path) -> (States, Vec<u8>) {
    let states: States = (0..40)
        .map(|it| ((it % 2, key(12, u128::from(it * it))), (it % 5) as u32))
        .collect();
    write(path, 12, &states, form);
    let bytes = fs::read(path).unwrap();
    (states, bytes)
}

/// Queries all states: false on an error about content, true if all is
/// unchanged.
fn is_unchanged(path: &Path, states: &States) -> bool {
    let file = match SolutionFile::open(path, 0) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.is_about_content(), "{error}");
            return false;
        }
    };
    let mut whole = true;
    for ((section, key), &outcome) in states {
        match file.probe(&place(*section, key)) {
            Ok(found) => {
                let expected = table::solution::Probe::Known(table::solution::OutcomeId(outcome));
                assert_eq!(found, expected);
            }
            Err(error) => {
                assert!(error.is_about_content(), "{error}");
                whole = false;
            }
        }
    }
    whole
}

#[test]
fn every_flipped_bit_is_found_or_without_effect() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    for form in FORMS {
        let (states, bytes) = small(form, &path);
        for at in 0..bytes.len() {
            for bit in [0, 3, 7] {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                fs::write(&path, &bytes).unwrap();
                assert!(
                    !is_unchanged(&path, &states),
                    "{form:?}: byte {at}, bit {bit}"
                );
            }
        }
    }
}

#[test]
fn every_other_length_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    let (_, bytes) = small(None, &path);
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = SolutionFile::open(&path, 0).err().unwrap();
        let expected = match length {
            0..8 => matches!(error, SolutionError::NotASolution { .. }),
            _ => matches!(error, SolutionError::Truncated { .. }),
        };
        assert!(expected, "{length}: {error}");
    }
    for extra in [vec![0], vec![0; 64], bytes.clone()] {
        fs::write(&path, [bytes.as_slice(), &extra].concat()).unwrap();
        let error = SolutionFile::open(&path, 0).err().unwrap();
        assert!(matches!(error, SolutionError::Truncated { .. }), "{error}");
    }
}

#[test]
fn a_file_that_shrinks_while_it_is_read_is_an_error() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    let (states, bytes) = small(None, &path);
    let file = SolutionFile::open(&path, 0).unwrap();
    let shrunk = fs::OpenOptions::new().write(true).open(&path).unwrap();
    shrunk.set_len(bytes.len() as u64 / 8).unwrap();
    let ((section, key), _) = states.first_key_value().unwrap();
    let error = file.probe(&place(*section, key)).err().unwrap();
    assert!(matches!(error, SolutionError::Truncated { .. }), "{error}");
}
