//! `solve -o`: the file that is written, and when none is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use gdl::Source;
use table::solution::{Absent, DEFAULT_CACHE, Outcome, Probe, SolutionFile};
use tempfile::TempDir;
use testkit::folder::names;

fn solve(arguments: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.arg("solve").args(arguments).args(["-q", "--fresh"]);
    command.arg("-o").arg(file).output().unwrap()
}

/// All states of a file in words, with what they are worth.
pub fn states(file: &SolutionFile) -> BTreeMap<Vec<String>, Outcome> {
    let mut states = BTreeMap::new();
    for section in file.sections().unwrap() {
        for state in file.states(section.number) {
            let (key, outcome) = state.unwrap();
            let held = file.encoding().decode(&key).unwrap();
            let names = file.encoding().fluents();
            let name = |&fluent: &u32| names[fluent as usize].clone();
            let mut fluents: Vec<String> = held.iter().map(name).collect();
            fluents.sort();
            let place = file.place_of(fluents.iter().map(String::as_str)).unwrap();
            assert_eq!(file.probe(&place).unwrap(), Probe::Known(outcome));
            states.insert(fluents, file.outcome(outcome).clone());
        }
    }
    assert_eq!(states.len() as u128, file.counts().states);
    states
}

#[test]
fn every_engine_writes_the_same_states() {
    let games: [&[&str]; 4] = [
        &["tic-tac-toe", "--moves", "mark 2 2; mark 1 1"],
        &["nim", "--set", "heaps=2,3"],
        &["hanoi", "--set", "disks=3"],
        &["mu-torere", "--infinite", "50,50"],
    ];
    let folder = TempDir::new().unwrap();
    for game in games {
        let mut first = None;
        for engine in ["reference", "explicit", "symbolic"] {
            let path = folder.path().join("x.solution");
            let level = ["--level", "ultra-strong", "--engine", engine];
            let output = solve(&[game, &level].concat(), &path);
            assert!(output.status.success(), "{game:?}, {engine}: {output:?}");
            let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
            let about = file.about();
            assert_eq!(
                (about.subject.engine.as_str(), about.absent),
                (engine, Absent::Unreachable)
            );
            let source = Source::new("rules", about.subject.rules.as_bytes());
            let rules = gdl::load(&source, None).rules.unwrap();
            assert_eq!(
                rules.hash().to_string(),
                about.subject.rules_hash,
                "{game:?}"
            );
            let start = about.subject.start.iter().map(String::as_str);
            let start = file.probe(&file.place_of(start).unwrap()).unwrap();
            assert!(matches!(start, Probe::Known(_)), "{game:?}, {engine}");
            let states = states(&file);
            let expected = first.get_or_insert_with(|| states.clone());
            assert!(*expected == states, "{game:?}, {engine}");
        }
    }
    assert_eq!(names(folder.path()), ["x.solution"]);
}

#[test]
fn json_names_the_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    let output = solve(&["nim", "--format", "json"], &path);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes = fs::metadata(&path).unwrap().len();
    assert_eq!(report["file"]["bytes"], bytes);
    assert_eq!(report["file"]["path"], path.to_str().unwrap());
}

#[test]
fn a_solve_that_fails_leaves_the_older_file_and_no_other() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    assert!(solve(&["nim"], &path).status.success());
    let before = fs::read(&path).unwrap();
    let work = TempDir::new().unwrap();
    let work = ["--work", work.path().to_str().unwrap()];
    let cases: [(&[&str], i32); 2] = [
        (&["connect-four", "--engine", "explicit", "--time", "1s"], 4),
        (&["nim", "--infinite", "1,2,3"], 2),
    ];
    for (arguments, code) in cases {
        let output = solve(&[arguments, &work].concat(), &path);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
        assert_eq!(fs::read(&path).unwrap(), before, "{arguments:?}");
        assert_eq!(names(folder.path()), ["x.solution"], "{arguments:?}");
    }
}

#[test]
fn a_place_where_no_file_can_be_is_told_before_the_work() {
    let folder = TempDir::new().unwrap();
    for path in [folder.path().join("none/x"), folder.path().to_owned()] {
        let output = solve(&["connect-four"], &path);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
