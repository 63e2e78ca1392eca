//! The protocol of general game playing, as real servers speak it.
//!
//! ```text
//! bytes ─http─► text ─parse─► Message ──► (a player) ──► Answer ─http─► bytes
//! ```
//!
//! [`serve`] answers requests by HTTP, many at once, and [`ask`] sends one: a player
//! and a game master need one each. Whatever arrives, be it malformed, slow, huge or
//! never finished, is answered or given up, and forgotten.
//!
//! Nothing here knows rules, plays or decides. The door makes the sockets and has the
//! clock.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `message`, `answer` | what a server says, and what a player answers |
//! | `symbols` | names as the rules of a match write them, whatever a server makes of them |
//! | `http/` | requests and responses, as bytes; limits on their size and time |
//! | `server`, `client` | many connections at once; one request to another player |

mod answer;
mod client;
mod http;
mod message;
mod server;
mod symbols;

pub use answer::Answer;
pub use client::{AskError, ask};
pub use http::Limits;
pub use message::{Malformed, Message, parse_move};
pub use server::{Handler, serve};
pub use symbols::Symbols;
