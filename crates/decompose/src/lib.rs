//! Games that fall apart: independent parts, what they are worth, and how that combines.
//!
//! In: a [`GroundGame`](ground::GroundGame) and its [`Facts`](analysis::Facts). Out: a
//! [`Decomposition`], which knows the value of every state, or the condition that is not
//! proven ([`Unsuited`]). `docs/decomposition.md` says what is proven and why it suffices.
//!
//! ```text
//! GroundGame, Facts ─prove─► Convention
//!        └─effects─► Whole ─split─► Parts ─list─► states ─┐
//!                                     └──split─► pieces ──┴─worth─► Theory ─ask─► values
//! ```
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `convention` | the roles move in turn, and who cannot move decides the game: proven |
//! | `whole`, `pieces/` | the game with the turn taken out; the pieces that positions fall into |
//! | `states`, `source`, `positions` | the listed states of a part; the positions of all parts; what both have in common |
//! | `finder` | the pieces of many positions that differ little |
//! | `worth`, `misere`, `theory`, `search` | nimbers, genera, values; quotients of wild misère positions; who wins a sum; by search where that is open |
//! | `parity` | how many states can be reached, without listing them |
//! | `last_mover`, `decomposition` | such a game, solved; a game solved in whichever way |
//! | `summary`, `saved/` | what is told of parts; a solved sum as JSON, and back |
//! | `signal`, `net`, `joined` | conditions as conjunctions, each kept once; what hangs together |
//! | `glance` | whether it pays to look for parts at all |
//! | `dependencies` | which groups of fluents moves connect, to be looked at |
//! | `knobs` | what bounds the work |
//!
//! Nothing here prints or reads a clock.

mod convention;
mod decomposition;
mod dependencies;
mod finder;
mod glance;
mod joined;
mod knobs;
mod last_mover;
mod misere;
mod net;
mod parity;
mod pieces;
mod positions;
mod product;
mod saved;
mod search;
mod signal;
mod source;
mod states;
mod summary;
mod theory;
mod whole;
mod worth;

pub use convention::{Convention, Lacking, Turns};
pub use decomposition::{Counted, Decomposition, Undecomposed};
pub use dependencies::Dependencies;
pub use glance::parts_at_a_glance;
pub use knobs::Knobs;
pub use last_mover::{Asked, LastMover, Task, Unsuited};
pub use parity::Census;
pub use positions::{PositionId, Unfinished};
pub use product::{Estimate, NoProduct, Plans, Product, ProductPart, Sequences, Split, SplitTask};
pub use saved::Damage;
pub use summary::{PartSummary, Summary, WorthSummary};
pub use whole::Part;
