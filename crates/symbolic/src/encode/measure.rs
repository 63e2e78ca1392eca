//! Whether the progress measure has a given value in all states of a set.

use ground::FluentId;

use crate::diagram::{Listing, Reference};
use crate::encode::encoding::{Encoding, Field};

/// Two states of the set have different weights, or one has an unused code.
struct Uneven;

/// Whether the fluents of every state in the first set of a list weigh `target`
/// together.
///
/// Each node is visited once. The states of the set on one path to a node differ only
/// below that node. So if all states weigh the same, then so does everything that the
/// node lets pass; and the other way round. Nodes inside a field belong to the node at
/// which a path enters it.
pub(crate) fn all_weigh(
    listing: &Listing,
    encoding: &Encoding,
    weights: &[i64],
    target: i64,
) -> bool {
    let Some(&root) = listing.roots.first() else {
        return true;
    };
    if root == Reference::FALSE {
        return true;
    }
    let weigh = |held: &[FluentId]| -> i64 { held.iter().map(|it| weights[it.index()]).sum() };
    let codes = |field: &Field| {
        let mut codes = vec![None; field.all_bits() + 1];
        for (code, held) in field.block.meanings() {
            codes[code] = Some(weigh(held));
        }
        codes
    };
    let levels = encoding.fields.iter().zip(0..);
    let levels = levels.flat_map(|(field, number)| (0..field.bits).map(move |_| number));
    let mut scales = Scales {
        listing,
        fields: &encoding.fields,
        codes: encoding.fields.iter().map(codes).collect(),
        field_of: levels.collect(),
        known: vec![[UNKNOWN; 2]; listing.nodes.len()],
    };
    let below = scales.below(root, 0);
    below.is_ok_and(|below| below + weigh(&encoding.always) == target)
}

const UNKNOWN: i64 = i64::MIN;

struct Scales<'a> {
    listing: &'a Listing,
    fields: &'a [Field],
    /// The weight of each code of each field; none for unused codes.
    codes: Vec<Vec<Option<i64>>>,
    /// The field of each level.
    field_of: Vec<usize>,
    /// The weight of what a node, and its complement, lets pass, from its field on.
    known: Vec<[i64; 2]>,
}

impl Scales<'_> {
    /// The weight of the fields from this one on, in all that a reference lets pass. It
    /// is not the empty set.
    fn below(&mut self, from: Reference, field: usize) -> Result<i64, Uneven> {
        let place = from.place();
        let next = place.map_or(self.fields.len(), |place| {
            self.field_of[self.listing.nodes[place].level as usize]
        });
        // The fields in between may have any code.
        let mut sum = 0;
        for codes in &self.codes[field..next] {
            sum += same(codes)?;
        }
        let Some(place) = place else {
            return Ok(sum);
        };
        let side = usize::from(from.is_complement());
        if self.known[place][side] == UNKNOWN {
            let field = &self.fields[next];
            let top = (field.first, field.bits);
            self.known[place][side] = self.in_field(from, next, top, 0)?;
        }
        Ok(sum + self.known[place][side])
    }

    /// The same inside a field, from a level on. `left` bits of the code are open, the
    /// bits above are `code`.
    fn in_field(
        &mut self,
        from: Reference,
        field: usize,
        (level, left): (u32, u32),
        code: usize,
    ) -> Result<i64, Uneven> {
        let node = from.place().map(|place| self.listing.nodes[place]);
        let node = node.filter(|node| node.level < level + left);
        let Some(node) = node else {
            let codes = &self.codes[field][code << left..(code + 1) << left];
            return Ok(same(codes)? + self.below(from, field + 1)?);
        };
        let ways = match node.level == level {
            true => [node.low, node.high].map(|it| it.complement_if(from.is_complement())),
            false => [from, from],
        };
        let mut sum = None;
        for (way, bit) in ways.into_iter().zip(0..) {
            if way == Reference::FALSE {
                continue;
            }
            let here = self.in_field(way, field, (level + 1, left - 1), code << 1 | bit)?;
            if sum.is_some_and(|sum| sum != here) {
                return Err(Uneven);
            }
            sum = Some(here);
        }
        sum.ok_or(Uneven)
    }
}

/// The weight that all of these codes have.
fn same(codes: &[Option<i64>]) -> Result<i64, Uneven> {
    match codes.split_first() {
        Some((&Some(weight), others)) if others.iter().all(|it| *it == Some(weight)) => Ok(weight),
        _ => Err(Uneven),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::Stop;
    use ground::{BitState, GroundGame};
    use testkit::SplitMix64;

    use super::*;
    use crate::diagram::Set;
    use crate::encode::candidates::Groups;
    use crate::encode::sampled::{load, prepare, samples};
    use crate::space::Space;

    fn encoded(name: &str) -> (GroundGame, Encoding, Space) {
        let rules = load(&library::find(name).unwrap().render(&[]).unwrap());
        let (game, facts) = prepare(&rules).unwrap();
        let groups = Groups::new(&facts);
        let encoding = Encoding::new(&game, groups.arranged(&groups.listed()));
        let space = Space::new(encoding.bands(), 1 << 18, Stop::new());
        (game, encoding, space)
    }

    #[test]
    fn states_weigh_the_same_just_if_each_does() {
        for name in ["nim", "sheep-and-wolf", "sliding-puzzle", "tic-tac-toe"] {
            let (game, encoding, space) = encoded(name);
            let states = samples(&game, 3);
            let mut random = SplitMix64::new(5);
            for heaviest in [1, 2, 4] {
                let ids = game.fluent_ids();
                let weights: Vec<i64> = ids.map(|_| random.below(heaviest) as i64).collect();
                let weight = |state: &BitState| -> i64 {
                    let held = game.fluent_ids().filter(|it| state.holds(*it));
                    held.map(|it| weights[it.index()]).sum()
                };
                let mut alike: BTreeMap<i64, Set> = BTreeMap::new();
                for state in &states {
                    let set = encoding.state(&space, |it| state.holds(it)).unwrap();
                    let others = alike.entry(weight(state)).or_insert_with(|| space.empty());
                    *others = space.or(others, &set).unwrap();
                }
                let all_weigh =
                    |set: &Set, target| all_weigh(&space.list(&[set]), &encoding, &weights, target);
                let all = alike
                    .values()
                    .fold(space.empty(), |all, set| space.or(&all, set).unwrap());
                for (&target, set) in &alike {
                    assert!(all_weigh(set, target), "{name}");
                    assert!(!all_weigh(set, target + 1), "{name}");
                    assert_eq!(all_weigh(&all, target), alike.len() == 1, "{name}");
                }
                assert!(all_weigh(&space.empty(), 7));
            }
        }
    }

    /// What a set does not look at may be anything.
    #[test]
    fn what_may_be_anything_weighs_the_same_if_all_its_codes_do() {
        let (game, encoding, space) = encoded("tic-tac-toe");
        let valid = encoding.valid(&space).unwrap();
        let list = |set: &Set| space.list(&[set]);
        let mut weights = vec![0; game.fluents().len()];
        assert!(all_weigh(&list(&valid), &encoding, &weights, 0));
        // Some code of a cell stands for nothing.
        assert!(!all_weigh(&list(&space.full()), &encoding, &weights, 0));
        let cell = encoding.fields.iter().find(|it| it.bits > 1).unwrap();
        let fluent = cell.block.fluents().next().unwrap();
        weights[fluent.index()] = 1;
        assert!(!all_weigh(&list(&valid), &encoding, &weights, 0));
        let code = cell.block.code_of(&[fluent]).unwrap();
        let cube = cell.cube(&space, code, cell.all_bits()).unwrap();
        let held = space.and(&valid, &cube).unwrap();
        assert!(all_weigh(&list(&held), &encoding, &weights, 1));
        let other = space.minus(&valid, &cube).unwrap();
        assert!(all_weigh(&list(&other), &encoding, &weights, 0));
    }
}
