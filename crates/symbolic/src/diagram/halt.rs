//! Why an operation on diagrams has no result.

use game::StopReason;

use super::nodes::Full;

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    OutOfNodes,
    /// The operation took more steps than it was allowed.
    OutOfSteps,
    Stopped(StopReason),
}

impl From<Full> for Halt {
    fn from(_: Full) -> Self {
        Halt::OutOfNodes
    }
}
