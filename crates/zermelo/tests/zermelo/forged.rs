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
use xxhash_rust::xxh3::xxh3_64_with_seed;

const HEADER: usize = 32;
const FOOTER: usize = 64;
/// The bytes around the content of a block.
const AROUND: usize = 12;

/// As many as the usual test takes, and the slow one.
const FEW: u64 = 24;
const MANY: u64 = 1500;

fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let mut number = [0; 8];
    number[..len].copy_from_slice(&bytes[at..at + len]);
    u64::from_le_bytes(number)
}

fn set(bytes: &mut [u8], at: usize, number: u64) {
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
}

fn seal(bytes: &mut [u8], seed: u64) {
    let end = bytes.len() - 8;
    let sum = xxh3_64_with_seed(&bytes[..end], seed);
    set(bytes, end, sum);
}

/// The bytes that the block at a place takes, if they end before `end`.
fn block(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    at.checked_add(AROUND).filter(|&head| head < end)?;
    let size = number(bytes, at, 4) as usize & (usize::MAX >> 33);
    Some(size + AROUND).filter(|&size| at + size <= end)
}

/// Makes checksums right, as far as blocks follow each other.
fn mend(bytes: &mut [u8]) {
    let end = bytes.len() - FOOTER;
    seal(&mut bytes[..HEADER], 0);
    let key = number(bytes, 16, 8);
    let mut at = HEADER;
    while let Some(size) = block(bytes, at, end) {
        seal(&mut bytes[at..at + size], key.wrapping_add(at as u64));
        at += size;
    }
    if let Some((first, size)) = meta(bytes) {
        let sum = xxh3_64_with_seed(&bytes[first..first + size], key);
        set(bytes, end + 48, sum);
    }
    seal(&mut bytes[end..], key);
}

/// Where the meta document is, and how long.
fn meta(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.len() - FOOTER;
    let root = usize::try_from(number(bytes, end + 24, 8)).ok()?;
    block(bytes, root, end).map(|size| (root + 4, size - AROUND))
}

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
