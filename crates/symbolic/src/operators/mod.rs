//! The recursions on sets and relations, on the library's public traits.
//!
//! Results are cached in the library's own cache, which it empties when nodes
//! are collected. Its keys need an operator of the library's: those of unique
//! quantification stand for ours, which is sound because nothing in this crate
//! quantifies uniquely. A relation is part of the key by its number, which is
//! never used for another one in the same space.

mod andnotpre;
mod edges;
mod list;
mod minus;
mod next;
#[cfg(test)]
mod tests;
mod textbook;
mod walk;

pub(crate) use andnotpre::andnotpre;
pub(crate) use list::{Marks, list, restore};
pub(crate) use minus::minus;
pub(crate) use next::next;
pub(crate) use walk::Walk;
