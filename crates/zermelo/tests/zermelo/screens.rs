//! Whole sessions of `play`, as they look at 80 columns.

use std::io::Write;
use std::time::Duration;

use assert_cmd::Command;

/// What a session shows, with what was typed. Input that does not come from a terminal is
/// not echoed: so it is put behind the prompts.
fn session(game: &[&str], typed: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .arg("play")
        .args(game)
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .env("TMPDIR", folder.path())
        .write_stdin(typed.join("\n"))
        .timeout(Duration::from_secs(60))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0, "the file of the solution is gone");
    let told = String::from_utf8(output.stderr).unwrap();
    let mut shown = String::new();
    let mut lines = typed.iter();
    for part in String::from_utf8(output.stdout)
        .unwrap()
        .split_inclusive("> ")
    {
        shown.push_str(part);
        if part.ends_with("> ") {
            shown.push_str(&format!("{}\n", lines.next().unwrap_or(&"^D")));
        }
    }
    let wide = shown
        .lines()
        .chain(told.lines())
        .find(|it| it.chars().count() > 80);
    assert_eq!(wide, None);
    told + &shown
}

#[test]
fn a_lost_game_shows_the_mistake_and_can_be_tried_again() {
    let typed = [
        "mark 1 1", "mark 1 2", "hint", "mark 3 3", "mark 3 2", "moves", "back", "back", "again o",
        "quit",
    ];
    insta::assert_snapshot!(session(&["tic-tac-toe"], &typed));
}

/// What is pasted comes at once. A line editor that waits for the terminal, although it has
/// read more already, shows one letter and hangs. `script` makes a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_line_that_comes_at_once_is_taken() {
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let game = concat!(env!("CARGO_BIN_EXE_zermelo"), " play tic-tac-toe -q");
    let session = std::process::Command::new("script")
        .args(["-qec", game, "/dev/null"])
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let Ok(mut session) = session else {
        println!("not tested: there is no `script`");
        return;
    };
    // It stays open: its end would wake up whoever waits.
    let mut keyboard = session.stdin.take().unwrap();
    keyboard.write_all(b"quit\r").unwrap();
    for _ in 0..600 {
        if let Some(status) = session.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    session.kill().unwrap();
    panic!("the line was not read");
}

#[test]
fn discs_pile_up() {
    let game = ["connect-four", "--set", "width=4", "--set", "height=3"];
    let typed = ["drop 2", "drop 2", "1", "nonsense", "help"];
    insta::assert_snapshot!(session(&game, &typed));
}

#[test]
fn a_game_without_a_board_shows_its_fluents() {
    let typed = ["moves", "remove 1 1"];
    insta::assert_snapshot!(session(&["nim", "--set", "heaps=1,2,3"], &typed));
}
