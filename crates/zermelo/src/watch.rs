//! The watchman: tells the work to stop at a limit or a signal.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Stop, StopReason};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::arguments::LimitArguments;
use crate::failure::Failure;
use crate::{commands, output, resources};

/// How often the watchman looks.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long the work has to stop of its own accord. Some of it cannot be
/// asked, such as waiting for standard input: then the process ends here. Work that
/// says that it brings something to safety has as long as that takes.
const GRACE: Duration = Duration::from_secs(1);

/// Starts to watch; the work asks the handle that is returned.
///
/// The memory limit holds for the peak resident size, which only grows: once
/// it is passed nothing can help but to stop.
pub fn start(limits: &LimitArguments) -> Stop {
    let stop = Stop::new();
    let watch = Watch {
        interrupted: flag(SIGINT),
        terminated: flag(SIGTERM),
        // A deadline beyond what the clock can tell is none.
        deadline: limits
            .time
            .and_then(|time| Instant::now().checked_add(time.0)),
        memory: memory_limit(limits),
    };
    // The first look is taken at once: a limit of nothing stops every time.
    if let Some(reason) = watch.reason() {
        stop.request(reason);
        return stop;
    }
    let asked = stop.clone();
    thread::spawn(move || {
        let reason = loop {
            thread::sleep(INTERVAL);
            if let Some(reason) = watch.reason() {
                break reason;
            }
        };
        asked.request(reason);
        thread::sleep(GRACE);
        if asked.is_saving() {
            output::warn("what is finished is being written; Ctrl-C ends that at once");
            watch.wait_for_signal(reason);
        }
        let failure = Failure::stopped(reason, "");
        process::exit(commands::report(&failure) as i32);
    });
    stop
}

/// How much memory may be in use. Where the user sets no limit it is short of
/// what the machine has, so that running out is told by us and not by the
/// system's killer.
pub fn memory_limit(limits: &LimitArguments) -> Option<u64> {
    let default = || resources::machine_memory_bytes().map(|bytes| bytes / 10 * 9);
    limits.memory.map(|size| size.0).or_else(default)
}

/// What is watched.
struct Watch {
    interrupted: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
    deadline: Option<Instant>,
    memory: Option<u64>,
}

impl Watch {
    /// Waits for a signal other than the one that was heard already: the process
    /// usually ends before. The same one again ends it by itself, see [`flag`].
    fn wait_for_signal(&self, heard: StopReason) {
        let raised = |flag: &AtomicBool, reason| flag.load(Ordering::Relaxed) && heard != reason;
        while !raised(&self.interrupted, StopReason::Interrupt)
            && !raised(&self.terminated, StopReason::Terminate)
        {
            thread::sleep(INTERVAL);
        }
    }

    fn reason(&self) -> Option<StopReason> {
        let over = |limit| resources::peak_memory_bytes() >= Some(limit);
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
