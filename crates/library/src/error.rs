//! What can be wrong with the settings of a game.

use crate::Kind;

/// A game of the library could not be rendered with the settings given.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The game has no parameter of that name.
    #[error("`{game}` has no parameter `{name}`; {}", list(known))]
    UnknownParameter {
        /// The game's name.
        game: String,
        /// The name that was given.
        name: String,
        /// The names of the parameters that the game has.
        known: Vec<String>,
    },

    /// The text is not of the parameter's kind.
    #[error("`{given}` is no value for `{name}`, which takes {kind}")]
    NotAValue {
        /// The parameter's name.
        name: String,
        /// The text that was given.
        given: String,
        /// What the parameter takes.
        kind: Kind,
    },

    /// The value is of the right kind, but not allowed.
    #[error("`{given}` is out of range for `{name}`, which takes {kind}")]
    OutOfRange {
        /// The parameter's name.
        name: String,
        /// The text that was given.
        given: String,
        /// What the parameter takes.
        kind: Kind,
    },

    /// The settings name a parameter more than once.
    #[error("`{name}` is set twice")]
    SetTwice {
        /// The parameter's name.
        name: String,
    },

    /// The sheet's markup is faulty: a mistake in the library, not in the
    /// settings.
    #[error("the sheet of `{game}` cannot be rendered")]
    Sheet {
        /// The game's name.
        game: String,
        /// What the template engine says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

fn list(known: &[String]) -> String {
    if known.is_empty() {
        return "it has none".to_owned();
    }
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    format!("it has {}", quoted.join(", "))
}
