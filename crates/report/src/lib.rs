//! Answers as others read them: JSON objects, pictures, numbers.
//!
//! In: answers of the flow and of solution files. Out: objects that any door writes as
//! JSON, with the names that scripts rely on, and SVG. Not here: words for people.

mod batch;
mod check;
mod curve;
mod database;
mod dependency;
mod diagram;
mod estimate;
mod export;
mod forecast;
mod frame;
mod games;
mod ground;
mod heading;
mod info;
mod layers;
mod lines;
mod matches;
mod number;
mod palette;
mod parts;
mod plot;
mod query;
mod reach;
mod record;
mod review;
mod shares;
mod simulate;
mod solve;
mod stats;
mod svg;
mod used;
mod value;
mod verify;

pub use batch::{Batch, BatchEnd, batch};
pub use check::CheckReport;
pub use curve::match_curves;
pub use database::DatabaseReport;
pub use dependency::{dependency_dot, dependency_svg};
pub use diagram::Diagram;
pub use estimate::{Effort, EstimatePlot, EstimateReport, Moment, MoveReport};
pub use export::{Column, Export, ExportEnd, Selection, TableForm};
pub use forecast::ForecastReport;
pub use games::GamesReport;
pub use ground::GroundReport;
pub use info::InfoReport;
pub use layers::{LayerEffort, LayerReport};
pub use lines::{Line, next_line};
pub use matches::{Conducted, Entered, MatchesReport};
pub use number::{about, counted, grouped, human_size, rounded};
pub use parts::DecomposeReport;
pub use plot::Plot;
pub use query::{PositionReport, QueryReport};
pub use reach::ReachReport;
pub use record::{record_json, slip_text};
pub use review::{Judged, ReviewReport};
pub use simulate::SimulateReport;
pub use solve::SolveReport;
pub use stats::{StatsReport, Swing, largest_swing, stats_plot};
pub use used::Used;
pub use value::{InitialReport, cost, infinite, outcome, outcome_value, role_name};
pub use verify::{CheckedFile, PartReport, VerifyReport, WrongReport};

/// The version of the JSON objects.
pub const SCHEMA: u32 = 1;
