//! Completions in a real Bash: games beside files, and the parameters of a game.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// What Bash offers for the last of these words, in a folder with two files.
fn offered(words: &[&str]) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    for name in ["tide.kif", "my game.kif"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let script = r#"
        source <("$ZERMELO" completions bash)
        COMP_WORDS=(zermelo "$@")
        COMP_CWORD=$#
        function=$(complete -p zermelo | sed 's/.*-F \([a-z_]*\) .*/\1/')
        "$function" zermelo "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .args(words)
        .env("ZERMELO", env!("CARGO_BIN_EXE_zermelo"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.is_empty(), "{said}");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_games_beside_files() {
    assert_eq!(offered(&["solve", "ti"]), ["tic-tac-toe", "tide.kif"]);
    assert_eq!(offered(&["solve", "-q", "my"]), ["my game.kif"]);
    assert_eq!(offered(&["solve", "--engine", "sy"]), ["symbolic"]);
    let all = offered(&["info", ""]);
    assert_eq!(all.len(), library::games().len() + 2);
    assert_eq!(offered(&["query", "ti"]), ["tide.kif"]);
    assert_eq!(offered(&["games", "tic"]), ["tic-tac-toe"]);
}

#[test]
fn bash_offers_the_parameters_of_the_game() {
    let offered_for = |game| offered(&["solve", game, "--set", ""]);
    assert_eq!(offered_for("nim"), ["heaps=", "misere="]);
    assert_eq!(offered_for("mnk"), ["width=", "height=", "length="]);
    let chosen = offered(&["solve", "mnk", "--engine", "explicit", "--set", "wi"]);
    assert_eq!(chosen, ["width="]);
}

#[test]
fn a_game_is_offered_once() {
    let offered = offered(&["solve", "nim", ""]);
    assert!(offered.iter().all(|it| it.starts_with('-')), "{offered:?}");
}
