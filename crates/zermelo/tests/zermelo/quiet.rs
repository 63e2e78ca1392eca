//! `--quiet`: the result on standard output, and nothing on standard error, where
//! without it something is said.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// What a command says on standard error.
fn said(folder: &Path, arguments: &[&str], quiet: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    let command = command.current_dir(folder).env("XDG_CACHE_HOME", folder);
    let done = command.args(arguments).args(quiet).write_stdin("quit\n");
    let done = done.assert().success();
    let output = done.get_output();
    assert!(!output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with rules that have warnings, a solution file without distances of a game
/// that can go on for ever, a part of a solution, and a match.
fn files() -> TempDir {
    let folder = TempDir::new().unwrap();
    let haggle = include_str!("../../../../docs/examples/haggle.kif");
    fs::write(folder.path().join("haggle.kif"), haggle).unwrap();
    fs::write(folder.path().join("odd.kif"), ODD).unwrap();
    let solve = |arguments: &[&str]| said(folder.path(), arguments, &["-q"]);
    let (model, infinite) = (["--model", "guaranteed"], ["--infinite", "0,0"]);
    let file = ["solve", "haggle.kif", "-o", "endless"];
    solve(&[&file[..], &model, &infinite].concat());
    solve(&["solve", "tic-tac-toe", "--level", "weak", "-o", "part"]);
    fs::write(folder.path().join("match"), "(haggle wait)").unwrap();
    folder
}

/// A rule that does nothing.
const ODD: &str = "(role a) (init p) (legal a wait) (<= (next p) (true p)) (<= terminal (true p))
    (goal a 700) (<= (idle ?x) (role ?x))";

#[test]
fn quiet_commands_say_nothing_but_their_result() {
    let folder = files();
    for arguments in [
        &["check", "odd.kif"][..],
        &["print", "odd.kif"],
        &["info", "odd.kif"],
        &["ground", "odd.kif"],
        &["simulate", "odd.kif"],
        &["reach", "odd.kif"],
        &["reach", "nim", "-v", "--engine", "symbolic"],
        &["solve", "haggle.kif", "--infinite", "0,0"],
        &["solve", "catch-a-mouse"],
        &["query", "endless"],
        &["play", "endless"],
        &["play", "part"],
        &["review", "endless", "match"],
        &["stats", "part", "--states", "1"],
        &["verify", "part"],
    ] {
        assert!(
            !said(folder.path(), arguments, &[]).is_empty(),
            "{arguments:?}"
        );
        assert_eq!(said(folder.path(), arguments, &["-q"]), "", "{arguments:?}");
    }
}

#[test]
fn errors_are_told_to_the_quiet() {
    let refused = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["check", "-", "-q"])
        .write_stdin("(role a")
        .assert()
        .code(3);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("unbalanced-parenthesis"), "{said}");
}
