//! Runs a program as a child, within limits, and measures it.
//!
//! In: a program and its arguments. Out: a [`Run`]: how it ended, what it said,
//! the CPU time and the peak memory of the child alone.
//! Not here: how limits are set and measures taken ([`warden`](crate::warden)).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::scratch::Scratch;
use crate::warden::Report;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this exit code.
    Code(i32),
    /// At the time limit, or because it hung.
    Time,
    /// At the memory limit, as far as that can be known.
    Memory,
    /// By another signal.
    Signal(i32),
}

/// A program that was run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// User and system time, in seconds.
    pub cpu_seconds: f64,
    /// The peak resident size, in bytes.
    pub peak_memory_bytes: u64,
    /// What it wrote to standard output.
    pub output: String,
    /// What it wrote to standard error.
    pub complaints: String,
}

impl Run {
    /// Whether it ended with exit code 0.
    pub fn is_done(&self) -> bool {
        self.ended == Ended::Code(0)
    }
}

/// Runs a program to its end, or to its limits; its input is empty.
///
/// # Errors
///
/// When it cannot be started. A program that fails is no error here.
pub fn run(program: &Path, arguments: &[&OsStr], limits: Limits) -> Outcome<Run> {
    let scratch = Scratch::new()?;
    let [output, complaints, report] =
        ["output", "complaints", "report"].map(|name| scratch.path(name));
    let status = Command::new(std::env::current_exe()?)
        .arg("warden")
        .args(["--cpu", &whole_seconds(limits).to_string()])
        .args(["--memory", &limits.memory.to_string()])
        .args([OsStr::new("--report"), report.as_os_str()])
        .arg("--")
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&complaints)?)
        .status()?;
    let text = |path: &Path| fs::read(path).map(|it| String::from_utf8_lossy(&it).into_owned());
    let complaints = text(&complaints)?;
    if !status.success() {
        return Err(format!("{} was not run: {complaints}", program.display()).into());
    }
    let report: Report = serde_json::from_slice(&fs::read(report)?)?;
    Ok(Run {
        ended: ended(&report, limits),
        cpu_seconds: report.cpu_seconds,
        peak_memory_bytes: report.peak_memory_bytes,
        output: text(&output)?,
        complaints,
    })
}

/// The signal that ends a program at its time limit.
const KILLED: i32 = 9;

fn whole_seconds(limits: Limits) -> u64 {
    limits.cpu.as_secs_f64().ceil() as u64
}

/// Distinguishes limits from faults. The system does not say that a program
/// failed for lack of memory: it is assumed if it used most of it.
fn ended(report: &Report, limits: Limits) -> Ended {
    if report.code == Some(0) {
        return Ended::Code(0);
    }
    // The system compares ticks with the limit, and reports finer numbers: the
    // two can be far apart.
    let nearly = limits.cpu.as_secs_f64() / 2.0;
    let out_of_time = report.signal == Some(KILLED) && report.cpu_seconds >= nearly;
    if out_of_time || report.overdue {
        return Ended::Time;
    }
    if report.peak_memory_bytes >= limits.memory / 2 {
        return Ended::Memory;
    }
    match (report.code, report.signal) {
        (Some(code), _) => Ended::Code(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const LIMITS: Limits = Limits {
        cpu: Duration::from_secs(10),
        memory: 1000,
    };

    fn report(code: Option<i32>, signal: Option<i32>) -> Report {
        Report {
            code,
            signal,
            overdue: false,
            cpu_seconds: 1.0,
            peak_memory_bytes: 100,
        }
    }

    #[test]
    fn limits_are_told_from_faults() {
        assert_eq!(ended(&report(Some(3), None), LIMITS), Ended::Code(3));
        assert_eq!(ended(&report(None, Some(6)), LIMITS), Ended::Signal(6));
        let mut late = report(None, Some(KILLED));
        late.cpu_seconds = 9.5;
        assert_eq!(ended(&late, LIMITS), Ended::Time);
        let mut full = report(None, Some(6));
        full.peak_memory_bytes = 900;
        assert_eq!(ended(&full, LIMITS), Ended::Memory);
    }

    #[test]
    fn what_is_done_is_done_however_much_it_took() {
        let mut done = report(Some(0), None);
        done.peak_memory_bytes = 999;
        done.cpu_seconds = 11.0;
        assert_eq!(ended(&done, LIMITS), Ended::Code(0));
    }
}
