//! The watchman: tells the work to stop at a limit or a signal, and the door to end the
//! process where it does not.

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
    /// How many bytes of memory it may use, if the user says so.
    pub memory: Option<u64>,
}

/// What the watchman tells the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// What is finished is being written, which takes a while.
    Saving,
    /// The work does not stop of its own accord: the door is to end the process.
    End(StopReason),
}

/// How often the watchman looks.
const INTERVAL: Duration = Duration::from_millis(5);

/// How often it looks when more than half of the memory is in use, and when the work
/// is to stop: a thread takes a MiB or two of memory in that time.
const SHORT_INTERVAL: Duration = Duration::from_millis(1);

/// How long the work has to stop of its own accord. Some of it cannot be
/// asked, such as waiting for standard input: then the process ends here. Work that
/// says that it brings something to safety has as long as that takes.
const GRACE: Duration = Duration::from_secs(1);

/// Starts to watch; the work asks the handle that is returned. `tell` is not to return
/// from [`Notice::End`].
///
/// The memory limit holds for the peak resident size, which only grows: once
/// it is passed nothing can help but to stop.
///
/// # Errors
///
/// If there cannot be another thread.
pub fn watch(
    allowance: Allowance,
    tell: impl Fn(Notice) + Send + 'static,
) -> Result<Stop, io::Error> {
    let stop = Stop::new();
    let watch = Watch {
        interrupted: flag(SIGINT),
        terminated: flag(SIGTERM),
        // A deadline beyond what the clock can tell is none.
        deadline: allowance
            .time
            .and_then(|time| Instant::now().checked_add(time)),
        memory: allowance.memory_limit(),
        tell: Box::new(tell),
    };
    // The first look is taken at once: a limit of nothing stops every time.
    if let Some(reason) = watch.reason(resources::peak_memory_bytes()) {
        stop.request(reason);
        return Ok(stop);
    }
    let asked = stop.clone();
    thread::Builder::new().spawn(move || watch.keep(&asked))?;
    Ok(stop)
}

impl Allowance {
    /// How many bytes of memory may be in use. Where the user sets no limit it is short
    /// of what the machine has, so that running out is told by us and not by the
    /// system's killer. Where the system limits addresses (`ulimit -v`) it is short of
    /// these as well: some are taken and never used.
    pub fn memory_limit(&self) -> Option<u64> {
        let default = || resources::machine_memory_bytes().map(|bytes| bytes / 10 * 9);
        let limit = self.memory.or_else(default);
        let addresses = resources::address_limit_bytes().map(|bytes| bytes / 4 * 3);
        limit.into_iter().chain(addresses).min()
    }
}

/// From which size on the process ends at once, whatever is being done. Until then
/// the work may come to its own end: what it takes to stop, or to save what is
/// finished, it takes above the limit.
///
/// Together with what is taken between two looks it stays below 1.1 times the limit
/// and 64 MB.
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
    /// Watches until there is a reason to stop, and then that the work does.
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

    /// How long to wait after a look at which `used` bytes of memory were in use.
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

    /// Waits for a signal other than the one that was heard already: the process
    /// usually ends before. The same one again ends it by itself, see [`flag`].
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

/// A flag that the signal raises. A second one of the same kind ends the
/// process at once, should the first not be heeded.
fn flag(signal: i32) -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    let code = 128 + signal;
    // Without handlers the signals still end the process, only less politely.
    let _ = signal_hook::flag::register_conditional_shutdown(signal, code, raised.clone());
    let _ = signal_hook::flag::register(signal, raised.clone());
    raised
}
