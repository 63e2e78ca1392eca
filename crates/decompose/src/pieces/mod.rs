//! The pieces into which positions fall apart, each kept once.
//!
//! | file | what |
//! |---|---|
//! | `local` | a game of a few fluents, in which both roles may move |
//! | `lanes` | what can still happen in up to 64 positions of it at once |
//! | `split` | the pieces of a position: what can still happen and is connected |
//! | `canonical` | a piece as numbers that do not depend on where it lies |
//! | `components` | the table of all pieces, and where their moves lead |

mod canonical;
mod components;
mod lanes;
mod local;
mod split;

pub(crate) use components::{Components, packed, split_all, split_one};
pub(crate) use lanes::Planes;
pub(crate) use local::{Action, Builder, LocalGame};
pub(crate) use split::{Keep, Piece};
