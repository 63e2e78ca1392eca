//! The recursions on sets and relations.
//!
//! Results are cached. A relation is part of the key by its number, which is
//! never used for another one in the same space.

mod andnotpre;
mod column;
mod glimpse;
mod list;
mod logic;
mod next;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use andnotpre::andnotpre;
pub(crate) use column::column;
pub(crate) use glimpse::glimpse;
pub(crate) use list::{list, restore};
pub(crate) use logic::{and, xor};
pub(crate) use next::next;
pub(crate) use walk::Walk;
