//! Answers as others read them: JSON objects, pictures, numbers.
//!
//! In: answers of the flow and of solution files. Out: objects that any door writes as
//! JSON, with the names that scripts rely on, and SVG. Not here: words for people.

mod check;
mod games;
mod ground;
mod info;
mod layers;
mod number;
mod plot;
mod reach;
mod simulate;
mod solve;
mod used;
mod value;
mod verify;

pub use check::CheckReport;
pub use games::GamesReport;
pub use ground::GroundReport;
pub use info::InfoReport;
pub use layers::{LayerEffort, LayerReport};
pub use number::{counted, grouped, human_size};
pub use plot::{BORDER, Plot, WIDTH, begin, escaped, text};
pub use reach::ReachReport;
pub use simulate::SimulateReport;
pub use solve::SolveReport;
pub use used::Used;
pub use value::{InitialReport, infinite, reward, value};
pub use verify::{CheckedFile, PartReport, VerifyReport, WrongReport};

/// The version of the JSON objects.
pub const SCHEMA: u32 = 1;
