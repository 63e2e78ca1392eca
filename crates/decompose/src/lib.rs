//! Games that fall apart.
mod convention;
mod knobs;
mod last_mover;
mod parity;
mod pieces;
mod positions;
mod product;
mod search;
mod source;
mod states;
mod whole;
mod worth;

pub use convention::{Convention, Lacking, Turns};
pub use knobs::Knobs;
pub use last_mover::{LastMover, Task, Unsuited};
pub use positions::{PositionId, Unfinished};
pub use product::{Estimate, NoProduct, Plans, Product, ProductPart, Sequences, Split, SplitTask};
pub use whole::Part;
