//! The process between us and a program that is measured.
//!
//! It sets the limits on itself, starts the program, which inherits them, and
//! reports what it has used: the system counts the children of a process
//! together, and here there is only one. So neither limits nor measures need
//! unsafe code, and our own memory is not counted as the program's.

use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::outcome::{Outcome, Shown};

/// What the warden is told.
#[derive(Debug, Args)]
pub struct WardenArguments {
    /// The CPU time in seconds
    #[arg(long)]
    pub cpu: u64,
    /// The address space in bytes
    #[arg(long)]
    pub memory: u64,
    /// Where to write the report
    #[arg(long)]
    pub report: PathBuf,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<String>,
}

/// What the warden reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The exit code, if there is one.
    pub code: Option<i32>,
    /// The signal that ended the program, if one did.
    pub signal: Option<i32>,
    /// Whether it was ended because it did nothing for too long.
    pub overdue: bool,
    /// User and system time, in seconds.
    pub cpu_seconds: f64,
    /// The peak resident size, in bytes.
    pub peak_memory_bytes: u64,
}

/// Wall-clock seconds per second of CPU time, plus a constant, after which a
/// program is assumed to hang: far more than a busy machine can cause.
const PATIENCE: u32 = 30;

/// Runs the command.
#[cfg(target_os = "linux")]
pub fn run(arguments: &WardenArguments) -> Outcome<Shown> {
    system::limit(arguments)?;
    let [program, rest @ ..] = arguments.command.as_slice() else {
        return Err("there is no program to run".into());
    };
    let mut child = Command::new(program).args(rest).spawn()?;
    let patience = Duration::from_secs(arguments.cpu + 10) * PATIENCE;
    let (status, overdue) = wait(&mut child, Instant::now() + patience)?;
    let report = system::report(status, overdue)?;
    std::fs::write(&arguments.report, serde_json::to_vec(&report)?)?;
    Ok(Shown::Yes)
}

/// See the other one: limits and measures exist only on Linux.
#[cfg(not(target_os = "linux"))]
pub fn run(_: &WardenArguments) -> Outcome<Shown> {
    Err("measuring needs Linux".into())
}

/// Waits for the end, or forces it; returns whether it had to.
fn wait(child: &mut Child, deadline: Instant) -> Outcome<(ExitStatus, bool)> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        if Instant::now() > deadline {
            child.kill()?;
            return Ok((child.wait()?, true));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
    use nix::sys::time::TimeValLike;

    use super::*;

    pub fn limit(arguments: &WardenArguments) -> Outcome<()> {
        let WardenArguments { cpu, memory, .. } = *arguments;
        // Soft and hard limit at once, for a signal that cannot be caught:
        // clingo catches the other one, and may then hang.
        setrlimit(Resource::RLIMIT_CPU, cpu, cpu)?;
        setrlimit(Resource::RLIMIT_AS, memory, memory)?;
        // So that a runaway program does not fill the disk.
        setrlimit(Resource::RLIMIT_FSIZE, memory, memory)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        Ok(())
    }

    pub fn report(status: ExitStatus, overdue: bool) -> Outcome<Report> {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let time = usage.user_time() + usage.system_time();
        Ok(Report {
            code: status.code(),
            signal: status.signal(),
            overdue,
            cpu_seconds: time.num_microseconds() as f64 / 1e6,
            // Linux counts in kilobytes.
            peak_memory_bytes: u64::try_from(usage.max_rss())? * 1024,
        })
    }
}
