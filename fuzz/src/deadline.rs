//! Work that takes long is asked to stop: a small text can ask for more than
//! any budget on instances notices, by trying without finding any.

use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use game::{Stop, StopReason};

static CURRENT: Mutex<Option<(Instant, Stop)>> = Mutex::new(None);

/// A handle on which a stop is requested after a time, unless another handle
/// was asked for in between.
pub fn after(time: Duration) -> Stop {
    static START: Once = Once::new();
    START.call_once(|| {
        thread::spawn(watch);
    });
    let stop = Stop::new();
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    *current = Some((Instant::now() + time, stop.clone()));
    stop
}

fn watch() {
    loop {
        thread::sleep(Duration::from_millis(50));
        let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((deadline, stop)) = &*current
            && Instant::now() > *deadline
        {
            stop.request(StopReason::Time);
        }
    }
}
