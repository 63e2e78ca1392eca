//! The pictures of the README show what the program computes.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

fn zermelo(folder: &TempDir, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

fn picture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Tic-tac-toe, in a file.
fn solved() -> TempDir {
    let folder = TempDir::new().unwrap();
    zermelo(&folder, &["solve", "tic-tac-toe", "-o", "solution"]);
    folder
}

#[test]
fn one_reply_to_a_corner_draws_and_seven_lose() {
    let folder = solved();
    let arguments = [
        "query", "solution", "--moves", "mark 1 1", "--plot", "drawn",
    ];
    let asked = zermelo(&folder, &[&arguments[..], &["--format", "json"]].concat());
    let asked: Value = serde_json::from_slice(&asked).unwrap();
    let moves = asked["moves"].as_array().unwrap();
    let draws = moves.iter().filter(|it| it["rewards"][1] == 50);
    let draws: Vec<&Value> = draws.map(|it| &it["move"]).collect();
    assert_eq!(draws, ["(mark 2 2)"]);
    let lost = moves.iter().filter(|it| it["rewards"][1] == 0).count();
    assert_eq!((lost, moves.len()), (7, 8));
    let drawn = std::fs::read_to_string(folder.path().join("drawn")).unwrap();
    let said = [">loses<", ">draws<"].map(|word| drawn.matches(word).count());
    assert_eq!(said, [7, 1]);
    assert_eq!(drawn, picture("replies.svg"));
}

#[test]
fn the_curve_of_a_match_is_as_drawn() {
    let folder = solved();
    let moves = [(1, 1), (1, 2), (2, 1), (3, 1), (2, 2), (2, 3), (3, 3)];
    let moves = moves.map(|(row, column)| format!("mark {row} {column}"));
    std::fs::write(folder.path().join("match"), moves.join("; ")).unwrap();
    zermelo(&folder, &["review", "solution", "match", "--plot", "drawn"]);
    let drawn = std::fs::read_to_string(folder.path().join("drawn")).unwrap();
    assert_eq!(drawn, picture("match.svg"));
}
