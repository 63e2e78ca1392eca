//! How a door tells the time to work that has to be in time.

use std::time::Duration;

/// A clock, which belongs to a door: what is below reads no other.
pub trait Clock: Send + Sync {
    /// The time since some moment that stays the same; it never goes back.
    fn now(&self) -> Duration;

    /// The date of that moment, in milliseconds since 1970.
    fn epoch_millis(&self) -> u64;

    /// The date, in milliseconds since 1970.
    fn date_millis(&self) -> u64 {
        let passed = u64::try_from(self.now().as_millis()).unwrap_or(u64::MAX);
        self.epoch_millis().saturating_add(passed)
    }
}
