//! Why a step did not finish.

use game::{Stop, StopReason};
use table::StoreError;

/// The cause of an interruption.
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

/// Checks whether a stop was requested.
///
/// # Errors
///
/// [`Interrupt::Stopped`] if it was.
pub fn check(stop: &Stop) -> Result<(), Interrupt> {
    stop.requested().map_or(Ok(()), |reason| Err(reason.into()))
}
