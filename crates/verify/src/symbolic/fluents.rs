//! Fluents as functions of the bits of a key.
//!
//! In: the encoding of a file. Out: for each of its fluents the keys in which it
//! holds, before and after a move.

use biodivine_lib_bdd::Bdd;

use super::space::Space;
use crate::file::{Encoding, FieldCodes, Home};

/// A field of the encoding.
pub struct Field {
    /// Its fluents, by the file's numbers.
    pub fluents: Vec<u32>,
    /// Its levels.
    pub levels: std::ops::Range<usize>,
    /// The keys in which its code is used.
    pub valid: Bdd,
    /// The same after a move.
    pub valid_after: Bdd,
}

/// The fluents of a file.
pub struct Fluents {
    /// For each fluent when it holds.
    pub before: Vec<Bdd>,
    /// For each fluent when it holds after a move.
    pub after: Vec<Bdd>,
    pub fields: Vec<Field>,
}

impl Fluents {
    /// Reads the encoding.
    pub fn new(space: &Space, encoding: &Encoding) -> Self {
        let constant = |home: &Home| match home {
            Home::Always => space.all(),
            _ => space.none(),
        };
        let homes = encoding.homes();
        let before: Vec<Bdd> = homes.iter().map(constant).collect();
        let mut fluents = Fluents {
            after: before.clone(),
            before,
            fields: Vec::new(),
        };
        for (number, codes) in encoding.fields().enumerate() {
            let own = (0..).zip(homes);
            let own = own.filter(|it| *it.1 == Home::Field(number));
            let own: Vec<u32> = own.map(|(fluent, _)| fluent).collect();
            for &fluent in &own {
                let holds = |held: &[u32]| held.binary_search(&fluent).is_ok();
                let (before, after) = both(space, &codes, holds);
                fluents.before[fluent as usize] = before;
                fluents.after[fluent as usize] = after;
            }
            let (valid, valid_after) = both(space, &codes, |_| true);
            fluents.fields.push(Field {
                fluents: own,
                levels: codes.first..codes.first + codes.bits as usize,
                valid,
                valid_after,
            });
        }
        fluents
    }
}

/// When a field has one of the wanted codes, before and after a move.
fn both(space: &Space, codes: &FieldCodes<'_>, wanted: impl Fn(&[u32]) -> bool) -> (Bdd, Bdd) {
    let held = (0..).zip(codes.held);
    let having = held.filter(|it| it.1.as_ref().is_some_and(|held| wanted(held)));
    let having: Vec<u32> = having.map(|(code, _)| code).collect();
    let place = (codes.first, codes.bits);
    (
        space.codes(&having, place, 0),
        space.codes(&having, place, 1),
    )
}
