//! Quotients of wild positions under misère play: they say who wins every sum.
//!
//! In: a finite commutative monoid with the elements that are lost, and an element for each
//! position, as a file has them. Out: nothing, if a sum is lost for who is on turn exactly if
//! the product of its positions' elements is.
//!
//! **Proof.** For a sum X let Φ(X) be the product of its elements, and W(X) the set of
//! elements q such that Φ(X')·q is lost for some sum X' that a move in X leads to. A move in
//! X + Y is one in X or one in Y, so W(X + Y) has q exactly if W(X) has q·Φ(Y), or W(Y) has
//! q·Φ(X). So (Φ, W) of a sum follows from the pairs of its parts, and there are finitely many
//! pairs: all of them are found by adding one position after the other. If in each of them
//! Φ(X) is lost exactly if W(X) does not have the identity, then by induction over the length
//! of play Φ(X) is lost exactly if the mover loses: W(X) has the identity exactly if a move
//! leads to a sum whose element is lost. Sums in which nobody can move are won. ∎

use game::Stop;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claim::{Claim, Quotient};
use super::pieces::Library;
use super::trouble::{Trouble, look_up};

/// Most elements: whether products do not depend on their order takes their cube.
const MAX_ELEMENTS: usize = 400;
/// Most elements that are multiplied for the proof.
const MAX_WORK: usize = 1 << 30;

/// A set of elements: a bit for each.
type Set = Box<[u64]>;

/// The element of a sum, and the elements beside which a move in it wins.
type Pair = (usize, Set);

/// Checks the quotient of a file, if it has one.
pub fn check(claim: &Claim, library: &Library, stop: &Stop) -> Result<(), Trouble> {
    let Some(quotient) = &claim.quotient else {
        return Ok(());
    };
    is_monoid(quotient)?;
    let mut generators: FxHashMap<Pair, String> = FxHashMap::default();
    for (piece, it) in claim.pieces.iter().enumerate() {
        let sums = it.next[0].iter().map(|sum| library.firsts(sum));
        let name = || format!("piece {piece}");
        add(quotient, quotient.piece(piece), sums, name, &mut generators)?;
    }
    for (number, table) in claim.tables.iter().enumerate() {
        for (state, next) in table.next.iter().enumerate() {
            let sums = next[0].iter().map(|&it| vec![quotient.state(number, it)]);
            let name = || format!("state {state} of table {number}");
            let at = quotient.state(number, state as u32);
            add(quotient, at, sums, name, &mut generators)?;
        }
    }
    close(quotient, generators.into_iter().collect(), stop)
}

fn wrong(what: impl std::fmt::Display) -> Trouble {
    Trouble::wrong(format!("the misère quotient is wrong: {what}"))
}

/// Whether products do not depend on the order, and element 0 changes nothing.
fn is_monoid(quotient: &Quotient) -> Result<(), Trouble> {
    let order = quotient.products.len();
    if order > MAX_ELEMENTS {
        return Err(Trouble::undecided(
            "a misère quotient has too many elements",
        ));
    }
    let product = |a: usize, b: usize| quotient.product(a, b);
    for a in 0..order {
        if product(a, 0) != a {
            return Err(wrong("element 0 is not that of no parts"));
        }
        for b in 0..order {
            let both = product(a, b);
            let ordered = (0..order).all(|c| product(both, c) == product(a, product(b, c)));
            if both != product(b, a) || !ordered {
                return Err(wrong("a product depends on the order"));
            }
        }
    }
    Ok(())
}

/// Adds the pair of a position, given the sums that its moves lead to.
fn add(
    quotient: &Quotient,
    at: usize,
    sums: impl Iterator<Item = Vec<usize>>,
    name: impl Fn() -> String,
    generators: &mut FxHashMap<Pair, String>,
) -> Result<(), Trouble> {
    let order = quotient.products.len();
    let mut won = none(order);
    let mut ended = true;
    for sum in sums {
        ended = false;
        let after = sum.into_iter().map(|it| quotient.elements[it]);
        let after = after.fold(0, |all, it| quotient.product(all, it));
        let wins = (0..order).filter(|&it| quotient.lost[quotient.product(after, it)]);
        wins.for_each(|it| insert(&mut won, it));
    }
    let element = quotient.elements[at];
    if !ended {
        generators.entry((element, won)).or_insert_with(name);
    } else if element != 0 {
        return Err(wrong(format!(
            "nobody can move in {}, and it counts",
            name()
        )));
    }
    Ok(())
}

/// Checks the pairs of all sums of positions.
fn close(quotient: &Quotient, generators: Vec<(Pair, String)>, stop: &Stop) -> Result<(), Trouble> {
    let order = quotient.products.len();
    if quotient.lost[0] {
        return Err(wrong("who cannot move does not win"));
    }
    let mut generators = generators;
    generators.sort_unstable();
    let mut work = 0_usize;
    let start = (0, none(order));
    let mut known: FxHashSet<Pair> = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    while let Some(pair) = open.pop() {
        look_up(stop)?;
        work += order * generators.len();
        if work > MAX_WORK {
            return Err(Trouble::undecided(
                "a misère quotient takes too long to prove",
            ));
        }
        for (generator, name) in &generators {
            let sum = plus(quotient, &pair, generator);
            if quotient.lost[sum.0] == has(&sum.1, 0) {
                return Err(wrong(format!(
                    "it does not tell who wins a sum with {name}"
                )));
            }
            if known.insert(sum.clone()) {
                open.push(sum);
            }
        }
    }
    Ok(())
}

fn plus(quotient: &Quotient, one: &Pair, other: &Pair) -> Pair {
    let order = quotient.products.len();
    let mut won = none(order);
    let wins = (0..order).filter(|&it| {
        has(&one.1, quotient.product(it, other.0)) || has(&other.1, quotient.product(it, one.0))
    });
    wins.for_each(|it| insert(&mut won, it));
    (quotient.product(one.0, other.0), won)
}

fn none(order: usize) -> Set {
    vec![0; order.div_ceil(64)].into()
}

fn insert(set: &mut Set, element: usize) {
    set[element / 64] |= 1 << (element % 64);
}

fn has(set: &Set, element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}
