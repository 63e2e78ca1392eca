//! HTTP 1.0 and 1.1, as far as the protocol needs it: one request on each connection.
//!
//! Heads are parsed by `httparse`; here is what surrounds that: how much is read, for
//! how long, and what is said to everything that is no message.

mod read;
mod request;
mod response;

pub use read::{Cut, Reading};
pub use request::{Refused, Request, read_request};
pub use response::{Response, read_response};

use std::time::Duration;

/// What one connection may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most bytes of a message.
    pub message_bytes: usize,
    /// Most bytes of what stands before a message; a message in the address counts here.
    pub head_bytes: usize,
    /// Longest time in which all of a request must arrive.
    pub patience: Duration,
    /// Most connections at a time.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message_bytes: gdl::MAX_SOURCE_BYTES,
            head_bytes: 1 << 20,
            patience: Duration::from_secs(5),
            connections: 64,
        }
    }
}

/// Time between two looks at the clock while nothing arrives.
pub const GLANCE: Duration = Duration::from_millis(20);

/// Most header lines of a request or response.
const MAX_HEADERS: usize = 100;
