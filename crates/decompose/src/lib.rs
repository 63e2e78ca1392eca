//! Games that fall apart.
mod convention;
mod knobs;
mod last_mover;
mod parity;
mod pieces;
mod positions;
mod saved;
mod search;
mod source;
mod states;
mod theory;
mod whole;
mod worth;

pub use convention::{Convention, Lacking, Turns};
pub use knobs::Knobs;
pub use last_mover::{Asked, LastMover, Task, Unsuited};
pub use parity::Census;
pub use positions::{PositionId, Unfinished};
pub use whole::Part;
