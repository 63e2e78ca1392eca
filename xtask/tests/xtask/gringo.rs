//! What the race against gringo lets pass, and what not.
//!
//! In place of our grounder stands a script that answers what the test wants.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The relaxed game has `c`, for there the negation is ignored; nothing ever
/// makes it hold.
const SHEET: &str = "
    (role r) (init a)
    (<= (legal r go) (true a))
    (<= (legal r stay) (true c))
    (<= (next b) (does r go))
    (<= both (true a) (not (true b)))
    (<= (next c) both (true b))
    (<= terminal (true b))
    (goal r 0)
    (base a) (base b) (input r go)";

fn has_clingo() -> bool {
    let asked = Command::new("python3")
        .args(["-E", "-c", "import clingo"])
        .output();
    let found = asked.is_ok_and(|asked| asked.status.success());
    if !found {
        eprintln!("skipped: Python has no module clingo");
    }
    found
}

/// A program that answers every call with these fluents and moves.
fn stand_in(folder: &Path, fluents: &str, moves: &str) -> PathBuf {
    let path = folder.join("zermelo");
    let answer =
        format!(r#"{{"roles":["r"],"list":{{"fluents":[{fluents}],"moves":[[{moves}]]}}}}"#);
    fs::write(&path, format!("#!/bin/sh\necho '{answer}'\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn race(test: &str, fluents: &str, moves: &str, options: &[&str]) -> (bool, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    let sheet = folder.join("sheet.kif");
    fs::write(&sheet, SHEET).unwrap();
    let Output { status, stdout, .. } = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("gringo")
        .args(options)
        .arg("--zermelo")
        .arg(stand_in(&folder, fluents, moves))
        .arg(sheet)
        .output()
        .unwrap();
    (status.success(), String::from_utf8(stdout).unwrap())
}

#[test]
fn the_same_fluents_and_moves_pass() {
    if !has_clingo() {
        return;
    }
    for (test, option) in [("equal", &[][..]), ("facts", &["--facts"])] {
        let (passes, output) = race(test, r#""a","b","c""#, r#""go","stay""#, option);
        assert!(passes && output.contains("1 equal"), "{output}");
    }
}

#[test]
fn what_never_holds_may_be_left_out() {
    if !has_clingo() {
        return;
    }
    let (passes, output) = race("smaller", r#""a","b""#, r#""go""#, &[]);
    assert!(passes && output.contains("1 smaller"), "{output}");
}

#[test]
fn what_can_hold_may_not_be_left_out() {
    if !has_clingo() {
        return;
    }
    let lacking = [
        ("no-b", r#""a""#, r#""go""#, "ours lacks b, c, r stay"),
        ("no-go", r#""a","b","c""#, r#""stay""#, "ours lacks r go"),
        ("no-a", r#""b","c""#, r#""go","stay""#, "ours lacks a"),
        // `c` is left out rightly, but with it `stay` may be legal.
        ("no-stay", r#""a","b","c""#, r#""go""#, "ours lacks r stay"),
    ];
    for (test, fluents, moves, fault) in lacking {
        let (passes, output) = race(test, fluents, moves, &[]);
        assert!(!passes && output.contains(fault), "{test}: {output}");
    }
}

#[test]
fn nothing_may_be_made_up() {
    if !has_clingo() {
        return;
    }
    let (passes, output) = race("larger", r#""a","b","x""#, r#""go""#, &[]);
    assert!(!passes && output.contains("ours has also x"), "{output}");
}

#[test]
fn declarations_are_compared() {
    if !has_clingo() {
        return;
    }
    let (passes, output) = race("declared", r#""a","b""#, r#""go""#, &["--own-bounds"]);
    assert!(passes && output.contains("equal"), "{output}");
    let all = (r#""a","b","c""#, r#""go","stay""#);
    let (_, output) = race("wide", all.0, all.1, &["--own-bounds"]);
    assert!(output.contains("ours has also c, r stay"), "{output}");
}
