//! Who plays matches, and who conducts them.
//!
//! A [`Player`] prepares, hears moves and chooses. A [`Worker`] gives one a thread of its
//! own and its time. A [`Service`] lets servers of the field meet one, over the protocol
//! of the crate `ggp`; [`conduct()`] is such a server, for players here and elsewhere.
//!
//! Nothing here reads a clock, prints, or makes sockets: the door has these.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `player` | what a player is: its seat, its moves, and on what grounds it chose them |
//! | `random`, `greedy`, `perfect`, `uct`, `remote` | players, one each |
//! | `mind`, `solving` | search and solving at the same time, in one player |
//! | `who` | players by their names |
//! | `track` | where a match stands |
//! | `worker`, `margin` | a player in a thread of its own; how long it has under a clock |
//! | `service` | messages in, answers out, whatever happens |
//! | `conduct`, `record` | a match from its start to its end; how it was played |
//! | `standing` | what many matches say of a player |

mod conduct;
mod greedy;
mod margin;
mod mind;
mod perfect;
mod player;
mod random;
mod record;
mod remote;
mod service;
mod solving;
mod standing;
mod track;
mod uct;
mod who;
mod worker;

pub use conduct::{ConductError, Entrant, Terms, conduct};
pub use greedy::Greedy;
pub use mind::Mind;
pub use perfect::{Perfect, SolutionSource, file_name};
pub use player::{Chosen, Grounds, Player, PlayerError, Seat};
pub use random::Random;
pub use record::{Record, Slip};
pub use remote::Remote;
pub use service::{Maker, Service, Told};
pub use standing::{Standing, interval};
pub use track::Track;
pub use uct::{Uct, UctSettings};
pub use who::{Means, Who};
pub use worker::{Time, Worker};
