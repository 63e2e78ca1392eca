//! Ground games compared with the interpreter, on library games, published sheets and
//! random ones; their limits, and random playouts.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod agreement;
mod limits;
mod playouts;
mod playouts_agree;
mod rewriting;
mod undecided;
