//! A time limit for programs.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use game::{Stop, StopReason};

/// Requests a stop after a while, unless it is dropped before.
#[derive(Debug)]
pub struct Deadline {
    stop: Stop,
    /// Dropping it ends the waiting thread.
    _alive: Sender<()>,
}

impl Deadline {
    /// Begins to wait.
    ///
    /// # Errors
    ///
    /// If the system allows no other thread.
    pub fn after(span: Duration) -> io::Result<Self> {
        Deadline::of(Stop::new(), span)
    }

    /// Begins to wait, for work that may be stopped for other reasons too.
    ///
    /// # Errors
    ///
    /// If the system allows no other thread.
    pub fn of(stop: Stop, span: Duration) -> io::Result<Self> {
        let (alive, ended) = channel();
        let asked = stop.clone();
        thread::Builder::new().spawn(move || {
            if ended.recv_timeout(span) == Err(RecvTimeoutError::Timeout) {
                asked.request(StopReason::Time);
            }
        })?;
        Ok(Deadline {
            stop,
            _alive: alive,
        })
    }

    /// The request, for the limits of the work.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_passes_requests_a_stop() {
        let deadline = Deadline::after(Duration::ZERO).unwrap();
        let stop = deadline.stop();
        while stop.requested().is_none() {
            thread::yield_now();
        }
        assert_eq!(stop.requested(), Some(StopReason::Time));
    }

    #[test]
    fn a_deadline_that_is_dropped_does_not() {
        let stop = Deadline::after(Duration::from_millis(20)).unwrap().stop();
        thread::sleep(Duration::from_millis(60));
        assert_eq!(stop.requested(), None);
    }
}
