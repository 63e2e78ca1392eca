//! Partial solution files: of a solve that was stopped, and of a weak one. What they
//! know is right, what they do not know is unknown, to every command.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use table::solution::{Absent, DEFAULT_CACHE, Outcome, SolutionFile};
use tempfile::TempDir;

use crate::solution_file;

fn zermelo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    zermelo(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// All states of a file in words, with what they are worth.
fn states(path: &Path) -> BTreeMap<Vec<String>, Outcome> {
    solution_file::states(&SolutionFile::open(path, DEFAULT_CACHE).unwrap())
}

/// Where the files of a test are.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Place {
            folder: TempDir::new().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

/// Ends a solve by a signal when the first layer is valued, as the folder with its
/// layers shows; what it says then.
fn interrupted(place: &Place, game: &[&str], entry: &str, signal: &str) -> Output {
    let (work, part) = (place.text("work"), place.text("part.solution"));
    let solve = [&["solve"], game, &["-q", "--work", &work, "-o", &part]].concat();
    for _ in 0..20 {
        let _ = fs::remove_dir_all(&work);
        let mut child = zermelo(&solve).spawn().unwrap();
        let is_entry = |it: fs::DirEntry| it.file_name().to_string_lossy().starts_with(entry);
        let is_valued = || {
            let mut entries = fs::read_dir(&work).into_iter().flatten();
            entries.any(|it| it.is_ok_and(is_entry))
        };
        while !is_valued() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        let _ = Command::new("kill").args(["-s", signal, &id]).status();
        let output = child.wait_with_output().unwrap();
        // On a busy machine the signal may come too late.
        if !output.status.success() {
            return output;
        }
    }
    panic!("no signal came while layers were valued");
}

fn is_an_endgame_database(place: &Place, output: &Output) {
    let told = stderr(output);
    assert!(
        told.contains("has the layers from ") && told.contains("all else is unknown"),
        "{told}"
    );
    assert!(told.contains("goes on from there"), "{told}");
    let path = place.path("part.solution");
    let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
    assert_eq!(file.about().absent, Absent::Unknown);
    assert!(file.counts().states > 0);
}

/// No command takes an endgame database without the start for more than it is.
fn every_command_answers(place: &Place, part: &str, known: &BTreeMap<Vec<String>, Outcome>) {
    let start = json(&["query", part]);
    assert_eq!(
        (&start["known"], &start["rewards"]),
        (&Value::Bool(false), &Value::Null)
    );
    assert!(stdout(&run(&["query", part])).contains("does not know this position"));
    let (state, outcome) = known.iter().next().unwrap();
    let state = json(&["query", part, "--state", &state.join(" ")]);
    assert_eq!(state["known"], true);
    let game::Value::Rewards(rewards) = &outcome.value else {
        panic!("{outcome:?}");
    };
    let points: Vec<i64> = rewards.iter().map(|it| it.points().unwrap()).collect();
    assert_eq!(state["rewards"], serde_json::json!(points));

    let stats = run(&["stats", part, "--states", "1000"]);
    assert!(stats.status.success());
    let text = stdout(&stats);
    assert!(text.contains("Start            unknown"), "{text}");
    assert!(!text.contains("unresolved"), "{text}");
    let stats = json(&["stats", part, "--states", "1000"]);
    assert_eq!(
        (&stats["partial"], &stats["start"]),
        (&Value::Bool(true), &Value::Null)
    );

    let exported = place.text("part.csv");
    assert!(run(&["export", part, "-o", &exported]).status.success());
    let rows = fs::read_to_string(&exported).unwrap().lines().count();
    assert_eq!(rows, known.len() + 1);

    let mut play = zermelo(&["play", part]);
    let mut child = play.stdin(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"hint\n1\nquit\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(stdout(&output).contains("does not know this position"));
    assert!(stdout(&output).contains("not knowing better"));
    assert!(stderr(&output).contains("has a part of the states"));

    let played = place.path("match.txt");
    let moves = json(&["query", part]);
    let first = moves["moves"][0]["move"].as_str().unwrap().to_owned();
    fs::write(&played, first).unwrap();
    let review = json(&["review", part, played.to_str().unwrap()]);
    let judged = &review["matches"][0]["moves"][0];
    assert_eq!(judged["judgement"], "unknown");

    let found = json(&["verify", part]);
    assert_eq!(
        (&found["right"], &found["method"]),
        (&Value::Null, &"partial".into())
    );
    // All play from these layers ends in them.
    assert_eq!(found["proven"], known.len().to_string());
    assert_eq!(found["start"], Value::Null);
    assert!(!stdout(&run(&["verify", part])).contains("is right"));
}

const LARGE: [&str; 5] = ["connect-four", "--set", "width=5", "--set", "height=4"];

#[test]
fn ctrl_c_leaves_the_layers_that_are_valued() {
    let place = Place::new();
    let game = [&LARGE, &["--engine", "explicit"][..]].concat();
    let output = interrupted(&place, &game, "labels-", "INT");
    assert_eq!(output.status.code(), Some(130));
    is_an_endgame_database(&place, &output);
}

#[test]
fn a_terminated_solve_on_sets_leaves_the_layers_that_are_valued() {
    let place = Place::new();
    let game = [&LARGE, &["--engine", "symbolic", "--order", "listed"][..]].concat();
    let output = interrupted(&place, &game, "values-", "TERM");
    assert_eq!(output.status.code(), Some(143));
    is_an_endgame_database(&place, &output);
}

/// With a limit on the size of files the labels of a large layer have no room, those
/// of smaller ones have. What is left is right, is told as what it is, and is replaced
/// when the same command comes to its end.
#[test]
fn a_full_disk_leaves_the_layers_that_are_valued() {
    let place = Place::new();
    let (work, part) = (place.text("work"), place.text("part.solution"));
    let solve = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_zermelo"), "solve"]);
        shell.args(["connect-four", "--set", "width=4", "--set", "height=4"]);
        shell.args(["--engine", "explicit", "-q", "--work", &work, "-o", &part]);
        shell.output().unwrap()
    };
    let full = solve(r#"trap "" XFSZ && ulimit -f 100 && exec "$@""#);
    assert_eq!(full.status.code(), Some(4), "{full:?}");
    is_an_endgame_database(&place, &full);
    let known = states(part.as_ref());
    every_command_answers(&place, &part, &known);
    let again = solve(r#"exec "$@""#);
    assert!(again.status.success(), "{again:?}");
    let file = SolutionFile::open(part.as_ref(), DEFAULT_CACHE).unwrap();
    assert_eq!(file.about().absent, Absent::Unreachable);
    let all = states(part.as_ref());
    assert!(known.len() < all.len());
    for (state, outcome) in known {
        assert_eq!(all[&state], outcome, "{state:?}");
    }
    // A part does not take the place of the whole.
    fs::remove_dir_all(&work).unwrap();
    let full = solve(r#"trap "" XFSZ && ulimit -f 100 && exec "$@""#);
    assert!(stderr(&full).contains("stays as it is"), "{full:?}");
    assert_eq!(states(part.as_ref()).len(), all.len());
}

#[test]
fn without_a_valued_layer_there_is_no_file() {
    let place = Place::new();
    let (part, work) = (place.text("part.solution"), place.text("work"));
    let game = [
        "mnk", "--set", "width=9", "--set", "height=9", "--engine", "explicit",
    ];
    let options = ["-q", "--time", "1s", "--work", &work, "-o", &part];
    let output = run(&[&["solve"], &game[..], &options].concat());
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    assert!(
        stderr(&output).contains("nothing is valued yet"),
        "{output:?}"
    );
    assert!(!Path::new(&part).exists());
}

/// Solves weakly into a file, and strongly into another.
fn weak_and_strong(place: &Place, game: &[&str]) -> (String, String) {
    let (weak, strong) = (place.text("weak.solution"), place.text("strong.solution"));
    for (file, level) in [(&weak, "weak"), (&strong, "strong")] {
        let options = ["-q", "--level", level, "-o", file];
        let output = run(&[&["solve"], game, &options].concat());
        assert!(output.status.success(), "{game:?}: {output:?}");
    }
    (weak, strong)
}

#[test]
fn a_weak_solution_is_written_as_far_as_it_goes() {
    let games: [&[&str]; 9] = [
        &["tic-tac-toe"],
        &["tic-tac-toe", "--model", "guaranteed"],
        &["connect-four", "--set", "width=4", "--set", "height=3"],
        &["nim", "--set", "heaps=3,4,5"],
        &["three-player-nim"],
        &["three-player-nim", "--model", "guaranteed"],
        &["hanoi", "--set", "disks=4"],
        &["mu-torere", "--infinite", "50,50"],
        &["peg-solitaire", "--set", "board=cross"],
    ];
    for game in games {
        let place = Place::new();
        let (weak, strong) = weak_and_strong(&place, game);
        let (known, all) = (states(weak.as_ref()), states(strong.as_ref()));
        for (state, outcome) in &known {
            assert_eq!(all[state].value, outcome.value, "{game:?}: {state:?}");
        }
        let file = SolutionFile::open(weak.as_ref(), DEFAULT_CACHE).unwrap();
        assert_eq!(file.about().absent, Absent::Unknown);
        let (some, start) = (json(&["query", &weak]), json(&["query", &strong]));
        assert_eq!(
            (&some["known"], &some["rewards"]),
            (&true.into(), &start["rewards"])
        );
        let found = json(&["verify", &weak]);
        assert_eq!(
            (&found["right"], &found["method"]),
            (&Value::Null, &"partial".into())
        );
        assert_eq!(found["checked"], known.len().to_string());
        for command in [&["stats", &weak][..], &["export", &weak]] {
            assert!(run(command).status.success(), "{command:?}");
        }
    }
}

#[test]
fn a_weak_file_tells_the_value_and_the_move_and_nothing_that_it_does_not_know() {
    let place = Place::new();
    let weak = place.text("weak.solution");
    let game = ["connect-four", "--set", "width=5", "--set", "height=4"];
    let options = ["-q", "--level", "weak", "--format", "json", "-o", &weak];
    let output = run(&[&["solve"], &game[..], &options].concat());
    assert!(output.status.success(), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["file"]["path"], weak);
    let query = json(&["query", &weak]);
    assert_eq!(query["rewards"], told["initial"]["rewards"]);
    let best = query["moves"].as_array().unwrap().iter();
    let best: Vec<&Value> = best.filter(|it| it["judgement"] == "best").collect();
    assert!(!best.is_empty(), "{query}");
    assert!(query["line"].as_array().unwrap().len() > 3, "{query}");
    // Some position right behind the start is unknown, and so is what it says.
    let unknown = query["moves"].as_array().unwrap().iter();
    let unknown = unknown.filter(|it| it["judgement"] == "unknown");
    for mov in unknown {
        assert_eq!(mov["rewards"], Value::Null);
    }
}

/// With a limit on the size of files, layers have room, but the solution has not.
#[test]
fn a_disk_that_is_full_at_the_end_costs_no_layer() {
    let place = Place::new();
    let (cache, file) = (place.path("cache"), place.text("whole.solution"));
    let game = ["connect-four", "--set", "width=4", "--set", "height=4"];
    let solve = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_zermelo"), "solve"]);
        shell.args(game).args(["--engine", "symbolic", "-o", &file]);
        shell
            .args(["--format", "json"])
            .env("XDG_CACHE_HOME", &cache);
        shell.output().unwrap()
    };
    let whole = solve(r#"exec "$@""#);
    assert!(whole.status.success(), "{whole:?}");
    let report: Value = serde_json::from_slice(&whole.stdout).unwrap();
    let size = fs::metadata(&file).unwrap().len();
    // A folder in the cache that is there is used, however small the game is.
    let hash = &report["rules_hash"].as_str().unwrap()[..16];
    let kept = cache.join(format!("zermelo/solve-symbolic-connect-four-{hash}"));
    fs::create_dir_all(&kept).unwrap();
    fs::remove_file(&file).unwrap();
    let blocks = size * 4 / 5 / 512;
    let full = solve(&format!(
        r#"trap "" XFSZ && ulimit -f {blocks} && exec "$@""#
    ));
    assert_eq!(full.status.code(), Some(4), "{full:?}");
    assert!(stderr(&full).contains("goes on from there"), "{full:?}");
    assert!(!Path::new(&file).exists());
    let layers = fs::read_dir(&kept).unwrap().count();
    assert!(layers > 17, "{layers} entries are kept");
    let again = solve(r#"exec "$@""#);
    assert!(again.status.success(), "{again:?}");
    assert_eq!(fs::metadata(&file).unwrap().len(), size);
    assert!(!kept.exists());
}
