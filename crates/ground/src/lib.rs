//! From [`Rules`](gdl::Rules) with variables to a [`GroundGame`] without.
//!
//! ```text
//! Rules ─normalise─► Program ─derive─► instances ─compile─► circuit ─simplify─► GroundGame
//! ```
//!
//! A [`GroundGame`] is a circuit of and, or and not over fluents and moves,
//! shared by everything that solves. The [`Simulator`] plays it, many states
//! at a time. A [`StateMachine`] plays any game: by the simulator, or by the
//! interpreter where the rules cannot be made ground.

mod atoms;
mod budget;
mod choice;
mod circuit;
mod compile;
mod demand;
mod derive;
mod estimate;
mod evaluator;
mod game;
mod ids;
mod instances;
mod machine;
mod normalise;
mod part;
mod plan;
mod player;
mod playouts;
mod possible;
mod program;
mod project;
mod rebuild;
mod rigid;
mod search;
mod sheet;
mod simplify;
mod undefined;

pub use budget::{Budget, GroundError, Rewriting};
pub use choice::{AUTO_INSTANCES, Chosen, StateMachine};
pub use circuit::{Circuit, Loop, Node, NodeId};
pub use evaluator::Evaluator;
pub use game::GroundGame;
pub use ids::{FluentId, MoveId};
pub use part::{Condition, Part, PartError, PartGame};
pub use player::{BitState, Simulator};
pub use playouts::{PlayoutError, Playouts, Statistics};
