//! What the process has used so far, as the system counts it.

/// The peak resident size of this process in bytes, where the system tells.
#[cfg(unix)]
pub fn peak_memory_bytes() -> Option<u64> {
    // Linux counts in kilobytes, macOS in bytes.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    u64::try_from(usage()?.max_rss())
        .ok()
        .map(|size| size * unit)
}

/// User and system time of this process in seconds, where the system tells.
#[cfg(unix)]
pub fn cpu_seconds() -> Option<f64> {
    use nix::sys::time::TimeValLike;
    let usage = usage()?;
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    Some(microseconds as f64 / 1e6)
}

#[cfg(unix)]
fn usage() -> Option<nix::sys::resource::Usage> {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_SELF).ok()
}

/// See the other one: this system does not tell.
#[cfg(not(unix))]
pub fn peak_memory_bytes() -> Option<u64> {
    None
}

/// See the other one: this system does not tell.
#[cfg(not(unix))]
pub fn cpu_seconds() -> Option<f64> {
    None
}
