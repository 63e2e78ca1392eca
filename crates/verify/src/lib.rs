//! The independent checker of solution files.
//!
//! It proves a file right, or finds what is wrong with it, with the reference
//! interpreter, a reader of its own and an own text of what values mean: nothing
//! of the engines, of the judge or of the crate that wrote the file is used here.
//! Only the proof by sets, for files that are too large to be listed, rests on the
//! grounder too.
//! `docs/verification.md` says what is checked and why that suffices.
//!
//! ```text
//! bytes ──file──► SolutionFile ──listing──► states ──walk──► Graph ──local, rank, tally──► Report
//! ```

mod board;
mod error;
mod exhaustive;
mod file;
mod flaws;
mod graph;
mod labels;
mod layered;
mod listing;
mod local;
mod order;
mod part;
mod rank;
mod report;
mod sample;
mod symbolic;
mod tally;
mod value;
mod walk;

pub use error::{Unreadable, VerifyError, Wrong};
pub use exhaustive::{Limits, verify_all};
pub use file::{SolutionFile, Told};
pub use part::verify_part;
pub use report::{PartReport, Progress, Report, Sets};
pub use sample::{Sample, verify_sample};
pub use symbolic::verify_symbolic;
