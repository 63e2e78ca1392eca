//! The watchman: tells the work to stop at a limit or a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Stop, StopReason};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::arguments::LimitArguments;
use crate::resources;

/// How often the watchman looks.
const INTERVAL: Duration = Duration::from_millis(5);

/// Starts to watch; the work asks the handle that is returned.
///
/// The memory limit holds for the peak resident size, which only grows: once
/// it is passed nothing can help but to stop.
pub fn start(limits: &LimitArguments) -> Stop {
    let stop = Stop::new();
    let (interrupted, terminated) = (flag(SIGINT), flag(SIGTERM));
    let deadline = limits.time.map(|time| Instant::now() + time.0);
    let memory = limits.memory.map(|size| size.0);
    let asked = stop.clone();
    thread::spawn(move || {
        loop {
            let reason = if interrupted.load(Ordering::Relaxed) {
                Some(StopReason::Interrupt)
            } else if terminated.load(Ordering::Relaxed) {
                Some(StopReason::Terminate)
            } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                Some(StopReason::Time)
            } else if memory.is_some_and(|limit| resources::peak_memory_bytes() >= Some(limit)) {
                Some(StopReason::Memory)
            } else {
                None
            };
            if let Some(reason) = reason {
                asked.request(reason);
                return;
            }
            thread::sleep(INTERVAL);
        }
    });
    stop
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
