//! The packed game: states in a few machine words, code that plays many of them
//! at once, and sorted sets of them in memory and on disk.
//!
//! ```text
//! GroundGame + groups ─compile→ Kernel ─play→ states ─parts→ layers, runs
//! ```
//!
//! In: a [`ground::GroundGame`] and a partition of its fluents into proven groups.
//! Out: what an engine needs that lists states: which moves a state has and where
//! they lead ([`Kernel`], 256 states at once; [`PackedGame`], one by one), what ends
//! are worth ([`Ends`]), where a state lies in the range of all states
//! ([`parts`]), layers as entries of an archive ([`layers`]), and all states so far
//! as sorted runs ([`known`]). Not here: which states are listed, in which order,
//! and what they are worth.
//!
//! A state is an array of `W` words ([`Words`]), the first the most significant
//! one, so that comparing arrays compares states. `W` is a constant of the types:
//! loops over words cost nothing where there is one.

mod compile;
mod interrupt;
mod knobs;
pub mod known;
pub mod lanes;
pub mod layers;
mod packed_game;
pub mod parts;
mod threads;

pub use compile::ends::{Combination, Ends};
pub use compile::kernel::{Kernel, Turns, Words, words_needed};
pub use compile::measure::Measure;
pub use compile::packing::{Field, Packing, Prefix};
pub use interrupt::{Interrupt, check};
pub use knobs::Knobs;
pub use packed_game::PackedGame;
pub use threads::{Tick, run_all};
