//! The packed game: states in a few machine words, code that plays many of them
//! at once, and sorted sets of them in memory and on disk.
//!
//! ```text
//! GroundGame + groups ─compile→ Kernel ─play→ states ─parts→ layers, runs
//! ```
//!
//! In: a [`ground::GroundGame`] and a partition of its fluents into proven groups. Out:
//! what an engine that lists states needs: the moves of a state and where they lead
//! ([`Kernel`], 256 states at once; [`PackedGame`], one by one), the rewards of ends
//! ([`Ends`]), the place of a state in the range of all states ([`parts`]), layers as
//! entries of an archive ([`layers`]), and all states so far as sorted runs ([`known`]).
//! Not here: which states are listed, in which order, and what they are worth.
//!
//! A state is an array of `W` words ([`Words`]), the most significant first, so that
//! comparing arrays compares states. `W` is a constant of the types: loops over words cost
//! nothing where there is one.
//!
//! # Modules
//!
//! | folder, file | what |
//! |---|---|
//! | `compile/` | states as fields of bits (`packing`), those most significant that every move looks at (`significant`); for each role and move the bits that it changes, as conditions on the state (`net`, `specialise`); these as straight-line code for 256 states at once (`code`, `kernel`, `work`). Conditions have one form however they were written: flat, without what is known, with what all alternatives share in front |
//! | `packed_game` | the same code one state at a time, for the judge and weak solving |
//! | `layers/` | layers in few bytes, in memory or in the archive (`layer`, `blocks`); a range of a layer in which states are looked up (`range`) |
//! | `parts/` | states by parts of their range (`splitter`, `buckets`), in sorted runs on disk where memory has no room (`runs`), each part then sorted (`merge`) |
//! | `known/` | all states so far in few sorted runs, in which states are looked up: a new layer is without them |
//! | `knobs` | what tunes it: unit, default, range, what it trades; `explicit`, `symbolic` and `analysis` have such a file too |

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
pub use compile::net::{Literal, Net, Node};
pub use compile::packing::{Field, Packing, Prefix};
pub use compile::specialise::{Effect, FluentEffects};
pub use interrupt::{Interrupt, check};
pub use knobs::Knobs;
pub use packed_game::PackedGame;
pub use threads::{Tick, run_all};
