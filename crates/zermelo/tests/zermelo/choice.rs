//! Which engine `auto` takes, and that it makes no difference to the answer.

use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What `solve` says of a game, and its notes.
fn solve(game: &[&str], engine: &str) -> (Value, String) {
    let work = TempDir::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .arg("solve")
        .args(game)
        .args(["--engine", engine, "--format", "json", "--work"])
        .arg(work.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let notes = String::from_utf8(output.stderr).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), notes)
}

/// Without a measure of progress, one with cycles and one without.
#[test]
fn games_without_layers_are_taken_as_sets_where_these_are_small() {
    let kayles: &[&str] = &["kayles", "--set", "pins=17"];
    let hanoi: &[&str] = &["hanoi", "--set", "disks=12"];
    for game in [kayles, hanoi] {
        let (by_sets, notes) = solve(game, "auto");
        assert_eq!(by_sets["engine"], "symbolic", "{notes}");
        assert!(notes.contains("engine: symbolic, for its "), "{notes}");
        let (listed, _) = solve(game, "explicit");
        for part in [
            "level",
            "cyclic",
            "states",
            "terminals",
            "buckets",
            "infinite",
            "unresolved",
        ] {
            assert_eq!(by_sets[part], listed[part], "{game:?} {part}");
        }
        let layers = |of: &Value| -> Vec<Value> {
            let layers = of["layers"].as_array().unwrap().iter();
            layers.map(|layer| layer["states"].clone()).collect()
        };
        assert_eq!(layers(&by_sets), layers(&listed), "{game:?}");
        for part in ["rewards", "distance", "mover", "best_moves", "line"] {
            let [sets, list] = [&by_sets, &listed].map(|it| &it["initial"][part]);
            assert_eq!(sets, list, "{game:?} {part}");
        }
    }
}

#[test]
fn games_of_few_states_are_listed_without_a_word() {
    for game in ["nim", "tic-tac-toe"] {
        let (listed, notes) = solve(&[game], "auto");
        assert_eq!(listed["engine"], "explicit", "{game}");
        assert_eq!(notes, "", "{game}");
    }
}

/// A run in a folder, with its exit code.
fn run_in(work: &TempDir, more: &[&str]) -> (Option<i32>, String) {
    let mnk = ["solve", "mnk", "--set", "width=4", "--set", "height=4"];
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(mnk)
        .args(more)
        .arg("--work")
        .arg(work.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), told)
}

/// Before it was: "holds layers of another run".
#[test]
fn the_same_command_with_more_time_goes_on() {
    let work = TempDir::new().unwrap();
    let mut milliseconds = 50;
    loop {
        let time = format!("{milliseconds}ms");
        let (code, told) = run_in(&work, &["--time", &time]);
        match code {
            Some(0) => break,
            code => assert_eq!(code, Some(4), "{told}"),
        }
        milliseconds *= 2;
    }
}

#[test]
fn what_a_folder_was_begun_with_is_gone_on_with() {
    for (engine, other) in [("explicit", "symbolic"), ("symbolic", "explicit")] {
        let work = TempDir::new().unwrap();
        let mut milliseconds = 400;
        let begun = || work.path().read_dir().unwrap().count() > 2;
        while !begun() {
            let time = format!("{milliseconds}ms");
            let (code, told) = run_in(&work, &["--engine", engine, "--time", &time]);
            assert!(matches!(code, Some(0 | 4)), "{told}");
            milliseconds *= 2;
        }
        let (code, told) = run_in(&work, &["--time", "2s"]);
        assert!(matches!(code, Some(0 | 4)), "{told}");
        let (code, told) = run_in(&work, &["--engine", other]);
        assert_eq!(code, Some(2), "{told}");
    }
}
