//! Draws a board, if the fluents show one; or several side by side, or the layers of one
//! in space.
//!
//! In: a game and the fluents of a state. Out: what is where ([`View`]), the same in
//! characters, and where a move leads ([`Arrow`]). Names mean nothing here, except as
//! hints for the eye (`words`): results do not depend on this module.
//!
//! ```text
//! function ─► rank, panels, find ─► field ─► empty, gravity, homes, reading, words ─► upright
//!                                                                                        │ make
//!                          text, writing, arrow ◄─ view ◄─ Board ◄─ turned ◄─────────────┘
//! ```

mod arrow;
mod empty;
mod field;
mod find;
mod function;
mod gravity;
mod homes;
mod make;
mod order;
mod panels;
mod rank;
mod reading;
mod shape;
mod short;
mod text;
mod turned;
mod upright;
mod view;
mod words;
mod writing;

pub use arrow::Arrow;
pub use shape::{Board, Cell, Panel, Piece};
pub use view::{PanelView, Square, View};
