//! Misère play of wild impartial positions: who cannot move wins.
//!
//! | module | in → out |
//! |---|---|
//! | `positions` | options → positions; their genera where they are tame |
//! | `search` | a sum → who wins, by playing it out |
//! | `bits` | sets of elements |
//! | `monoid` | a finite commutative monoid with its P-portion |
//! | `proof` | a monoid, and the element of each position → who wins *all* sums, or a sum that refutes it |
//! | `learn` | positions → the monoid that all questions asked so far leave |
//! | `quotient` | positions → their misère quotient, proven |
//! | `knobs` | limits |
//!
//! For tame positions the genus is enough (`genus.rs`).

mod bits;
mod knobs;
mod learn;
mod monoid;
mod positions;
mod proof;
mod quotient;
mod search;

pub use knobs::MisereKnobs;
pub use positions::{Impartial, PositionId};
pub use quotient::{Quotient, misere_quotient};
