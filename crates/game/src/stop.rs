//! How a door (the CLI, a server) tells the work below it to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Why work is to stop before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit has passed.
    Time,
    /// The memory limit is reached.
    Memory,
    /// The user pressed Ctrl-C.
    Interrupt,
    /// The system asked the process to end.
    Terminate,
    /// The engine has tried all that it was asked to try.
    Enough,
}

/// A request to stop, shared between the door and the work.
///
/// Engines read no clock and measure no memory: they ask this, often. The first
/// request wins.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicU8>,
    parent: Option<Arc<Stop>>,
    /// Shared by the whole and all its parts.
    saving: Arc<AtomicBool>,
}

impl Stop {
    /// A handle on which nothing has been requested yet.
    pub fn new() -> Self {
        Stop::default()
    }

    /// A handle for a part of the work: it can be stopped alone, and is stopped
    /// with the rest.
    pub fn child(&self) -> Self {
        Stop {
            own: Arc::default(),
            parent: Some(Arc::new(self.clone())),
            saving: self.saving.clone(),
        }
    }

    /// Asks the work to stop.
    pub fn request(&self, reason: StopReason) {
        let code = match reason {
            StopReason::Time => 1,
            StopReason::Memory => 2,
            StopReason::Interrupt => 3,
            StopReason::Terminate => 4,
            StopReason::Enough => 5,
        };
        // Only the first request counts, so a failed exchange is fine.
        let _ = self
            .own
            .compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Tells the door that the work has noticed, and needs time to save what is
    /// finished.
    pub fn save(&self) {
        self.saving.store(true, Ordering::Relaxed);
    }

    /// Whether the work is saving what is finished.
    pub fn is_saving(&self) -> bool {
        self.saving.load(Ordering::Relaxed)
    }

    /// The reason to stop, if one was given.
    pub fn requested(&self) -> Option<StopReason> {
        let above = || self.parent.as_ref()?.requested();
        match self.own.load(Ordering::Relaxed) {
            1 => Some(StopReason::Time),
            2 => Some(StopReason::Memory),
            3 => Some(StopReason::Interrupt),
            4 => Some(StopReason::Terminate),
            5 => Some(StopReason::Enough),
            _ => above(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let stop = Stop::new();
        assert_eq!(stop.requested(), None);
        let shared = stop.clone();
        shared.request(StopReason::Memory);
        shared.request(StopReason::Time);
        assert_eq!(stop.requested(), Some(StopReason::Memory));
    }

    #[test]
    fn a_part_stops_alone_and_with_the_rest() {
        let whole = Stop::new();
        let (part, other) = (whole.child(), whole.child());
        part.request(StopReason::Enough);
        assert_eq!(part.requested(), Some(StopReason::Enough));
        assert_eq!((whole.requested(), other.requested()), (None, None));
        whole.request(StopReason::Time);
        assert_eq!(other.requested(), Some(StopReason::Time));
        assert!(!whole.is_saving());
        part.save();
        assert!(whole.is_saving());
    }
}
