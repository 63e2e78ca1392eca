//! Why a step did not come to its end.

use game::{Stop, StopReason};
use table::StoreError;

/// What came in between.
#[derive(Debug)]
pub enum Interrupt {
    /// Somebody asked to stop, for this reason.
    Stopped(StopReason),
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for Interrupt {
    fn from(error: StoreError) -> Self {
        Interrupt::Store(error)
    }
}

impl From<StopReason> for Interrupt {
    fn from(reason: StopReason) -> Self {
        Interrupt::Stopped(reason)
    }
}

/// Looks whether somebody has asked to stop.
///
/// # Errors
///
/// [`Interrupt::Stopped`] if so.
pub fn check(stop: &Stop) -> Result<(), Interrupt> {
    stop.requested().map_or(Ok(()), |reason| Err(reason.into()))
}
