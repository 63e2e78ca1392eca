//! What was computed is told, and files are replaced when they are whole.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use testkit::folder::names;

fn zermelo(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a solution file.
fn solved() -> TempDir {
    let folder = TempDir::new().unwrap();
    let solved = zermelo(&["solve", "tic-tac-toe", "-o", "a.solution"], folder.path());
    assert_eq!(solved.status.code(), Some(0));
    folder
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_cannot_be_written_does_not_swallow_the_result() {
    let folder = solved();
    fs::write(folder.path().join("match"), "mark 1 1; mark 2 2").unwrap();
    for (arguments, told) in [
        (&["solve", "tic-tac-toe"][..], "Best play"),
        (&["reach", "tic-tac-toe"], "5,478 states"),
        (&["stats", "a.solution"], "Only moves"),
        (&["review", "a.solution", "match"], "mark 2 2"),
    ] {
        let arguments = [arguments, &["--plot", "/dev/full"]].concat();
        let output = zermelo(&arguments, folder.path());
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
        assert!(text(&output.stdout).contains(told), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains("cannot write /dev/full"), "{error}");
    }
}

/// A limit of the size of files is like a full disk: the one that is written at the
/// end does not fit.
#[cfg(target_os = "linux")]
#[test]
fn a_solution_file_that_cannot_be_written_does_not_swallow_the_result() {
    let folder = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_zermelo");
    let line = format!("ulimit -f 1; exec \"{program}\" solve tic-tac-toe -o a.solution");
    let run = |level: &str| {
        let mut command = Command::new("sh");
        let command = command.args(["-c", &format!("{line} --level {level}")]);
        command.current_dir(folder.path()).output().unwrap()
    };
    for level in ["weak", "strong", "ultra-strong"] {
        let solved = run(level);
        assert_eq!(solved.status.code(), Some(4), "{}", text(&solved.stderr));
        assert!(text(&solved.stdout).contains("Best play"), "{level}");
        assert!(text(&solved.stderr).contains("a.solution"), "{level}");
    }
    assert!(names(folder.path()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_replaced_by_a_file() {
    let folder = solved();
    for arguments in [
        &["solve", "tic-tac-toe", "-o", "/dev/full"][..],
        &["solve", "tic-tac-toe", "-o", "/dev/null"],
        &["export", "a.solution", "-o", "/dev/full"],
        &["stats", "a.solution", "--plot", "/dev/null"],
    ] {
        let device = arguments.iter().find(|it| it.starts_with("/dev")).unwrap();
        let output = zermelo(arguments, folder.path());
        let expected = if *device == "/dev/full" { 4 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}");
        assert!(!fs::metadata(device).unwrap().is_file(), "{arguments:?}");
    }
}

#[test]
fn a_stopped_command_leaves_no_empty_file_and_the_old_one_as_it_was() {
    let folder = solved();
    let folder = folder.path();
    fs::write(folder.join("old.svg"), "a picture").unwrap();
    fs::write(folder.join("old.csv"), "a table").unwrap();
    let before = names(folder);
    for arguments in [
        &["stats", "a.solution", "--states", "x"][..],
        &["stats", "a.solution", "--plot", "old.svg", "--memory", "1K"],
        &["stats", "none.solution", "--plot", "new.svg"],
        &["stats", "none.solution", "--plot", "old.svg"],
        &["export", "a.solution", "-o", "old.csv", "--time", "0"],
        &["export", "none.solution", "-o", "new.csv"],
        &[
            "solve",
            "connect-four",
            "--plot",
            "new.svg",
            "--time",
            "0.2s",
        ],
        &[
            "reach",
            "connect-four",
            "--plot",
            "old.svg",
            "--time",
            "0.2s",
        ],
    ] {
        let output = zermelo(arguments, folder);
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        let mut after = names(folder);
        after.retain(|it| it != "cache");
        assert_eq!(after, before, "{arguments:?}");
    }
    assert_eq!(
        fs::read_to_string(folder.join("old.svg")).unwrap(),
        "a picture"
    );
    assert_eq!(
        fs::read_to_string(folder.join("old.csv")).unwrap(),
        "a table"
    );
}

#[test]
fn an_export_replaces_a_table_when_it_is_whole() {
    let folder = solved();
    let folder = folder.path();
    fs::write(folder.join("old.csv"), "a table").unwrap();
    // What is damaged in the middle ends the export there.
    let mut bytes = fs::read(folder.join("a.solution")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.join("damaged.solution"), bytes).unwrap();
    let output = zermelo(&["export", "damaged.solution", "-o", "old.csv"], folder);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    assert_eq!(
        fs::read_to_string(folder.join("old.csv")).unwrap(),
        "a table"
    );
    let output = zermelo(&["export", "a.solution", "-o", "old.csv"], folder);
    assert_eq!(output.status.code(), Some(0));
    let table = fs::read_to_string(folder.join("old.csv")).unwrap();
    assert_eq!(table.lines().count(), 5_479);
    assert_eq!(names(folder), ["a.solution", "damaged.solution", "old.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_a_limit_for_every_command() {
    let folder = solved();
    fs::write(folder.path().join("match"), "mark 1 1").unwrap();
    for arguments in [
        &["check", "nim"][..],
        &["info", "nim"],
        &["print", "nim"],
        &["ground", "nim"],
        &["simulate", "nim"],
        &["reach", "nim"],
        &["solve", "nim"],
        &["query", "a.solution"],
        &["play", "a.solution"],
        &["review", "a.solution", "match"],
        &["stats", "a.solution"],
        &["export", "a.solution"],
        &["verify", "a.solution"],
        &["games"],
        &["completions", "bash"],
        &["man"],
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(arguments)
            .current_dir(folder.path())
            .stdin(std::process::Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
    }
}

/// The limit of addresses, in KiB, which a shell can set.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_addresses_is_a_limit_and_no_crash() {
    let folder = solved();
    let large = fs::File::create(folder.path().join("large")).unwrap();
    large.set_len(60 << 20).unwrap();
    for kilobytes in [30_000, 60_000, 150_000, 400_000] {
        for command in [
            "solve connect-four --engine explicit --fresh",
            "solve connect-four --engine symbolic --fresh",
            "solve tic-tac-toe --threads 8",
            "simulate connect-four --threads 8",
            "verify a.solution --threads 8",
            "stats a.solution",
            "review a.solution large",
        ] {
            let program = env!("CARGO_BIN_EXE_zermelo");
            let line = format!("ulimit -v {kilobytes}; exec \"{program}\" {command} --time 1s");
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(folder.path())
                .env("XDG_CACHE_HOME", folder.path().join("cache"))
                .output()
                .unwrap();
            let (code, error) = (output.status.code(), text(&output.stderr));
            let case = format!("{command} with {kilobytes}: {code:?}, {error}");
            // What can be read is no match.
            let expected = if command.starts_with("review") { 2 } else { 0 };
            assert!(code == Some(expected) || code == Some(4), "{case}");
            assert!(
                code == Some(expected) || error.contains("error: "),
                "{case}"
            );
        }
    }
}
