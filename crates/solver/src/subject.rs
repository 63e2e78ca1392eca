//! The game that a request is about.

use gdl::{Notation, Rules, Severity, Source};

use crate::error::Error;

/// A game: its rules, and what it is called.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name: a file's, or that of a game of the library.
    pub name: String,
    /// The parameters that a game of the library was asked for with.
    pub settings: Vec<(String, String)>,
    /// Its rules.
    pub rules: Rules,
}

impl Game {
    /// A game of the library, with parameters by name and value.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchGame`], and [`Error::Library`] if a parameter is wrong.
    pub fn from_library(name: &str, settings: &[(&str, &str)]) -> Result<Self, Error> {
        let entry = library::find(name).ok_or_else(|| Error::NoSuchGame(name.to_owned()))?;
        let settings = settings.iter();
        let settings = settings.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let settings: Vec<(String, String)> = settings.collect();
        let text = entry.render(&settings)?;
        Ok(Game {
            settings,
            ..Game::from_text(name, &text, Some(Notation::Kif))?
        })
    }

    /// The game with these rules in GDL; the notation is recognised if it is not given.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] with all that is wrong in them.
    pub fn from_text(name: &str, text: &str, notation: Option<Notation>) -> Result<Self, Error> {
        let checked = gdl::load(&Source::new(name, text.as_bytes()), notation);
        let mut found = checked.diagnostics;
        found.retain(|it| it.severity() == Severity::Error);
        Ok(Game {
            name: name.to_owned(),
            settings: Vec::new(),
            rules: checked.rules.ok_or(Error::Rules(found))?,
        })
    }
}
