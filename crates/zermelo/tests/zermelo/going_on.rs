//! Runs that are killed, or come to a limit, and go on: they end with the same
//! store and the same result as runs that nothing happens to.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use testkit::SplitMix64;
use testkit::folder::contents;

fn solve(game: &[&str], work: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command
        .arg("solve")
        .args(game)
        .args(["--format", "json", "-q", "--work"])
        .arg(work)
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The result without what depends on the machine.
fn result(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    // With a comma or without one, as a line of the machine's follows or not.
    let text = String::from_utf8_lossy(&output.stdout).replace(",\n", "\n");
    let steady = text
        .lines()
        .filter(|line| !line.contains("_seconds") && !line.contains("memory_bytes"));
    steady.collect::<Vec<_>>().join("\n")
}

/// Kills runs at random moments, so often in all, over several games.
fn killed_runs_go_on(games: &[&[&str]], kills: usize) {
    let mut random = SplitMix64::new(11);
    let mut killed = 0;
    for game in games.iter().cycle() {
        let whole = TempDir::new().unwrap();
        let begun = Instant::now();
        let expected = result(&solve(game, whole.path(), &[]).output().unwrap());
        let time = begun.elapsed().as_micros() as u64;
        let work = TempDir::new().unwrap();
        // Each run is given less time than all of it takes, until one is done.
        let output = loop {
            let mut run = solve(game, work.path(), &[]).spawn().unwrap();
            thread::sleep(Duration::from_micros(random.draw() % time));
            let over = run.try_wait().unwrap().is_some();
            run.kill().unwrap();
            let output = run.wait_with_output().unwrap();
            if over || output.status.success() {
                break output;
            }
            killed += 1;
        };
        assert_eq!(result(&output), expected, "{game:?}");
        assert!(contents(work.path()) == contents(whole.path()), "{game:?}");
        if killed >= kills {
            return;
        }
    }
}

#[test]
fn a_few_killed_runs_go_on() {
    let small = ["connect-four", "--set", "width=4", "--set", "height=3"];
    killed_runs_go_on(&[&small], 5);
    let cyclic = ["pancakes", "--set", "size=8"];
    killed_runs_go_on(&[&cyclic], 5);
}

#[test]
fn a_few_killed_runs_on_sets_go_on() {
    let small = ["connect-four", "--set", "width=4", "--set", "height=4"];
    killed_runs_go_on(
        &[&[small.as_slice(), &["--engine", "symbolic"]].concat()],
        8,
    );
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn two_hundred_killed_runs_go_on() {
    killed_runs_go_on(
        &[
            &["connect-four", "--set", "width=4", "--set", "height=4"],
            &["clobber", "--set", "rows=3", "--set", "columns=5"],
            &["peg-solitaire", "--set", "board=cross"],
            &["tic-tac-toe", "--level", "ultra-strong"],
            &["chomp", "--model", "guaranteed", "--threads", "1"],
            &["sliding-puzzle"],
            &["mu-torere", "--model", "guaranteed"],
            &["hanoi", "--set", "disks=7", "--threads", "1"],
            &[
                "mnk", "--set", "width=4", "--set", "height=4", "--engine", "symbolic",
            ],
            &["clobber", "--model", "guaranteed", "--engine", "symbolic"],
            &[
                "connect-four",
                "--set",
                "width=5",
                "--set",
                "height=4",
                "--memory",
                "40M",
            ],
        ],
        200,
    );
}

#[test]
fn too_little_memory_is_told_and_more_goes_on() {
    let game = ["connect-four", "--set", "width=4", "--set", "height=4"];
    goes_on_with_more_memory(&game, "8M");
    goes_on_with_more_memory(&["pancakes", "--set", "size=9"], "24M");
}

#[test]
fn too_little_memory_for_sets_is_told_and_more_goes_on() {
    let game = ["connect-four", "--set", "width=5", "--set", "height=4"];
    // With little memory few orders are tried: the same one, so that all is the same.
    let sets = ["--engine", "symbolic", "--order", "listed"];
    goes_on_with_more_memory(&[game.as_slice(), &sets].concat(), "16M");
}

fn goes_on_with_more_memory(game: &[&str], memory: &str) {
    let whole = TempDir::new().unwrap();
    let expected = result(&solve(game, whole.path(), &[]).output().unwrap());
    let work = TempDir::new().unwrap();
    let little = solve(game, work.path(), &["--memory", memory]);
    let output = { little }.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.contains("--memory"), "{told}");
    let output = solve(game, work.path(), &[]).output().unwrap();
    assert_eq!(result(&output), expected);
    assert!(contents(work.path()) == contents(whole.path()));
}
