//! What a player answers.

use std::fmt;

/// An answer to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To INFO: who it is, and whether it can take a match.
    Info {
        /// The player's name, one symbol.
        name: String,
        /// Whether a match is running.
        busy: bool,
    },
    /// To START and PREVIEW, when the player is prepared, and to PING.
    Ready,
    /// To what cannot be done now, and to messages about other matches.
    Busy,
    /// To PLAY: the move as the rules write it.
    Move(String),
    /// To STOP.
    Done,
    /// To ABORT.
    Aborted,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Info { name, busy } => {
                let status = if *busy { "busy" } else { "available" };
                write!(f, "( ( name {name} ) ( status {status} ) )")
            }
            Answer::Ready => f.write_str("ready"),
            Answer::Busy => f.write_str("busy"),
            Answer::Move(text) => f.write_str(text),
            Answer::Done => f.write_str("done"),
            Answer::Aborted => f.write_str("aborted"),
        }
    }
}
