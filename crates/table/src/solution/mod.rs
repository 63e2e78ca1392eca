//! The solution file: what every state of a game is worth, in one file.
//!
//! `docs/formats/solution.md` has the bytes. A [`SolutionWriter`] takes sections of
//! states, as sorted keys or as sets; a [`SolutionFile`] gives the value of a state, with
//! bounded memory.
//!
//! | file | what |
//! |---|---|
//! | `frame`, `block`, `filter` | header and footer; blocks, compressed and sealed; how their content is arranged before |
//! | `meta`, `features`, `encoding`, `key` | what a file says about itself; what a reader must know; from fluents to keys |
//! | `output` | streams of blocks, written |
//! | `source`, `shared`, `cache` | and read: the bytes, blocks that all readers share, one reader's access to them |
//! | `directory`, `section`, `sections` | where sections are, what is in one, the open ones |
//! | `file`, `batch`, `ranks`, `states` | an open file: one state, many, some by their places, all |
//! | `writer/` | writes a file, and chooses the form of each section |

mod batch;
mod block;
mod cache;
mod directory;
mod encoding;
mod error;
mod features;
mod file;
mod filter;
#[cfg(test)]
mod forged;
mod frame;
mod json;
mod key;
mod meta;
mod output;
mod ranks;
mod section;
mod sections;
mod shared;
mod source;
mod states;
mod writer;

pub use directory::Form;
pub use encoding::{Encoding, Field};
pub use error::SolutionError;
pub use features::{PARTS, Steps, UNREACHABLE_STATES};
pub use file::{DEFAULT_CACHE, OutcomeId, Place, Probe, SectionInfo, SolutionFile};
pub use frame::is_begun_by;
pub use json::{reward_json, value_json, value_of};
pub use key::{Key, key_words};
pub use meta::{About, Absent, Counts, Layout, Outcome, Subject, Terms};
pub use ranks::Ranks;
pub use states::States;
pub use writer::{SetNode, SetNodes, SetRef, SolutionWriter, Take};
