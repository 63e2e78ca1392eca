//! The operators against brute force: on all functions of two and three
//! variables, on random relations of four to six in bands of any kind.

use std::collections::BTreeSet;

use game::Stop;
use testkit::SplitMix64;

use super::{andnotpre, next};
use crate::diagram::{Bands, Set};
use crate::encode::relation::{Write, build};
use crate::matrix::MatrixId;
use crate::space::Space;

/// A set of states of at most six variables: bit s for state s, whose bit i is
/// variable i.
type Mask = u64;

fn all(variables: u32) -> Mask {
    u64::MAX >> (64 - (1 << variables))
}

fn space(variables: u32) -> Space {
    Space::new(variables, 1 << 16, Stop::new())
}

fn state(space: &Space, number: u32) -> Set {
    let mut cube = space.full();
    for variable in (0..space.variables).rev() {
        let value = space.variable(variable).unwrap();
        cube = match number >> variable & 1 {
            1 => space.and(&value, &cube).unwrap(),
            _ => space.minus(&cube, &value).unwrap(),
        };
    }
    cube
}

fn set(space: &Space, mask: Mask) -> Set {
    let states = (0..1 << space.variables).filter(|number| mask >> number & 1 == 1);
    states.fold(space.empty(), |set, number| {
        space.or(&set, &state(space, number)).unwrap()
    })
}

/// A relation as for each state the set of its successors.
type Table = Vec<Mask>;

/// A union of as many single pairs as the table has.
fn relation(space: &Space, table: &Table) -> MatrixId {
    let mut union = MatrixId::EMPTY;
    for (from, successors) in (0..).zip(table) {
        for to in (0..1 << space.variables).filter(|to| successors >> to & 1 == 1) {
            let writes: Vec<Write> = (0..space.variables)
                .map(|variable| Write {
                    variable,
                    value: space.constant(to >> variable & 1 == 1),
                })
                .collect();
            let pair = build(space, &state(space, from), &writes).unwrap();
            union = space.unite(union, pair, usize::MAX).unwrap().unwrap();
        }
    }
    union
}

fn into(table: &Table, to: Mask) -> Mask {
    let states = (0..table.len()).filter(|&from| table[from] & to != 0);
    states.map(|from| 1 << from).sum()
}

fn image(table: &Table, set: Mask) -> Mask {
    let states = (0..table.len()).filter(|from| set >> from & 1 == 1);
    states.fold(0, |image, from| image | table[from])
}

fn check(
    space: &Space,
    (table, relation): (&Table, MatrixId),
    sets: &[Set],
    (from, to): (Mask, Mask),
) {
    let of = |mask: Mask| &sets[mask as usize];
    let result = space.andnotpre(of(from), relation, of(to)).unwrap();
    assert!(
        result == *of(from & !into(table, to)),
        "{table:?} {from:b} {to:b}"
    );
    let result = space.next(relation, of(from)).unwrap();
    assert!(result == *of(image(table, from)), "{table:?} {from:b}");
}

#[test]
fn every_relation_on_two_variables_is_right_on_every_set() {
    let space = space(2);
    let sets: Vec<Set> = (0..16).map(|mask| set(&space, mask)).collect();
    for code in 0..1_u64 << 16 {
        let table: Table = (0..4).map(|from| code >> (4 * from) & 15).collect();
        let relation = relation(&space, &table);
        // All pairs of sets for some relations, for the others a few pairs.
        let (step, first) = match code % 97 {
            0 => (1, 0),
            _ => (61, code % 61),
        };
        for pair in (first..256).step_by(step) {
            check(&space, (&table, relation), &sets, (pair & 15, pair >> 4));
        }
    }
}

#[test]
fn logic_is_right_on_all_pairs_of_functions_of_three_variables() {
    let space = space(3);
    let sets: Vec<Set> = (0..256).map(|mask| set(&space, mask)).collect();
    let of = |mask: usize| &sets[mask & 255];
    for a in 0..256 {
        assert!(space.not(of(a)) == *of(!a));
        for b in 0..256 {
            assert!(space.and(of(a), of(b)).unwrap() == *of(a & b));
            assert!(space.or(of(a), of(b)).unwrap() == *of(a | b));
            assert!(space.minus(of(a), of(b)).unwrap() == *of(a & !b));
            assert!(space.xor(of(a), of(b)).unwrap() == *of(a ^ b));
        }
    }
}

#[test]
fn random_relations_on_three_variables_are_right_on_all_sets() {
    let space = space(3);
    let sets: Vec<Set> = (0..256).map(|mask| set(&space, mask)).collect();
    let mut random = SplitMix64::new(3);
    for density in [1, 2, 4, 7] {
        let table: Table = (0..8)
            .map(|_| {
                (0..8)
                    .map(|to| u64::from(random.happens(density, 8)) << to)
                    .sum()
            })
            .collect();
        let relation = relation(&space, &table);
        for from in 0..256 {
            for to in 0..256 {
                check(&space, (&table, relation), &sets, (from, to));
            }
        }
    }
}

#[test]
fn random_relations_on_more_variables_are_right_on_random_sets() {
    let mut random = SplitMix64::new(7);
    for round in 0..150 {
        let variables = 4 + round % 3;
        let space = random_space(&mut random, variables);
        let table = random_table(&mut random, variables);
        let relation = relation(&space, &table);
        for _ in 0..10 {
            let (from, to) = (
                subset(&mut random, variables),
                subset(&mut random, variables),
            );
            let (froms, tos) = (set(&space, from), set(&space, to));
            let result = space.andnotpre(&froms, relation, &tos).unwrap();
            assert!(result == set(&space, from & !into(&table, to)));
            let result = space.next(relation, &froms).unwrap();
            assert!(result == set(&space, image(&table, from)));
            let window = random.below(1 << variables) as u32;
            let bits = (0..variables).rev().filter(|it| window >> it & 1 == 1);
            let cube: Vec<(u32, bool)> = bits.map(|it| (it, true)).collect();
            let cube = space.cube(&cube).unwrap();
            let seen = |of: Mask| {
                let of = (0..1 << variables).filter(|state| of >> state & 1 == 1);
                let of: BTreeSet<u32> = of.map(|state: u32| state & window).collect();
                let alike = (0..1 << variables).filter(|state| of.contains(&(state & window)));
                set(&space, alike.map(|state: u32| 1 << state).sum())
            };
            let result = space.glimpse(relation, &froms, &cube).unwrap();
            assert!(result == seen(image(&table, from)), "{window:b}");
            let result = space.glimpse(MatrixId::IDENTITY, &froms, &cube).unwrap();
            assert!(result == seen(from), "{window:b}");
            // The relation in two parts: what both have to say counts.
            let parts = &in_parts(&space, &mut random, &table)[..];
            let result = space.image(parts, &froms).unwrap();
            assert!(result == set(&space, image(&table, from)));
            let result = space.pre_image(parts, &froms, &tos).unwrap();
            assert!(result == set(&space, from & into(&table, to)));
            // All moves lead into `to`, or there is none.
            let strong = from & !into(&table, all(variables) & !to);
            let result = space.strong_pre_image(parts, &froms, &tos).unwrap();
            assert!(result == set(&space, strong));
            let result = space.minus_within(&froms, &tos, 1 << 20).unwrap();
            assert!(result == set(&space, from & !to));
            assert_eq!(space.count(&froms), Some(u128::from(from.count_ones())));
        }
        assert_eq!(space.live(), 0, "an edge was leaked");
    }
}

/// A space of fields of any number of variables.
fn random_space(random: &mut SplitMix64, variables: u32) -> Space {
    let mut left = variables;
    let fields = std::iter::from_fn(|| {
        let field = 1 + random.below(left.max(1) as usize) as u32;
        left = left.checked_sub(field)?;
        Some(field)
    });
    Space::new(Bands::of_fields(fields), 1 << 16, Stop::new())
}

/// The table's relation as the union of two that may overlap.
fn in_parts(space: &Space, random: &mut SplitMix64, table: &Table) -> [MatrixId; 2] {
    let (mut one, mut other) = (Table::new(), Table::new());
    for successors in table {
        let (a, b) = (random.draw(), random.draw());
        one.push(successors & (a | b));
        other.push(successors & (!(a | b) | b));
    }
    [relation(space, &one), relation(space, &other)]
}

fn subset(random: &mut SplitMix64, variables: u32) -> Mask {
    let shape = random.below(4);
    let (a, b) = (random.draw(), random.draw());
    all(variables) & [a, a & b, a | b, a & b & b.rotate_left(9)][shape]
}

fn random_table(random: &mut SplitMix64, variables: u32) -> Table {
    let sparse = random.happens(1, 2);
    (0..1 << variables)
        .map(|_| match sparse {
            true => 1 << random.below(1 << variables),
            false => subset(random, variables),
        })
        .collect()
}

/// A move that writes some variables by random functions of all.
#[test]
fn moves_that_write_functions_are_right() {
    let mut random = SplitMix64::new(11);
    for round in 0..300 {
        let variables = 3 + round % 4;
        let space = space(variables);
        let legal = subset(&mut random, variables);
        let mut functions = Vec::new();
        for variable in 0..variables {
            if random.happens(1, 2) {
                functions.push((variable, subset(&mut random, variables)));
            }
        }
        let successor = |from: u32| {
            functions.iter().fold(from, |state, &(variable, value)| {
                let bit = (value >> from & 1) as u32;
                state & !(1 << variable) | bit << variable
            })
        };
        let table: Table = (0..1 << variables)
            .map(|from| (legal >> from & 1) << successor(from))
            .collect();
        let writes: Vec<Write> = functions
            .iter()
            .map(|&(variable, value)| Write {
                variable,
                value: set(&space, value),
            })
            .collect();
        let built = build(&space, &set(&space, legal), &writes).unwrap();
        // Diagrams are canonical: the same relation is the same number.
        assert_eq!(built, relation(&space, &table));
    }
}

#[test]
fn bounded_work_ends() {
    let space = space(6);
    let (a, b) = (
        set(&space, 0x1234_5678_9abc_def1),
        set(&space, 0x0fed_cba9_8765_4321),
    );
    let halt = space.minus_within(&a, &b, 3);
    assert_eq!(halt, Err(crate::diagram::Halt::OutOfSteps));
    drop((a, b));
    assert_eq!(space.live(), 0, "an edge was leaked");
}

/// The states in which the upper half of the variables equals the lower take
/// half of a small space; and the relation that flips one of the upper.
fn halves_and_flips(half: u32, space: &Space) -> (Set, MatrixId) {
    let mut equal = space.full();
    let mut flips = MatrixId::EMPTY;
    for variable in 0..half {
        let (a, b) = (
            space.variable(variable).unwrap(),
            space.variable(variable + half).unwrap(),
        );
        let same = space.not(&space.xor(&a, &b).unwrap());
        equal = space.and(&equal, &same).unwrap();
        let value = space.not(&a);
        let flip = build(space, &space.full(), &[Write { variable, value }]).unwrap();
        flips = space.unite(flips, flip, usize::MAX).unwrap().unwrap();
    }
    (equal, flips)
}

#[test]
fn steps_that_run_out_of_nodes_leak_nothing() {
    let half = 9;
    let space = Space::new(2 * half, 1 << 12, Stop::new());
    let (equal, flips) = halves_and_flips(half, &space);
    let out = Err(crate::diagram::Halt::OutOfNodes);
    let all = space.full();
    let at_once = [
        space.operate(u64::MAX, |d, walk| next(d, walk, flips, equal.edge())),
        space.operate(u64::MAX, |d, walk| {
            andnotpre(d, walk, flips, all.edge(), equal.edge())
        }),
    ];
    assert_eq!(at_once, [out.clone(), out]);
    drop(all);
    assert_eq!(space.count(&equal), Some(1 << half));
    drop(equal);
    assert_eq!(space.live(), 0, "an edge was leaked");
}

#[test]
fn what_does_not_fit_at_once_is_done_in_parts() {
    let half = 9;
    let wide = Space::new(2 * half, 1 << 18, Stop::new());
    let (equal, flips) = halves_and_flips(half, &wide);
    let whole = [
        wide.next(flips, &equal).unwrap(),
        wide.andnotpre(&wide.full(), flips, &equal).unwrap(),
    ];
    let narrow = Space::new(2 * half, 1 << 12, Stop::new());
    let (equal, flips) = halves_and_flips(half, &narrow);
    let parts = narrow.next(flips, &equal).unwrap();
    assert_eq!(narrow.list(&[&parts]), wide.list(&[&whole[0]]));
    drop(parts);
    let parts = narrow.andnotpre(&narrow.full(), flips, &equal).unwrap();
    assert_eq!(narrow.list(&[&parts]), wide.list(&[&whole[1]]));
    drop((parts, equal));
    assert_eq!(narrow.live(), 0, "an edge was leaked");
}
