//! Sets of states as decision diagrams: counts and solves games layer by layer
//! without listing their states.
//!
//! ```text
//! GroundGame, Facts ─encode─► variables, relations ─reach─► layers ─solve─► Solution
//! ```
//!
//! Relations are matrix diagrams over the current variables alone; one fused
//! recursion takes a set one move back, another one move forward. [`solve`] is
//! for games with layers; [`solve_by`] has the algorithms of the literature, and
//! one that takes cyclic games too. Running out of nodes is a value,
//! [`SymbolicError::OutOfNodes`]. Only `diagram` and `operators` know nodes.
//!
//! # Modules
//!
//! | folder | what |
//! |---|---|
//! | `diagram/` | decision diagrams with complemented edges: each node once, near its newest child (`edge`, `nodes`), in tables that grow where they are (`table`), results of operations (`cache`), looked up where a band of levels begins (`bands`), all of it with what is pinned and the collection of garbage (`diagrams`, `marks`); sets of states (`set`) in a room of bounded size (`space`): when nodes run out they are collected, then sets are worked on in parts, and only then it is a value; sets as plain lists of nodes (`listing`), counted exactly, kept, asked for states |
//! | `matrix/` | relations as matrix diagrams over the current variables alone: what a move leaves as it is costs nothing (`nodes`, `union`); from a move's condition and the functions of what it writes to its relation (`build`) |
//! | `operators/` | the cached recursions: `logic` combines sets, `andnotpre` takes from a set the states with a move into another, `next` is the forward step, `glimpse` that step seen through some variables, `column` is a set of pairs at one grade; each argues why it is right |
//! | `encode/` | groups of fluents as fields of variables (`encoding`); their order: what stands near what in the rules (`ties`, `places`, `line`), orders worth trying (`candidates`), the best of them on the first layers (`trial`, `race`, `portfolio`); neighbours with few combinations in one field (`project`, `merge`, `block`); the circuit as sets (`formula`), large conditions by their parts (`condition`), rules in a circle by least fixpoints (`loops`); whose turn it is (`turns`); a relation for each role (`moves`), and who has a choice where several have several legal moves (`moves/choice`); whether a guessed measure holds in a set (`measure`) |
//! | `pass/` | a game encoded (`engine`), in the order of what is kept already (`archived`); `forward`; `backward`, by one set with the grades of a scale (`scale`, `graded`) or a set for each of the rewards (`buckets`), in and out of the space (`listed`); the worth of ends (`goals`); whether sets suit a game (`forecast`); layers cut by a group of fluents, an experiment (`parts`, `groups`); layers as entries of the archive (`entries`), from which a later run goes on, and as sections of a solution file (`export`); best play (`summary`), the way to a faulty state (`path`) |
//! | `algorithms/` | the algorithms of the literature by `name`, a file for each, and `attractor` for cyclic games: `search` finds the states, `contest` says who prefers what, `arena` has them with pre-images, `distance` counts moves, `ranks` tells how near a role is to what it can force; `docs/algorithms.md` compares them |

mod algorithms;
mod diagram;
mod encode;
mod error;
mod identity;
mod knobs;
mod matrix;
mod operators;
mod pass;

pub use algorithms::{
    Algorithm, Classification, Duplicates, NotAnAlgorithm, Search, Spread, reach_by, solve_by,
    solve_by_into,
};
pub use encode::order::{Choice, Found, Order, Tried};
pub use error::{Part, SymbolicError};
pub use identity::identity;
pub use knobs::Knobs;
pub use pass::backward::LayerWorth;
pub use pass::forecast::{Ending, Forecast, forecast};
pub use pass::parts::{Cut, Divided, solve_in_parts};
pub use pass::reach::{Reached, reach};
pub use pass::solve::{Solved, solve, solve_into};
pub use pass::task::{Effort, Progress, Task};
