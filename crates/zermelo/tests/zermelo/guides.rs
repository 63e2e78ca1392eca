//! The guides in `docs/for`: each is run from its first command to its last, in a folder of
//! its own, as a reader would.
//!
//! A block that is marked `console` has commands behind `$ ` and what they print on either
//! stream; a line `...` stands for any lines, `? 2` for an exit code. A block that is marked
//! with the name of a file, as `kif title="bridge.kif"`, is written there first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn guides() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/for");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}

/// The blocks of a document, each with the words that mark it.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let (mut blocks, mut open) = (Vec::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(mark), None) => open = Some((mark, Vec::new())),
            (None, Some((mark, mut lines))) => {
                lines.push(line);
                open = Some((mark, lines));
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Whether lines are as shown, where `...` stands for any number of them.
fn fits(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=lines.len()).any(|from| fits(rest, &lines[from..])),
        ([first, shown @ ..], [line, lines @ ..]) => first == line && fits(shown, lines),
        _ => false,
    }
}

/// Runs a command in a folder: its exit code and all that it printed.
fn run(command: &str, folder: &Path) -> (i32, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_zermelo")).parent().unwrap();
    let paths = std::env::var("PATH").unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{}:{paths}", programs.display()))
        .env("XDG_CACHE_HOME", folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap(), text)
}

/// Runs the commands of a block, one after the other.
fn try_block(lines: &[&str], folder: &Path, guide: &str) {
    let mut commands = lines.split(|line| line.starts_with("$ "));
    assert!(commands.next().unwrap().is_empty(), "{guide}: {lines:?}");
    let named = lines.iter().filter_map(|line| line.strip_prefix("$ "));
    for (command, shown) in named.zip(commands) {
        let code = shown.first().and_then(|line| line.strip_prefix("? "));
        let shown = &shown[usize::from(code.is_some())..];
        let code = code.map_or(0, |code| code.parse().unwrap());
        let (ended, printed) = run(command, folder);
        let printed = printed.trim_end();
        assert_eq!(ended, code, "{guide}: {command}\n{printed}");
        let wanted = shown.join("\n");
        let wanted: Vec<&str> = wanted.trim_end().lines().collect();
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert!(fits(&wanted, &lines), "{guide}: {command}\n{printed}");
    }
}

#[test]
fn each_guide_works_from_start_to_end() {
    for path in guides() {
        let guide = path.file_name().unwrap().to_string_lossy();
        let text = fs::read_to_string(&path).unwrap();
        let folder = TempDir::new().unwrap();
        let mut blocks_run = 0;
        for (mark, lines) in blocks(&text) {
            if let Some((_, name)) = mark.split_once("title=\"") {
                let file = folder.path().join(name.trim_end_matches('"'));
                fs::write(file, lines.join("\n") + "\n").unwrap();
            }
            if mark == "console" {
                try_block(&lines, folder.path(), &guide);
                blocks_run += 1;
            }
        }
        assert!(blocks_run > 0, "{guide} shows no command");
    }
}

#[test]
fn elided_lines_fit_any_number() {
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["a", "..."], &["a"]));
    assert!(!fits(&["a", "...", "d"], &["a", "b"]));
    assert!(!fits(&[], &["a"]));
}
