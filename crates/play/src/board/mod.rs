//! Draws a board, if the fluents show one.
//!
//! In: a game and the fluents of a state. Out: what is where ([`View`]), the same in
//! characters, and where a move leads ([`Arrow`]). Names mean nothing here, except as
//! hints for the eye (`words`): results do not depend on this module.
//!
//! ```text
//! find, order ─► field ─► empty, gravity, homes, reading, words ─► upright
//!                                                                     │ make
//!                                    text, arrow ◄─ view ◄─ Board ◄───┘
//! ```

mod arrow;
mod empty;
mod field;
mod find;
mod gravity;
mod homes;
mod make;
mod order;
mod reading;
mod shape;
mod short;
mod text;
mod upright;
mod view;
mod words;

pub use arrow::Arrow;
pub use shape::{Board, Cell, Piece};
pub use view::{Square, View};
