//! The watchman: tells the work to stop at a limit or a signal, and the door to end the
//! process if it does not.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Stop, StopReason};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::resources;

/// What the process may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// How long it may run from now on.
    pub time: Option<Duration>,
    /// Bytes of memory that it may use, if the user says so.
    pub memory: Option<u64>,
}

/// What the watchman tells the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// Finished results are being written, which takes a while.
    Saving,
    /// The work does not stop by itself: the door must end the process.
    End(StopReason),
}

/// Time between two checks.
const INTERVAL: Duration = Duration::from_millis(5);

/// Time between two checks when more than half of the memory is in use, and when the
/// work should stop: a thread takes one or two MiB of memory in that time.
const SHORT_INTERVAL: Duration = Duration::from_millis(1);

/// Time in which the work must stop by itself. Some of it cannot check for a stop, such
/// as waiting for standard input: then the process ends here. Work that reports that it
/// is saving results has as long as that takes.
const GRACE: Duration = Duration::from_secs(1);

/// Starts to watch; the work checks the returned handle. `tell` must not return from
/// [`Notice::End`].
///
/// The memory limit holds for the peak resident size, which only grows: once it is
/// passed the only remedy is to stop.
///
/// # Errors
///
/// If the system allows no other thread.
pub fn watch(
    allowance: Allowance,
    tell: impl Fn(Notice) + Send + 'static,
) -> Result<Stop, io::Error> {
    let stop = Stop::new();
    let watch = Watch {
        interrupted: flag(SIGINT),
        terminated: flag(SIGTERM),
        // A deadline beyond the range of the clock is none.
        deadline: allowance
            .time
            .and_then(|time| Instant::now().checked_add(time)),
        memory: allowance.memory_limit(),
        tell: Box::new(tell),
    };
    // The first check is immediate: a limit of zero always stops.
    if let Some(reason) = watch.reason(resources::peak_memory_bytes()) {
        stop.request(reason);
        return Ok(stop);
    }
    let asked = stop.clone();
    thread::Builder::new().spawn(move || watch.keep(&asked))?;
    Ok(stop)
}

impl Allowance {
    /// Bytes of memory that may be in use. Without a limit of the user it is less than
    /// the machine has, so that we report running out and not the system's killer. If
    /// the system limits addresses (`ulimit -v`) it is less than these as well: some
    /// are reserved and never used.
    pub fn memory_limit(&self) -> Option<u64> {
        let default = || resources::machine_memory_bytes().map(|bytes| bytes / 10 * 9);
        let limit = self.memory.or_else(default);
        let addresses = resources::address_limit_bytes().map(|bytes| bytes / 4 * 3);
        limit.into_iter().chain(addresses).min()
    }
}

/// Size in bytes from which the process ends at once, whatever it is doing. Until then
/// the work may end by itself: memory that it needs to stop, or to save finished
/// results, is taken above the limit.
///
/// Together with what is allocated between two checks it stays below 1.1 times the
/// limit plus 64 MB.
fn hard_limit(limit: u64) -> u64 {
    limit.saturating_add(limit / 20).saturating_add(16 << 20)
}

/// What is watched.
struct Watch {
    interrupted: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
    deadline: Option<Instant>,
    memory: Option<u64>,
    tell: Box<dyn Fn(Notice) + Send>,
}

impl Watch {
    /// Watches until there is a reason to stop, and then that the work stops.
    fn keep(&self, asked: &Stop) {
        let mut interval = INTERVAL;
        let reason = loop {
            thread::sleep(interval);
            let used = resources::peak_memory_bytes();
            if let Some(reason) = self.reason(used) {
                break reason;
            }
            interval = self.interval(used);
        };
        asked.request(reason);
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            self.guard_memory();
            thread::sleep(SHORT_INTERVAL);
        }
        if asked.is_saving() {
            (self.tell)(Notice::Saving);
            self.wait_for_signal(reason);
        }
        (self.tell)(Notice::End(reason));
    }

    /// The time to the next check, when `used` bytes of memory were in use.
    fn interval(&self, used: Option<u64>) -> Duration {
        let near = |limit| used >= Some(limit / 2);
        match self.memory.is_some_and(near) {
            true => SHORT_INTERVAL,
            false => INTERVAL,
        }
    }

    /// Ends the process if far too much memory is in use.
    fn guard_memory(&self) {
        let over = |limit| resources::peak_memory_bytes() >= Some(hard_limit(limit));
        if self.memory.is_some_and(over) {
            (self.tell)(Notice::End(StopReason::Memory));
        }
    }

    /// Waits for a signal other than the one already received: the process usually ends
    /// before. The same one again ends it directly, see [`flag`].
    fn wait_for_signal(&self, heard: StopReason) {
        let raised = |flag: &AtomicBool, reason| flag.load(Ordering::Relaxed) && heard != reason;
        while !raised(&self.interrupted, StopReason::Interrupt)
            && !raised(&self.terminated, StopReason::Terminate)
        {
            self.guard_memory();
            thread::sleep(SHORT_INTERVAL);
        }
    }

    /// Why to stop, if `used` bytes of memory are in use.
    fn reason(&self, used: Option<u64>) -> Option<StopReason> {
        let over = |limit| used >= Some(limit);
        if self.interrupted.load(Ordering::Relaxed) {
            Some(StopReason::Interrupt)
        } else if self.terminated.load(Ordering::Relaxed) {
            Some(StopReason::Terminate)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(StopReason::Time)
        } else if self.memory.is_some_and(over) {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}

/// A flag that the signal raises. A second one of the same kind ends the process at
/// once, in case the first is ignored.
fn flag(signal: i32) -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    let code = 128 + signal;
    // Without handlers the signals still end the process, only less politely.
    let _ = signal_hook::flag::register_conditional_shutdown(signal, code, raised.clone());
    let _ = signal_hook::flag::register(signal, raised.clone());
    raised
}
