//! What the process has used so far, as the system counts it, and what is available.
//!
//! A process that was started by `exec`, as `cargo run` does, inherits the time and
//! the peak memory of its predecessor: neither must be reported or count towards a
//! limit.

use std::sync::OnceLock;

/// CPU time that had been used when we began.
static INHERITED: OnceLock<Option<i64>> = OnceLock::new();

/// Records what was used before; call it first of all.
pub fn begin() {
    INHERITED.get_or_init(process_microseconds);
}

/// User and system time of this process in seconds, where the system reports it.
pub fn cpu_seconds() -> Option<f64> {
    let inherited = INHERITED.get().copied().flatten().unwrap_or(0);
    Some((process_microseconds()? - inherited) as f64 / 1e6)
}

/// The peak resident size of this process in bytes, where the system reports it.
pub fn peak_memory_bytes() -> Option<u64> {
    high_water_mark().or_else(peak_since_fork)
}

/// The current resident size of this process in bytes, where the system reports it.
pub fn memory_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// What Linux calls the high-water mark, which is reset by `exec`.
fn high_water_mark() -> Option<u64> {
    status("VmHWM:")
}

/// A number of bytes in Linux's status of this process.
fn status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(unix)]
fn peak_since_fork() -> Option<u64> {
    // Linux counts in kilobytes, macOS in bytes.
    let unit = match cfg!(target_vendor = "apple") {
        true => 1,
        false => 1024,
    };
    Some(u64::try_from(usage()?.max_rss()).ok()? * unit)
}

#[cfg(unix)]
fn process_microseconds() -> Option<i64> {
    use nix::sys::time::TimeValLike;
    let usage = usage()?;
    Some((usage.user_time() + usage.system_time()).num_microseconds())
}

#[cfg(unix)]
fn usage() -> Option<nix::sys::resource::Usage> {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_SELF).ok()
}

/// The memory of the machine in bytes, where the system reports it.
#[cfg(target_os = "linux")]
pub fn machine_memory_bytes() -> Option<u64> {
    use nix::unistd::{SysconfVar, sysconf};
    let value = |what| u64::try_from(sysconf(what).ok()??).ok();
    Some(value(SysconfVar::_PHYS_PAGES)? * value(SysconfVar::PAGE_SIZE)?)
}

/// See the other one: this system does not report it.
#[cfg(not(target_os = "linux"))]
pub fn machine_memory_bytes() -> Option<u64> {
    None
}

/// Most bytes of addresses that the process may take (`ulimit -v`), if that is
/// limited.
#[cfg(unix)]
pub fn address_limit_bytes() -> Option<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (soft != RLIM_INFINITY).then_some(soft)
}

/// See the other one: this system has no such limit.
#[cfg(not(unix))]
pub fn address_limit_bytes() -> Option<u64> {
    None
}

#[cfg(not(unix))]
fn peak_since_fork() -> Option<u64> {
    None
}

#[cfg(not(unix))]
fn process_microseconds() -> Option<i64> {
    None
}
