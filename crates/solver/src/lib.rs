//! The flow from a request to its answer, for every door: the command line, programs,
//! servers.
//!
//! ```text
//! Request ─solve─► Answer     Census ─reach─► Counted     Check ─check─► Verdict
//!    │ ─forecast─► Forecast
//!    │ ─backward─► Database
//!    │ make ground, analyse, choose an engine, keep layers, write the file
//!    └──────► Event: decisions, progress, warnings, to the observer
//! ```
//!
//! Nothing here prints, reads a clock or the environment: limits and requests to stop
//! come in, what happens goes out as values. Doors have the words. Files are touched
//! only where the request says so.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `subject`, `request`, `engine`, `limits`, `knobs` | what is asked for, and what it may use |
//! | `run`, `event` | what every step gets, and what is told while it works |
//! | `machine`, `start`, `suit` | what positions are computed with, where to begin, whether sets suit the game |
//! | `forecast`, `sample`, `growth`, `recapture`, `foresee/` | what is to be expected of a game, from its first layers and a sample of all; smaller games that would fit |
//! | `keep`, `target`, `sum` | the folder of finished layers, the solution file, and what it has of a game solved by its parts |
//! | `apart` | a game taken apart, whether that pays or not |
//! | `solve/`, `reach`, `inspect`, `check`, `open` | the requests, each with its fall-backs from one engine or method to the other |
//! | `error`, `kind` | why there is no answer, what is left to go on from; the kinds of which doors make exit codes |

mod apart;
mod check;
mod engine;
mod error;
mod event;
mod forecast;
mod foresee;
mod growth;
mod inspect;
mod keep;
mod kind;
mod knobs;
mod limits;
mod machine;
mod open;
mod order;
mod reach;
mod recapture;
mod request;
mod run;
mod sample;
mod solve;
mod start;
mod subject;
mod suit;
mod sum;
mod target;

pub use apart::{Decomposed, decompose};
pub use check::{Check, Method, Verdict, check};
pub use engine::{Algorithm, Engine};
pub use error::{AllStates, Error, Part, Unfinished};
pub use event::{Event, Observer, Phase, Reason};
pub use forecast::{Estimate, Forecast, NodeForecast, Smaller};
pub use foresee::forecast;
pub use inspect::{Class, Inspection, inspect};
pub use keep::Keep;
pub use kind::Kind;
pub use knobs::Knobs;
pub use limits::{Limits, Memory};
pub use open::open;
pub use order::{order_from_text, order_text};
pub use reach::{Counted, reach};
pub use request::{Census, Decompose, Request, Start};
pub use sample::Size;
pub use solve::{Answer, Database, Nodes, Solved, backward, solve};
pub use subject::Game;
pub use sum::SumSolution;
pub use target::Written;
