//! Files of the wrong kind: each command says what it was given, and what to do.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

fn zermelo(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    let command = command.current_dir(folder).env("NO_COLOR", "1");
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), said)
}

/// A folder with a file of each kind.
fn files() -> TempDir {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let solve = ["solve", "nim", "-q", "-o", "nim.solution"];
    assert_eq!(zermelo(folder.path(), &solve).0, 0);
    let rules = "(role a) (init p) (legal a wait) (<= terminal (true p)) (goal a 7)";
    fs::write(path("game.kif"), rules).unwrap();
    fs::write(path("match.json"), "{\"moves\": []}").unwrap();
    fs::write(path("layers.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    fs::write(path("empty"), "").unwrap();
    fs::write(path("bytes"), [0, 1, 2, 3, 200]).unwrap();
    fs::create_dir(path("folder")).unwrap();
    folder
}

#[test]
fn commands_on_rules_say_what_else_they_were_given() {
    let folder = files();
    let told = [
        (
            "nim.solution",
            "error: nim.solution is a solution file of nim, not rules\n\
             help: query, play, review, stats, export and verify take it\n",
        ),
        (
            "match.json",
            "error: match.json has JSON, not rules in GDL\n\
             help: of a match: `zermelo review SOLUTION match.json`\n",
        ),
        (
            "layers.png",
            "error: layers.png is a picture (PNG), not rules\n",
        ),
        (
            "folder",
            "error: folder is a folder, not a file with rules\nhelp: name a file in it\n",
        ),
    ];
    for command in [
        "check", "info", "print", "ground", "simulate", "reach", "solve",
    ] {
        for (name, message) in told {
            let expected = (2, message.to_owned());
            assert_eq!(zermelo(folder.path(), &[command, name]), expected);
        }
    }
}

#[test]
fn commands_on_solutions_say_what_else_they_were_given() {
    let folder = files();
    let told = [
        (
            "game.kif",
            2,
            "error: game.kif has rules, not a solution\n\
             help: solve it first: `zermelo solve game.kif -o game.solution`; then name game.solution\n",
        ),
        (
            "nim",
            2,
            "error: nim is a game of the library, not a solution file\n\
             help: solve it first: `zermelo solve nim -o nim.solution`; then name nim.solution\n",
        ),
        (
            "match.json",
            2,
            "error: match.json has JSON, not a solution\n\
             help: of a match: `zermelo review SOLUTION match.json`\n",
        ),
        (
            "layers.png",
            2,
            "error: layers.png is a picture (PNG), not a solution file\n\
             help: `zermelo solve GAME -o FILE` writes solution files\n",
        ),
        (
            "folder",
            2,
            "error: folder is a folder, not a solution file\n\
             help: `zermelo solve GAME -o FILE` writes solution files\n",
        ),
        (
            "none",
            2,
            "error: there is no file none\n\
             help: `zermelo solve GAME -o FILE` writes solution files\n",
        ),
        (
            "empty",
            5,
            "error: empty is empty: it has no solution\n\
             help: `zermelo solve GAME -o FILE` writes solution files\n",
        ),
        (
            "bytes",
            5,
            "error: bytes is not a solution file\n\
             help: `zermelo solve GAME -o FILE` writes solution files\n",
        ),
    ];
    for command in ["query", "stats", "export", "verify"] {
        for (name, code, message) in told {
            let expected = (code, message.to_owned());
            assert_eq!(zermelo(folder.path(), &[command, name]), expected);
        }
    }
    let (code, said) = zermelo(folder.path(), &["review", "game.kif", "match.json"]);
    assert_eq!((code, said.lines().next()), (2, told[0].2.lines().next()));
}

#[test]
fn review_says_what_is_no_match() {
    let folder = files();
    let others = ["nim.solution", "game.kif", "layers.png", "folder"];
    let arguments = [&["review", "nim.solution"][..], &others].concat();
    let (code, said) = zermelo(folder.path(), &arguments);
    let expected = "error: nim.solution: it is a solution file, not a match
error: game.kif: it has rules, not a match
error: layers.png: it is a picture, not a match
error: folder: it is a folder, not a match: name the files in it
error: 4 matches could not be judged
";
    assert_eq!((code, said.as_str()), (2, expected));
}
