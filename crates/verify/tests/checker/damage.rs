//! Damaged files: never a panic, and never a wrong answer.

use testkit::SplitMix64;
use verify::{Report, VerifyError};

use crate::decoded::{Decoded, verify};

/// A small file in each of the forms, and what the checker says of it.
fn small_files() -> Vec<(Vec<u8>, Report)> {
    use table::solution::Form;
    let text = testkit::library_text("nim", &[("heaps", "1,2")]);
    let forms = [Form::Diagram, Form::Ranked, Form::Listed];
    let files = forms.into_iter().map(|form| {
        let random = &mut SplitMix64::new(3);
        let mut solution = Decoded::solve(&text, game::Model::Difference, false, random);
        solution.form = Some(form);
        let bytes = solution.bytes();
        let report = verify(&bytes, 1).unwrap();
        (bytes, report)
    });
    files.collect()
}

fn unreadable_or_the_same(bytes: &[u8], report: &Report, what: &str) {
    match verify(bytes, 1) {
        Err(VerifyError::Unreadable(_)) => {}
        Ok(same) => assert_eq!(same, *report, "{what}"),
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn a_flipped_byte_is_noticed() {
    for (file, report) in small_files() {
        for place in 0..file.len() {
            let mut bytes = file.clone();
            bytes[place] ^= 1 << (place % 8);
            unreadable_or_the_same(&bytes, &report, &format!("bit of byte {place}"));
            bytes[place] = !file[place];
            unreadable_or_the_same(&bytes, &report, &format!("byte {place}"));
        }
    }
}

#[test]
fn a_file_that_is_cut_off_is_unreadable() {
    for (file, _) in small_files() {
        for length in 0..file.len() {
            let found = verify(&file[..length], 1);
            assert!(matches!(found, Err(VerifyError::Unreadable(_))), "{length}");
        }
    }
}

#[test]
fn a_file_with_something_behind_it_is_unreadable() {
    for (file, _) in small_files() {
        for more in 1..200 {
            let mut bytes = file.clone();
            let behind: Vec<u8> = file.iter().rev().take(more).rev().copied().collect();
            bytes.extend(behind);
            let found = verify(&bytes, 1);
            assert!(matches!(found, Err(VerifyError::Unreadable(_))), "{more}");
        }
    }
}
