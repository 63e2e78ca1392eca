//! How long a player thinks under a clock.

use std::time::Duration;

use crate::worker::Time;

/// What is left of a clock for the way of the answer, and for work that is slow to stop.
const LEAST: Duration = Duration::from_millis(250);

/// The share of a clock that is left as well.
const SHARE: u32 = 20;

/// The largest that is left.
const MOST: Duration = Duration::from_secs(2);

/// The time for an answer under a clock, of which some has passed.
///
/// A player is asked to stop before the clock runs out, and is waited for half of what is
/// left then. Clocks that are shorter than the margin are halved.
pub fn time(clock: Duration, passed: Duration) -> Time {
    let margin = (LEAST + clock / SHARE).min(MOST).min(clock / 2);
    let soft = (clock - margin).saturating_sub(passed);
    let hard = (clock - margin / 2).saturating_sub(passed);
    Time { soft, hard }
}

/// The time of a player that answers over the protocol: it keeps its clock itself, and
/// servers wait a second longer.
pub fn patient(clock: Duration) -> Time {
    let time = clock + Duration::from_secs(1);
    Time {
        soft: time,
        hard: time + LEAST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_kept_under_any_clock() {
        for millis in [1, 100, 1000, 5000, 30_000, 120_000] {
            let clock = Duration::from_millis(millis);
            let whole = time(clock, Duration::ZERO);
            assert!(whole.soft < whole.hard && whole.hard < clock, "{millis}");
            let late = time(clock, clock);
            assert_eq!((late.soft, late.hard), (Duration::ZERO, Duration::ZERO));
        }
        let second = time(Duration::from_secs(1), Duration::from_millis(100));
        assert_eq!(second.soft, Duration::from_millis(600));
        assert_eq!(second.hard, Duration::from_millis(750));
    }
}
