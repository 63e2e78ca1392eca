//! The independent checker of solution files.
//!
//! It proves a file right, or finds what is wrong with it, with the reference interpreter,
//! its own reader and its own definition of values: it uses nothing of the engines, of the
//! judge or of the crate that wrote the file. Only the proof by sets, for files that are
//! too large to be listed, and the proof by parts, for sums, rely on the grounder too.
//! `docs/verification.md` says what is checked and why that suffices.
//!
//! ```text
//! bytes ──file──► SolutionFile ──listing──► states ──walk──► Graph ──local, rank, tally──► Report
//! ```
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `file/` | a second reader of solution files, from anything with `Read` and `Seek` |
//! | `value`, `order`, `local` | what values are, how roles prefer them, the value of a state given its successors |
//! | `board`, `listing`, `walk`, `graph` | the interpreter on the file's states; all of them in memory; the walk along all moves |
//! | `labels`, `rank`, `tally` | what the file says of the graph; that each value is backed by an end; counts |
//! | `exhaustive`, `layered`, `sample`, `part`, `flaws` | the checks: with the graph in memory, in one pass over the sections, of some states, of a file that has only some |
//! | `suited` | which check a file gets: the proof for sums, or what was asked for |
//! | `symbolic/` | the proof by sets: sections as sets of keys (`space`, `sets`, `places`), the circuit as functions of keys (`fluents`, `functions`, `inside`), moves as relations (`moves`, `turns`), what outcomes must be (`ends`, `choice`, `rated`), one `pass`; before it the ground game is compared with the interpreter (`compare`), after it one state that shows a flaw (`example`) |
//! | `sums/` | the proof for files that have the parts of a sum instead of states; its own head lists its files |

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
mod suited;
mod sums;
mod symbolic;
mod tally;
mod value;
mod walk;

pub use error::{Unreadable, VerifyError, Wrong};
pub use exhaustive::Limits;
pub use file::{SolutionFile, Told};
pub use part::verify_part;
pub use report::{PartReport, Parts, Progress, Report, Sets};
pub use sample::Sample;
pub use suited::{verify_all, verify_sample, verify_symbolic};
