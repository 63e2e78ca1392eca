//! The process that a door runs in: what it uses, what it may use, and how signals and
//! limits become a request to stop.
//!
//! Every door that is a program needs these: they apply to the whole process. Not
//! here: words and exit codes, which a door passes in.

mod amount;
mod clock;
mod deadline;
mod resources;
mod system;
mod system_clock;
mod terminal;
mod watch;

pub use amount::{Size, Span};
pub use clock::{LayerClock, LayerCost, Pass};
pub use deadline::Deadline;
pub use resources::{
    address_limit_bytes, begin, cpu_seconds, machine_memory_bytes, memory_bytes, peak_memory_bytes,
};
pub use system::{Refusal, arrange, end_if_refused, panicked};
pub use system_clock::SystemClock;
pub use terminal::{remember_terminal, restore_terminal};
pub use watch::{Allowance, Notice, watch};
