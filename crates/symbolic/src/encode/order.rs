//! In which order groups of fluents become variables.

use crate::encode::block::Block;

/// A way to order the groups of fluents that become fields of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The best of several on the first layers of the game.
    #[default]
    Auto,
    /// As the fluents are listed: where they are cells, row by row or column
    /// by column as the rules name them.
    Listed,
    /// One of those that [`Order::Auto`] tries, by its name.
    Named(String),
    /// As it was chosen before: [`Choice::fields`].
    Given(Vec<Vec<String>>),
    /// As it was found for the same game: [`Forecast::order`](crate::Forecast::order).
    /// Other than with [`Order::Given`], merged groups are not looked into again.
    Found(Found),
}

/// An order with all that was found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What each field of variables tells, topmost first.
    pub(crate) blocks: Vec<Block>,
}

/// The order that was taken, and what there was to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// What it is called among those that were tried.
    pub name: String,
    /// For each field of variables, topmost first, a fluent of each of its
    /// groups: enough to take the same order again, by [`Order::Given`].
    pub fields: Vec<Vec<String>>,
    /// What was tried; nothing if there was no need to.
    pub tried: Vec<Tried>,
}

/// An order that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// What it is called.
    pub name: String,
    /// The nodes of each layer that it got to; of its states that are not terminal, where
    /// these have more.
    pub nodes: Vec<usize>,
}
