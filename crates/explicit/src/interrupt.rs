//! Why a step did not come to its end.

use game::{Stop, StopReason};
use table::StoreError;

/// What came in between.
#[derive(Debug)]
pub(crate) enum Interrupt {
    Stopped(StopReason),
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

/// An error if somebody has asked to stop.
pub(crate) fn check(stop: &Stop) -> Result<(), Interrupt> {
    stop.requested().map_or(Ok(()), |reason| Err(reason.into()))
}
