//! What a run has used; only a door can tell.

use serde::Serialize;

/// What a run has used, as far as the system tells.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Used {
    /// User and system time in seconds.
    pub cpu_seconds: Option<f64>,
    /// The peak resident size.
    pub peak_memory_bytes: Option<u64>,
}
