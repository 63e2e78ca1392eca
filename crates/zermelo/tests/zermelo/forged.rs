//! Files that were forged: bytes changed, checksums made right. Whatever reads them says
//! what is wrong, or answers; it never takes its own fault for granted (exit code 1), and
//! never ends by a signal.
//!
//! The files are the seeds of the fuzzer that are not compressed, so that a changed byte
//! is a changed number. Offsets are those of `docs/formats/solution.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;
use testkit::SplitMix64;
use testkit::frame::{FOOTER, HEADER, mend, meta};

/// As many as the usual test takes, and the slow one.
const FEW: u64 = 24;
const MANY: u64 = 1500;

/// Changes some bytes: in the meta document letters for letters and digits for digits,
/// so that it stays a document; elsewhere any.
fn forge(bytes: &mut [u8], random: &mut SplitMix64) {
    let (first, size) = meta(bytes).unwrap();
    let told = random.happens(1, 2);
    for _ in 0..1 + random.below(4) {
        let at = match told {
            true => first + random.below(size),
            false => HEADER + random.below(bytes.len() - FOOTER - HEADER),
        };
        let byte = &mut bytes[at];
        *byte = match (told, *byte) {
            (true, b'0'..=b'9') => b'0' + random.below(10) as u8,
            (true, b'a'..=b'z') => b'a' + random.below(26) as u8,
            (true, other) => other,
            (false, _) => random.below(256) as u8,
        };
    }
    mend(bytes);
}

fn seeds() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/solution");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|it| it == "plain"))
        .collect();
    files.sort();
    files
}

/// Tries all commands on files forged by these seeds; how many were found wrong.
fn try_all(numbers: std::ops::Range<u64>) -> usize {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("match"), "\n").unwrap();
    let commands: [&[&str]; 7] = [
        &["verify"],
        &["verify", "--symbolic", "--compare", "50"],
        &["query"],
        &["stats"],
        &["export"],
        &["play"],
        &["review", "match"],
    ];
    let files = seeds();
    assert!(!files.is_empty());
    let mut wrong = 0;
    for seed in numbers {
        let random = &mut SplitMix64::new(seed);
        let mut bytes = fs::read(random.pick(&files)).unwrap();
        forge(&mut bytes, random);
        fs::write(folder.path().join("forged"), &bytes).unwrap();
        for arguments in commands {
            let mut program = Command::new(env!("CARGO_BIN_EXE_zermelo"));
            let output = program
                .current_dir(folder.path())
                .args([arguments[0], "forged", "--memory", "500M", "--time", "30s"])
                .args(&arguments[1..])
                .write_stdin("1\nundo\n")
                .timeout(Duration::from_secs(100))
                .output()
                .unwrap();
            let code = output.status.code();
            let told = String::from_utf8_lossy(&output.stderr);
            let fits = matches!(code, Some(0 | 2..=6));
            assert!(fits, "seed {seed}, {arguments:?}: {code:?}\n{told}");
            wrong += usize::from(matches!(code, Some(5 | 6)));
        }
    }
    wrong
}

#[test]
fn the_seeds_are_right_until_they_are_forged() {
    for path in seeds() {
        let before = fs::read(&path).unwrap();
        let mut after = before.clone();
        mend(&mut after);
        assert_eq!(after, before, "{}", path.display());
    }
}

#[test]
fn forged_files_are_no_bugs() {
    assert!(try_all(0..FEW) > 0);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn many_forged_files_are_no_bugs() {
    assert!(try_all(0..MANY) > 0);
}
