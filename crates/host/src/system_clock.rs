//! The clock of the system, for work that has to be in time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use game::Clock;

/// A clock that begins now.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
    date: SystemTime,
}

impl SystemClock {
    /// Starts it.
    pub fn start() -> Self {
        SystemClock {
            start: Instant::now(),
            date: SystemTime::now(),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn epoch_millis(&self) -> u64 {
        // A system that lives before 1970 has no date.
        let since = self.date.duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
