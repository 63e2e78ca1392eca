//! What people do with a solution file: ask, play, look back at matches.
//!
//! A [`SolvedGame`] is a solution file with the game that its rules make. It turns
//! states into [`Position`]s: what they are worth, and all moves with their
//! judgements, best first.
//!
//! ```text
//! SolutionFile ─rules→ Simulator ┐
//!        └──── outcomes ─────────┴─► SolvedGame ─position─► Position ─choose─► the perfect player
//!                                          │                    └─review─► Review, Summary
//!                                          └─survey─► Survey
//! ```
//!
//! Nothing here prints, reads a clock or a file beside the one that is open.

mod board;
mod error;
mod line;
mod matches;
mod moves;
mod player;
mod position;
mod review;
mod solved;
mod survey;

pub use board::Board;
pub use error::PlayError;
pub use line::best_line;
pub use matches::{Match, MatchError, read_matches};
pub use moves::{MoveError, after_move, after_moves, readings_of_state};
pub use player::choose;
pub use position::{Choice, Judgement, Position};
pub use review::{Review, Reviewed, Summary, review};
pub use solved::SolvedGame;
pub use survey::{Survey, Turns, survey};
