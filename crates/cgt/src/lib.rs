//! Values of combinatorial games: from the options of a game to its value.
//!
//! Pure mathematics: nothing here knows rules, sheets or states.
//!
//! | module | in → out |
//! |---|---|
//! | `nimber` | nimbers of options → [`Nimber`]; sums by `^` |
//! | `genus` | genera of options → [`Genus`], the misère value of tame positions |
//! | `dyadic` | exact arithmetic of [`Dyadic`] numbers |
//! | `misere` | wild positions → [`Quotient`], which says who wins any sum; search |
//! | `outcome` | who wins by starting → [`Outcome`] class |
//! | `partizan` | options → values in [`Games`]; sums, order, [`Thermograph`], text; [`decide`] |
//! | `knobs` | limits, and [`Exhausted`] where one is reached |
//!
//! Nothing here prints or reads a clock. Reaching a limit is an ordinary value.

mod dyadic;
mod genus;
mod knobs;
mod misere;
mod nimber;
mod outcome;
mod partizan;

pub use dyadic::Dyadic;
pub use genus::Genus;
pub use knobs::{Exhausted, Knobs};
pub use misere::{Impartial, MisereKnobs, PositionId, Quotient, misere_quotient};
pub use nimber::{Nimber, mex};
pub use outcome::Outcome;
pub use partizan::{GameId, Games, Thermograph, Wall, decide};
