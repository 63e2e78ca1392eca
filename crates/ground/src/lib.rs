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
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `normalise`, `rigid` | rules with `or` into plain rules; which predicates are static; fluents that never change become static too |
//! | `plan`, `search`, `atoms`, `instances`, `derive` | all atoms that may hold and all instances of rules, by a relaxed fixpoint: semi-naive, from the newest atom of each instance |
//! | `project`, `estimate`, `demand` | where that fixpoint grows large it is begun again: long rules are split by variable elimination, by the sizes seen so far; helpers are derived only where they are asked for |
//! | `compile`, `circuit`, `undefined` | instances into a shared circuit of and, or and not; rules that depend on each other in a circle become loops; where they do so by negations, the well-founded model is written out, and a state that leaves something undefined is made ill-formed (`undefined`) |
//! | `possible`, `simplify`, `rebuild` | what never holds in a reachable state, is never legal or is not needed leaves the circuit |
//! | `part/` | the ground game of a part of a game: some fluents and moves, with ends of its own |
//! | `sheet` | the circuit as a sheet of rules without variables |
//! | `machine` | the circuit as straight-line code on machine words, 64 states at once |
//! | `state`, `player` | a state, a bit for each fluent; play from state to state, for the judge |
//! | `side_by_side`, `playouts` | 64 games side by side; random ones |
//! | `choice` | the simulator, or the interpreter with the reason why rules cannot be made ground |

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
mod side_by_side;
mod simplify;
mod state;
mod undefined;

pub use budget::{Budget, GroundError, Rewriting};
pub use choice::{AUTO_INSTANCES, Chosen, StateMachine};
pub use circuit::{Circuit, Loop, Node, NodeId};
pub use evaluator::Evaluator;
pub use game::GroundGame;
pub use ids::{FluentId, MoveId};
pub use part::{Condition, Part, PartError, PartGame};
pub use player::Simulator;
pub use playouts::{PlayoutError, Playouts, Statistics};
pub use side_by_side::SideBySide;
pub use state::BitState;
