//! Values of games whose layers cannot be valued one by one.
//!
//! ```text
//! layers, known ─link→ arrows by number ─arena→ judge's values → Solution
//! ```
//!
//! A state's number is its place among all states in ascending order: so a
//! successor's number is found by one look-up, whatever its layer. Arrows are
//! archived like layers; the values are not, and are computed again by a run
//! that was stopped among them.

mod arrows;
mod cycle;
mod link;
mod solve;

use packed::{Ends, Kernel};
use table::Archive;

use crate::forward::pass::Layers;
use crate::task::Task;

/// What the graph is built from.
pub(crate) struct Graph<'a, 'b, const W: usize> {
    pub task: &'a mut Task<'b>,
    pub kernels: &'a mut [Kernel<W>],
    pub ends: &'a Ends,
    pub archive: &'a mut Archive<'b>,
    pub layers: &'a Layers,
}
