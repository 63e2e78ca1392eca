//! `verify` on what `solve` writes: library games with every engine, exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use table::solution::{DEFAULT_CACHE, SolutionFile, SolutionWriter};
use tempfile::TempDir;

fn zermelo(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(arguments).output().unwrap()
}

/// Solves a game anew, whatever an earlier run has left in the user's cache.
fn solve(game: &[&str], file: &Path) {
    let file = file.to_str().unwrap();
    let solved = zermelo(&[&["solve"], game, &["-q", "--fresh", "-o", file]].concat());
    assert!(solved.status.success(), "{game:?}: {solved:?}");
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every family of the library, at sizes of up to 10,000 states.
const SMALL: [&[&str]; 33] = [
    &["blocks"],
    &["catch-a-mouse", "--set", "steps=3"],
    &["chess-endgame", "--set", "size=4"],
    &["chinese-checkers", "--set", "steps=5"],
    &["chomp", "--set", "columns=4"],
    &["clobber"],
    &[
        "clobber",
        "--set",
        "rows=2",
        "--set",
        "gains=moves",
        "--model",
        "own",
    ],
    &[
        "connect-four",
        "--set",
        "width=4",
        "--set",
        "height=3",
        "--set",
        "length=3",
    ],
    &["crisscross", "--set", "steps=5"],
    &["cubi-cup", "--set", "edge=3"],
    &["dawsons-kayles"],
    &["domineering", "--set", "rows=3"],
    &[
        "dots-and-boxes",
        "--set",
        "rows=1",
        "--level",
        "ultra-strong",
    ],
    &["hanoi", "--set", "disks=5"],
    &["kayles"],
    &["minichess"],
    &[
        "mnk",
        "--set",
        "height=2",
        "--set",
        "width=4",
        "--draw-distances",
    ],
    &["mu-torere", "--infinite", "50,50"],
    &["mu-torere", "--infinite", "50,50", "--model", "guaranteed"],
    &["nim", "--set", "heaps=2,3,4", "--set", "misere=true"],
    &["nine-mens-morris", "--set", "board=three"],
    &["pancakes"],
    &["peg-solitaire", "--set", "board=triangle"],
    &["queens", "--set", "size=5"],
    &["sheep-and-wolf", "--set", "size=4"],
    &["single-row-nim"],
    &["sliding-puzzle", "--set", "width=2"],
    &["sliding-puzzle", "--set", "width=2", "--set", "steps=9"],
    &["subtraction"],
    &["three-player-nim"],
    &["three-player-nim", "--model", "guaranteed"],
    &["tic-tac-toe"],
    &[
        "tic-tac-toe",
        "--moves",
        "mark 2 2; mark 1 1",
        "--model",
        "own",
    ],
];

/// Others of up to a million states.
const LARGE: [&[&str]; 15] = [
    &["chess-endgame", "--set", "size=5"],
    &["chess-endgame"],
    &["clobber", "--set", "columns=5"],
    &["clobber", "--set", "rows=4"],
    &["connect-four", "--set", "width=4", "--set", "height=4"],
    &["domineering", "--set", "columns=5"],
    &["domineering", "--set", "rows=5", "--set", "columns=5"],
    &["hanoi", "--set", "disks=10"],
    &["hanoi", "--set", "disks=12"],
    &["mnk", "--set", "width=4", "--set", "height=3"],
    &["nim", "--set", "heaps=7,8,9,10"],
    &["nim", "--set", "heaps=20,20,20,20"],
    &["pancakes", "--set", "size=9"],
    &["peg-solitaire", "--set", "board=cross"],
    &["sliding-puzzle"],
];

fn right(games: &[&[&str]], engine: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    for game in games {
        solve(&[*game, &["--engine", engine]].concat(), &path);
        let found = zermelo(&["verify", path.to_str().unwrap(), "--format", "json"]);
        assert!(
            found.status.success(),
            "{game:?} with {engine}: {}",
            stderr(&found)
        );
        let report: serde_json::Value = serde_json::from_str(&stdout(&found)).unwrap();
        assert_eq!(report["method"], "exhaustive");
        let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
        assert_eq!(report["states"], file.counts().states.to_string());
        assert!(
            file.counts().states <= 1_000_000,
            "{game:?} is too large for this test"
        );
    }
}

#[test]
fn small_library_games_are_right() {
    right(&SMALL, "auto");
}

#[test]
fn sets_and_lists_are_right() {
    right(&SMALL[..8], "symbolic");
    right(&SMALL[8..16], "explicit");
    right(&SMALL[16..20], "reference");
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn small_library_games_are_right_with_every_engine() {
    for engine in ["symbolic", "explicit", "reference"] {
        right(&SMALL, engine);
    }
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn large_library_games_are_right() {
    right(&LARGE, "auto");
}

/// The file of a small game.
fn small(folder: &TempDir) -> String {
    let path = folder.path().join("nim.solution");
    solve(&["nim", "--set", "heaps=1,2"], &path);
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_wrong_value_is_shown_with_its_state_and_the_way_there() {
    let folder = TempDir::new().unwrap();
    let path = small(&folder);
    let right = SolutionFile::open(Path::new(&path), DEFAULT_CACHE).unwrap();
    let wrong = folder.path().join("wrong.solution");
    let mut writer = SolutionWriter::create(&wrong, "", 1 << 24).unwrap();
    writer.begin(
        right.encoding().clone(),
        right.layout().clone(),
        right.has_distances(),
    );
    let start = right
        .place_of(right.about().subject.start.iter().map(String::as_str))
        .unwrap();
    for section in right.sections().unwrap() {
        let mut states = Vec::new();
        for state in right.states(section.number) {
            let (key, outcome) = state.unwrap();
            let outcome = right.outcome(outcome);
            let mut value = outcome.value.clone();
            if key == start.key && section.number == start.section {
                let other = right.outcomes().iter().find(|it| it.value != value);
                value = other.unwrap().value.clone();
            }
            states.push((key, writer.outcome(&value, outcome.distance)));
        }
        let added: Result<(), table::solution::SolutionError> =
            writer.add_sorted(section.number, &mut |take| {
                states
                    .iter()
                    .try_for_each(|(key, outcome)| take(key.words(), *outcome))
            });
        added.unwrap();
    }
    writer.finish(right.about().clone()).unwrap();
    let found = zermelo(&["verify", wrong.to_str().unwrap()]);
    assert_eq!(found.status.code(), Some(6), "{found:?}");
    let message = stderr(&found);
    for part in [
        "does not fit",
        "says",
        "right",
        "in     (",
        "where the game starts",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let found = zermelo(&["verify", wrong.to_str().unwrap(), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&found)).unwrap();
    assert_eq!(
        (&report["right"], &report["path"]),
        (&false.into(), &serde_json::json!([]))
    );
    let found = zermelo(&["verify", wrong.to_str().unwrap(), "--sample", "100"]);
    assert_eq!(found.status.code(), Some(6), "{found:?}");
}

#[test]
fn damaged_and_missing_files_have_their_exit_codes() {
    let folder = TempDir::new().unwrap();
    let path = small(&folder);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(zermelo(&["verify", &path]).status.code(), Some(5));
    fs::write(&path, "(role x)").unwrap();
    assert_eq!(zermelo(&["verify", &path]).status.code(), Some(5));
    fs::remove_file(&path).unwrap();
    assert_eq!(zermelo(&["verify", &path]).status.code(), Some(2));
}

/// By sets, or not at all: what the answer is, and what the program says else.
fn by_sets(path: &Path) -> (Option<serde_json::Value>, Output) {
    let path = path.to_str().unwrap();
    let found = zermelo(&[
        "verify",
        path,
        "--symbolic",
        "--compare",
        "200",
        "--format",
        "json",
    ]);
    let answer = found.status.success().then(|| stdout(&found));
    let answer = answer.map(|text| serde_json::from_str(&text).unwrap());
    (answer, found)
}

/// Files of games are right by sets with the same counts, or refused for what they
/// are; so many are refused.
fn right_by_sets(games: &[&[&str]], engine: &str, refused: usize) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    let mut unsuited = 0;
    for game in games {
        solve(&[*game, &["--engine", engine]].concat(), &path);
        let (answer, found) = by_sets(&path);
        let Some(answer) = answer else {
            assert_eq!(found.status.code(), Some(3), "{game:?}: {found:?}");
            let message = stderr(&found);
            assert!(message.contains("cannot be checked by sets"), "{message}");
            unsuited += 1;
            continue;
        };
        let listed = zermelo(&["verify", path.to_str().unwrap(), "--format", "json"]);
        let listed: serde_json::Value = serde_json::from_str(&stdout(&listed)).unwrap();
        assert_eq!(answer["method"], "symbolic");
        for same in ["states", "terminals", "layers", "distances", "rules_hash"] {
            assert_eq!(answer[same], listed[same], "{game:?}: {same}");
        }
    }
    assert_eq!(unsuited, refused);
}

#[test]
fn layered_library_games_are_right_by_sets() {
    // In the others there are moves within a section.
    right_by_sets(&SMALL[..13], "symbolic", 4);
    right_by_sets(&SMALL[20..25], "explicit", 2);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn all_layered_library_games_are_right_by_sets() {
    for engine in ["auto", "symbolic", "explicit"] {
        right_by_sets(&SMALL, engine, 17);
    }
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn connect_four_of_five_by_five_is_right_by_sets() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    let size = ["--set", "width=5", "--set", "height=5"];
    solve(&[&["connect-four"], &size[..]].concat(), &path);
    let found = zermelo(&[
        "verify",
        path.to_str().unwrap(),
        "--symbolic",
        "--format",
        "json",
    ]);
    assert!(found.status.success(), "{found:?}");
    let answer: serde_json::Value = serde_json::from_str(&stdout(&found)).unwrap();
    assert_eq!(answer["states"], "69763700");
    assert_eq!(answer["compared"], "100000");
}

#[test]
fn what_does_not_fit_is_checked_by_sets_or_sampled() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.solution");
    solve(&["catch-a-mouse", "--engine", "symbolic"], &path);
    let path = path.to_str().unwrap();
    let tried = ["verify", path, "--memory", "1G", "--compare", "1000"];
    let found = zermelo(&tried);
    assert!(found.status.success(), "{found:?}");
    assert!(stderr(&found).contains("trying sets"), "{found:?}");
    assert!(
        stdout(&found).contains("in 1,000 sampled states"),
        "{found:?}"
    );
    let sample = ["verify", path, "--sample", "2000", "--seed", "3"];
    let found = zermelo(&sample);
    assert!(found.status.success(), "{found:?}");
    assert!(stdout(&found).contains("nothing; with 95 % confidence"));
    assert_eq!(found.stdout, zermelo(&sample).stdout);
}
