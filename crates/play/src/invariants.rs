//! What holds in every state of a game.
//!
//! In: the encoding of a file, or facts that somebody has proven. Out: why some
//! fluents are no state, if these invariants show it. Not here: the words
//! (`misfit.rs`), and whether a state that fits can be reached.

use rustc_hash::FxHashMap;
use table::solution::{Encoding, Field};

use crate::misfit::{Misfit, UnknownFluent};
use crate::similar::Similar;

/// Fluents of which at most one holds in each state, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The fluents.
    pub fluents: Vec<u32>,
    /// Whether one of them holds in each state.
    pub exactly_one: bool,
}

/// What holds in every state of a game.
#[derive(Debug)]
pub struct Invariants {
    fluents: Vec<String>,
    numbers: FxHashMap<String, u32>,
    /// For each fluent whether it holds in no state.
    never: Vec<bool>,
    groups: Vec<Group>,
    similar: Similar,
}

impl Invariants {
    /// A game with these fluents, in KIF; those that never hold, and groups, refer to
    /// them by number.
    pub fn new(fluents: Vec<String>, never: &[u32], mut groups: Vec<Group>) -> Self {
        // Faults are told in the order of the fluents.
        groups.sort_by_key(|it| it.fluents.iter().min().copied());
        let mut dead = vec![false; fluents.len()];
        for &fluent in never {
            dead[fluent as usize] = true;
        }
        Invariants {
            numbers: fluents.iter().cloned().zip(0..).collect(),
            similar: Similar::new(&fluents),
            never: dead,
            groups,
            fluents,
        }
    }

    /// What the encoding of a file says: every reachable state has a key.
    pub fn of_encoding(encoding: &Encoding) -> Self {
        let fluents = encoding.fluents();
        let always = encoding.always().iter();
        let mut groups: Vec<Group> = always.map(|&it| one_of(vec![it])).collect();
        let mut holds = vec![false; fluents.len()];
        for field in encoding.fields() {
            groups.extend(groups_of(field, fluents));
            for &fluent in field.codes.iter().flatten().flatten() {
                holds[fluent as usize] = true;
            }
        }
        for &fluent in encoding.always() {
            holds[fluent as usize] = true;
        }
        let never: Vec<u32> = (0..)
            .zip(&holds)
            .filter_map(|(it, holds)| (!holds).then_some(it))
            .collect();
        Invariants::new(fluents.to_vec(), &never, groups)
    }

    /// Why none of these lists of fluents is a state: of the one that comes nearest.
    /// `None` if one of them may be a state.
    pub fn misfit(&self, readings: &[Vec<String>]) -> Option<Misfit> {
        let misfits: Option<Vec<Misfit>> = readings.iter().map(|it| self.misfit_of(it)).collect();
        misfits?.into_iter().min_by_key(|it| it.unknown.len())
    }

    fn misfit_of(&self, fluents: &[String]) -> Option<Misfit> {
        let mut misfit = Misfit::default();
        let mut held = vec![false; self.fluents.len()];
        for fluent in fluents {
            match self.numbers.get(fluent) {
                Some(&number) => held[number as usize] = true,
                None => misfit.unknown.push(UnknownFluent {
                    fluent: fluent.clone(),
                    similar: self.names(&self.similar.to(fluent)),
                }),
            }
        }
        let numbers = 0..self.fluents.len() as u32;
        let never = numbers.filter(|&it| held[it as usize] && self.never[it as usize]);
        misfit.never = self.names(&never.collect::<Vec<_>>());
        for group in &self.groups {
            let both = group
                .fluents
                .iter()
                .copied()
                .filter(|&it| held[it as usize]);
            let both = self.names(&both.collect::<Vec<_>>());
            match both.len() {
                0 if group.exactly_one => misfit.missing.push(self.names(&group.fluents)),
                0 | 1 => {}
                _ if misfit.together.contains(&both) => {}
                _ => misfit.together.push(both),
            }
        }
        // An unknown fluent may stand for one that is missing.
        if !misfit.unknown.is_empty() {
            misfit.missing.clear();
        }
        (!misfit.is_empty()).then_some(misfit)
    }

    fn names(&self, fluents: &[u32]) -> Vec<String> {
        fluents
            .iter()
            .map(|&it| self.fluents[it as usize].clone())
            .collect()
    }
}

fn one_of(fluents: Vec<u32>) -> Group {
    Group {
        fluents,
        exactly_one: true,
    }
}

/// The groups of a field: one, or several whose combinations share the field.
fn groups_of(field: &Field, names: &[String]) -> Vec<Group> {
    let codes: Vec<&[u32]> = field.codes.iter().flatten().map(Vec::as_slice).collect();
    if codes.iter().all(|code| code.len() <= 1) {
        return Vec::from_iter(group(field.fluents.clone(), &codes));
    }
    // Neighbours by name are tried first: they are mostly values of one thing.
    let mut open = field.fluents.clone();
    open.sort_by_key(|&it| &names[it as usize]);
    let apart = Apart::new(&open, &codes);
    let mut groups = Vec::new();
    while !open.is_empty() {
        let mut clique: Vec<u32> = Vec::new();
        open.retain(|&fluent| {
            let fits = clique.iter().all(|&other| apart.is(fluent, other));
            if fits {
                clique.push(fluent);
            }
            !fits
        });
        groups.extend(group(clique, &codes));
    }
    groups
}

/// A group, unless it says nothing.
fn group(fluents: Vec<u32>, codes: &[&[u32]]) -> Option<Group> {
    let has_one = |code: &&[u32]| code.iter().any(|it| fluents.contains(it));
    let exactly_one = codes.iter().all(has_one) && !fluents.is_empty();
    (exactly_one || fluents.len() > 1).then_some(Group {
        fluents,
        exactly_one,
    })
}

/// Which fluents of a field hold together in no code.
struct Apart {
    places: FxHashMap<u32, usize>,
    together: Vec<Vec<bool>>,
}

impl Apart {
    fn new(fluents: &[u32], codes: &[&[u32]]) -> Self {
        let places: FxHashMap<u32, usize> = fluents.iter().copied().zip(0..).collect();
        let mut together = vec![vec![false; fluents.len()]; fluents.len()];
        for code in codes {
            for a in *code {
                for b in *code {
                    together[places[a]][places[b]] = true;
                }
            }
        }
        Apart { places, together }
    }

    fn is(&self, a: u32, b: u32) -> bool {
        !self.together[self.places[&a]][self.places[&b]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cells of which the upper one is empty while the lower one is, in one field,
    /// with a turn, something that always holds and something that never does.
    fn stacked() -> Invariants {
        let fluents = [
            "(low e)", "(low x)", "(high e)", "(high x)", "(turn a)", "(turn b)", "on", "off",
        ];
        let column = Field {
            bits: 2,
            fluents: vec![0, 1, 2, 3],
            codes: vec![Some(vec![0, 2]), Some(vec![1, 2]), None, Some(vec![1, 3])],
        };
        let turn = Field {
            bits: 1,
            fluents: vec![4, 5],
            codes: vec![Some(vec![4]), Some(vec![5])],
        };
        let fluents = fluents.map(str::to_owned).to_vec();
        let encoding = Encoding::new(fluents, vec![6], vec![column, turn]).unwrap();
        Invariants::of_encoding(&encoding)
    }

    fn said(fluents: &[&str]) -> Option<String> {
        let fluents: Vec<String> = fluents.iter().map(|&it| it.to_owned()).collect();
        stacked().misfit(&[fluents]).map(|it| it.to_string())
    }

    #[test]
    fn groups_are_found_in_a_field_of_several() {
        let one = |fluents: [u32; 2]| one_of(fluents.to_vec());
        let mut groups = stacked().groups;
        groups.sort_by_key(|it| it.fluents[0]);
        for group in &mut groups {
            group.fluents.sort_unstable();
        }
        assert_eq!(
            groups,
            [one([0, 1]), one([2, 3]), one([4, 5]), one_of(vec![6])]
        );
    }

    #[test]
    fn what_is_missing_is_told() {
        let missing = said(&["(low x)", "(high e)", "on"]);
        let expected = "the state has no (turn *): one of (turn a), (turn b) always holds";
        assert_eq!(missing.unwrap(), expected);
        let several = said(&["(low x)", "on"]).unwrap();
        assert_eq!(
            several,
            "the state has no (high *), (turn *): one of each always holds"
        );
        let always = said(&["(low x)", "(high e)", "(turn a)"]).unwrap();
        assert_eq!(always, "the state has no on: it always holds");
    }

    #[test]
    fn what_cannot_be_together_is_told() {
        let both = said(&["(low x)", "(low e)", "(high e)", "(turn a)", "on", "off"]).unwrap();
        let expected = "off never holds; (low e) and (low x) never hold together";
        assert_eq!(both, expected);
    }

    #[test]
    fn what_fits_may_still_be_unreachable() {
        assert_eq!(said(&["(low e)", "(high x)", "(turn a)", "on"]), None);
        assert_eq!(said(&["(low x)", "(high x)", "(turn a)", "on"]), None);
    }

    #[test]
    fn the_reading_with_the_fewest_unknown_fluents_is_told() {
        let list =
            |fluents: &[&str]| -> Vec<String> { fluents.iter().map(|&it| it.to_owned()).collect() };
        let readings = [list(&["low", "x"]), list(&["(low x)"])];
        let misfit = stacked().misfit(&readings).unwrap();
        assert_eq!(misfit.unknown, []);
    }
}
