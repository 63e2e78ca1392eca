//! The peak memory of one run of the program.
//!
//! The system counts the peak of all children of a process. So each run gets a
//! process between: this program again, with the one test below.

use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

/// The command line, as JSON.
const ARGUMENTS: &str = "ZERMELO_TEST_ARGUMENTS";
/// The file for what was measured.
const REPORT: &str = "ZERMELO_TEST_REPORT";

/// How a run ended.
#[derive(Debug)]
pub struct Measured {
    /// None after a signal.
    pub code: Option<i32>,
    pub stderr: String,
    /// The most memory that it held at once, in bytes.
    pub peak: u64,
}

/// Runs `zermelo` in a folder, without input; its output is thrown away.
pub fn measure(folder: &Path, arguments: &[&str]) -> Measured {
    let own = TempDir::new().unwrap();
    let report = own.path().join("report");
    let between = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "memory::peak::between", "--include-ignored"])
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env(ARGUMENTS, serde_json::to_string(arguments).unwrap())
        .env(REPORT, &report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&between.stderr).into_owned();
    let report = std::fs::read(report).unwrap_or_else(|_| panic!("no report: {stderr}"));
    let (code, peak) = serde_json::from_slice(&report).unwrap();
    Measured { code, stderr, peak }
}

#[test]
#[ignore = "the process between, which other tests start"]
fn between() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else {
        return;
    };
    let arguments: Vec<String> = serde_json::from_str(&arguments).unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    // Linux counts in kilobytes.
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as u64 * 1024;
    let report = serde_json::to_vec(&(status.code(), peak)).unwrap();
    std::fs::write(std::env::var(REPORT).unwrap(), report).unwrap();
}
