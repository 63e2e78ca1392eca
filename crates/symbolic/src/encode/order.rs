//! The order in which groups of fluents become variables.

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
    /// Unlike [`Order::Given`], this needs no new search for the combinations of merged
    /// groups.
    Found(Found),
}

/// An order, with the codes of its merged groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The codes of each field of variables, topmost first.
    pub(crate) blocks: Vec<Block>,
}

/// The order that was taken, and what there was to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// Its name among those that were tried.
    pub name: String,
    /// For each field of variables, topmost first, a fluent of each of its
    /// groups: enough to take the same order again, by [`Order::Given`].
    pub fields: Vec<Vec<String>>,
    /// The orders that were tried; none if there was no need to.
    pub tried: Vec<Tried>,
}

/// An order that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// The nodes of each layer that it reached; or those of the layer's states that are
    /// not terminal, if these have more.
    pub nodes: Vec<usize>,
}
