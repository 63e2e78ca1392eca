//! Counts and solves games layer by layer, with sets of states as decision diagrams
//! instead of lists of states.
//!
//! ```text
//! GroundGame, Facts ─encode─► variables, relations ─reach─► layers ─solve─► Solution
//! ```
//!
//! Relations are matrix diagrams over the current variables alone. One fused
//! recursion takes a set one move back, another one move forward. [`solve`] is for
//! games with layers; [`solve_by`] has the algorithms of the literature, and one that
//! also takes cyclic games. Running out of nodes is a value,
//! [`SymbolicError::OutOfNodes`].
//!
//! # Modules
//!
//! From the bottom up: a module uses only those above it in this table. Only
//! `diagram/`, `operators/` and `space` know nodes.
//!
//! | module | what |
//! |---|---|
//! | `knobs` | every tuning constant, with default and range |
//! | `diagram/` | decision diagrams with complemented edges. Each node is stored once, near its newest child (`edge`, `nodes`), in tables that grow in place (`table`). Results of operations (`cache`) are looked up where a band of levels begins (`bands`). Pinned nodes and garbage collection (`diagrams`, `marks`); why an operation has no result (`halt`). Sets of states (`set`), and sets as plain lists of nodes (`listing`), to count them exactly, store them and look states up |
//! | `matrix/` | relations as matrix diagrams: what a move leaves unchanged costs nothing (`nodes`, `union`) |
//! | `operators/` | the cached recursions: `logic` combines sets, `andnotpre` removes from a set the states with a move into another, `next` is the forward step, `glimpse` is that step seen through some variables, `column` is a set of pairs at one grade. Each file argues why its recursion is right |
//! | `space` | all diagrams of a game in bounded memory. When nodes run out, garbage is collected, then sets are processed in parts, and only then the caller is told. `space/textbook` has images and pre-images as the papers write them |
//! | `algorithm` | the names of the algorithms |
//! | `error` | why there is no answer |
//! | `encode/` | groups of fluents as fields of variables (`encoding`). Their order: which groups the rules tie together (`ties`, `places`, `line`), orders worth trying (`candidates`), the best of them on the first layers (`trial`, `race`, `portfolio`). Neighbours with few combinations in one field (`project`, `merge`, `block`). The circuit as sets (`formula`), large conditions in parts (`condition`), recursive rules by least fixpoints (`loops`). Whose turn it is (`turns`), a relation for each role (`moves`, `relation`), and who has a choice where several roles have several legal moves (`moves/choice`). Whether a guessed progress measure holds in a set (`measure`) |
//! | `pass/` | an encoded game (`engine`), in the order of the stored layers (`archived`), its states by kind (`kinds`). `forward`; `backward`, by one set with the grades of a scale (`scale`, `graded`) or one set for each value (`buckets`, `product`), from and to lists (`listed`). The rewards of terminal states (`goals`). Layers cut by a group of fluents, an experiment (`parts`, `groups`). Layers as entries of the archive (`entries`), from which a later run goes on, and as sections of a solution file (`export`). Best play (`summary`). What goes wrong (`trouble`), the moves to a faulty state (`path`), both as an error (`explain`) |
//! | `algorithms/` | the algorithms of the literature, a file for each, and `attractor` for cyclic games: `search` finds the states, `contest` says who prefers what, `arena` holds the states with pre-images, `distance` counts moves, `ranks` tells how near a role is to what it can force. `docs/algorithms.md` compares them |
//! | `endgame/` | endgame databases: backward from the ends over all states that the facts allow (`encode/universe`, `encode/moves/strays`, `pass/proper`), by layers (`by_layers`) or by steps (`by_steps`); `induce` values the states of a step, `found` is the result |
//! | `forecast` | whether sets suit a game |
//! | `identity` | what a layer store and the run that continues it must have in common |

mod algorithm;
mod algorithms;
mod diagram;
mod encode;
mod endgame;
mod error;
mod forecast;
mod identity;
mod knobs;
mod matrix;
mod operators;
mod pass;
mod space;

pub use algorithm::{Algorithm, NotAnAlgorithm};
pub use algorithms::{
    Classification, Duplicates, Search, Spread, reach_by, solve_by, solve_by_into,
};
pub use encode::order::{Choice, Found, Order, Tried};
pub use endgame::{Endgames, Steps, solve_backward, solve_backward_into};
pub use error::{Part, SymbolicError};
pub use forecast::{Ending, Forecast, forecast};
pub use identity::identity;
pub use knobs::Knobs;
pub use pass::backward::LayerWorth;
pub use pass::parts::{Cut, Divided, solve_in_parts};
pub use pass::reach::{Reached, reach};
pub use pass::solve::{Solved, solve, solve_into};
pub use pass::task::{Effort, Progress, Task};
