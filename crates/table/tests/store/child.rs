//! Tests that run in a process of their own: this program again, with one test
//! and the folder to work in.

use std::path::{Path, PathBuf};
use std::process::Command;

const DIR: &str = "TABLE_TEST_DIR";

/// The folder to work in, if this is such a process.
pub fn dir() -> Option<PathBuf> {
    std::env::var_os(DIR).map(PathBuf::from)
}

/// What runs `test` in a process of its own.
pub fn command(test: &str, dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--quiet"]).env(DIR, dir);
    command
}

/// The same, by a script of the shell that ends with `exec "$@"`.
pub fn scripted(script: &str, test: &str, dir: &Path) -> Command {
    let command = self::command(test, dir);
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(command.get_program());
    shell.args(command.get_args()).env(DIR, dir);
    shell
}
