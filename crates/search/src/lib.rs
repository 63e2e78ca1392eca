//! Search by playouts: what the moves of a state are worth where no solution reaches.
//!
//! A [`Search`] grows a graph of states from one state on, by UCT (Kocsis and Szepesvári
//! 2006): each iteration goes down by the moves that look best or are little known, plays
//! on at random from where the graph ends, and carries the result up. 64 iterations are
//! under way at once, because the simulator plays 64 games for the price of one.
//!
//! ```text
//! GroundGame ─new─► Search ─run─► Estimates: each move's mean reward, visits, what is proven
//!       Oracle ───────┘  └─advance─► the same graph from the next state on
//! ```
//!
//! Nothing here reads a clock: a run has a number of iterations and a
//! [`Stop`](game::Stop). With one thread, the same seed and number of iterations give the
//! same estimates.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `settings` | what tunes a search: unit, default, what it trades |
//! | `search`, `estimates`, `line` | the search as its users see it: run, advance, what the moves are worth, the best line |
//! | `tree`, `rows`, `index`, `compact` | the graph in memory: nodes, their moves, lookup by state, what stays when the root moves on |
//! | `scale`, `worths` | rewards as numbers from 0 to 1; the exact rewards of proven nodes |
//! | `descent`, `path`, `backup` | the way down, and the result carried up |
//! | `proof` | when a node's value is exact, and why that is sound |
//! | `worker` | 64 iterations side by side in each thread |

mod backup;
mod compact;
mod descent;
mod error;
mod estimates;
mod index;
mod line;
mod path;
mod proof;
mod rows;
mod scale;
mod search;
mod settings;
mod tree;
mod worker;
mod worths;

pub use error::SearchError;
pub use estimates::{Estimates, MoveEstimate};
pub use search::{Ended, Search};
pub use settings::{Algorithm, Settings};
