//! A game that is measured, in a row of a table.

/// A game of the library, and what a paper says of it.
pub struct Game {
    pub title: &'static str,
    pub name: &'static str,
    pub settings: &'static [&'static str],
    /// What stands in the last columns.
    pub published: &'static [&'static str],
}

/// A row.
pub const fn game(
    title: &'static str,
    name: &'static str,
    settings: &'static [&'static str],
    published: &'static [&'static str],
) -> Game {
    Game {
        title,
        name,
        settings,
        published,
    }
}
