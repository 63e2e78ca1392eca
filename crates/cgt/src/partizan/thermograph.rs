//! Thermographs: what a game is worth when moves cost a tax.
//!
//! Not here: how the walls are found (`scaffold.rs`).

use crate::dyadic::Dyadic;
use crate::partizan::wall::Wall;

/// The thermograph of a game, from temperature 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// What the game is worth on the average in a sum of many copies.
    pub mean: Dyadic,
    /// The tax at which neither player wants to move. Below 0 for a number: −1
    /// for integers, −1/2^e for numbers with the denominator 2^e.
    pub temperature: Dyadic,
    /// The stop with Left to move, as a function of the tax.
    pub left: Wall,
    /// The stop with Right to move, as a function of the tax.
    pub right: Wall,
}
