//! The recursions on sets and relations.
//!
//! Results are cached. The key names a relation by its number, which no other relation
//! of the space ever has.

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
