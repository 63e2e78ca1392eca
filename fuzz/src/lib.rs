//! What the fuzz targets share.
//!
//! - [`play`]: a game on the interpreter and on the simulator, side by side.
//! - [`mutate`]: changes to sheets that leave many of them valid.
//! - [`deadline`]: work that takes long is asked to stop.

pub mod deadline;
mod draw;
pub mod mutate;
mod places;
pub mod play;

pub use draw::Draw;
