//! CPU time of a thread instead of wall-clock time: tests with a time limit get
//! as far on a busy machine as on an idle one.

use std::fs;
use std::time::{Duration, Instant};

/// Counts the CPU time of the calling thread on Linux; elsewhere wall-clock
/// time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// Starts to count.
    pub fn start() -> Self {
        Stopwatch {
            cpu: thread_time(),
            wall: Instant::now(),
        }
    }

    /// The time since the start, which must have been in the same thread.
    pub fn elapsed(&self) -> Duration {
        match (self.cpu, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The first number of this file is the thread's CPU time, in nanoseconds.
fn thread_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_not_counted_where_the_system_tells() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(200));
        let slept = watch.elapsed() > Duration::from_millis(150);
        assert_eq!(slept, thread_time().is_none());
    }

    #[test]
    fn work_is_counted() {
        let watch = Stopwatch::start();
        let mut random = crate::SplitMix64::new(1);
        // This would not end if nothing were counted.
        while watch.elapsed() < Duration::from_millis(20) {
            std::hint::black_box(random.draw());
        }
    }
}
