//! What is printed for people fits a terminal of 80 columns.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const WIDTH: usize = 80;

/// What a command prints, which must fit.
fn fits(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    let command = command.current_dir(folder).env("NO_COLOR", "1");
    let output = command.args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in text.lines() {
        let wide = line.chars().count();
        assert!(wide <= WIDTH, "{arguments:?}, {wide} columns: {line}");
    }
    text
}

#[test]
fn help_fits() {
    let folder = TempDir::new().unwrap();
    let help = fits(folder.path(), &["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let commands = list.lines().filter_map(|it| it.split_whitespace().next());
    assert!(commands.clone().count() > 15);
    for command in commands.filter(|it| *it != "help" && it.chars().all(|it| it.is_lowercase())) {
        fits(folder.path(), &["help", command]);
        fits(folder.path(), &[command, "-h"]);
    }
}

#[test]
fn games_fit() {
    let folder = TempDir::new().unwrap();
    fits(folder.path(), &["games"]);
    for game in library::games() {
        fits(folder.path(), &["games", game.name()]);
    }
}

#[test]
fn results_fit() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| fits(folder.path(), arguments);
    // Five values, and draws in which every move is best.
    let solve = ["solve", "clobber", "--set", "gains=moves"];
    run(&[&solve[..], &["-o", "clobber"]].concat());
    run(&["solve", "tic-tac-toe", "-o", "tic-tac-toe.solution"]);
    run(&["solve", "nim", "--engine", "symbolic", "-v"]);
    run(&["reach", "tic-tac-toe", "--engine", "symbolic"]);
    run(&["simulate", "nine-mens-morris", "--playouts", "10"]);
    run(&["info", "number-tic-tac-toe"]);
    run(&["stats", "clobber"]);
    run(&["verify", "clobber"]);
    run(&["verify", "clobber", "--symbolic"]);
    run(&["query", "tic-tac-toe.solution"]);
    let moves = "mark 1 1; mark 1 2; mark 3 3; mark 2 1";
    fs::write(folder.path().join("match"), moves).unwrap();
    run(&["review", "tic-tac-toe.solution", "match"]);
}

#[test]
fn a_long_line_of_best_play_is_cut_and_shown_in_full_when_asked_for() {
    let folder = TempDir::new().unwrap();
    let hanoi = ["solve", "hanoi", "--set", "disks=5", "-q"];
    let short = fits(folder.path(), &hanoi);
    assert!(short.contains("more: -v shows all\n"), "{short}");
    let long = fits(folder.path(), &[&hanoi[..], &["-v"]].concat());
    let (_, line) = long.split_once("Best play").unwrap();
    let (line, _) = line.split_once("  States").unwrap();
    assert_eq!(line.matches(';').count(), 30);
    // With its line breaks, it is the moves to the end.
    let moves = [&hanoi[..], &["--moves", line]].concat();
    assert!(fits(folder.path(), &moves).contains("1 reachable, 1 terminal"));
}
