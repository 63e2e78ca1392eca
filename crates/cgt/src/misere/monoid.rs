//! Finite commutative monoids, and positions valued in them.
//!
//! In: products of elements. Out: elements of sums. Not here: whether these
//! values say who wins (`proof.rs`).

use rustc_hash::FxHashMap;

use crate::misere::bits::Bits;
use crate::misere::positions::{PositionId, Sum};

/// A finite commutative monoid. Element 0 is the identity.
#[derive(Clone, Debug)]
pub(crate) struct Monoid {
    order: usize,
    /// Row by row.
    products: Vec<u32>,
}

impl Default for Monoid {
    /// With the identity alone.
    fn default() -> Monoid {
        Monoid::new(1, vec![0])
    }
}

impl Monoid {
    pub(crate) fn new(order: usize, products: Vec<u32>) -> Monoid {
        Monoid { order, products }
    }

    pub(crate) fn order(&self) -> usize {
        self.order
    }

    pub(crate) fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.order + b] as usize
    }
}

/// A monoid, the elements of the first positions of a set, and who wins.
///
/// It may also say who wins sums of these positions with some copies of the
/// next one, which has no element.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    pub(crate) monoid: Monoid,
    pub(crate) values: Vec<usize>,
    /// For each number of copies, from 0 on: the elements of sums that the
    /// player to move loses together with the copies.
    pub(crate) lost: Vec<Bits>,
    /// A sum with each element.
    pub(crate) sums: Vec<Sum>,
}

impl Default for Valued {
    /// Of sums of ends, which the player to move wins.
    fn default() -> Valued {
        Valued {
            monoid: Monoid::default(),
            values: Vec::new(),
            lost: vec![Bits::new(1)],
            sums: vec![Sum::new()],
        }
    }
}

impl Valued {
    /// The position that has no element, but may stand in sums.
    pub(crate) fn next(&self) -> PositionId {
        PositionId(self.values.len() as u32)
    }

    /// The element of the sum, if all its parts have one.
    pub(crate) fn value(&self, sum: &[PositionId]) -> Option<usize> {
        let (value, copies) = self.value_and_copies(sum)?;
        (copies == 0).then_some(value)
    }

    /// Whether the player to move wins the sum, if that is known.
    pub(crate) fn mover_wins(&self, sum: &[PositionId]) -> Option<bool> {
        let (value, copies) = self.value_and_copies(sum)?;
        Some(!self.lost.get(copies)?.contains(value))
    }

    fn value_and_copies(&self, sum: &[PositionId]) -> Option<(usize, usize)> {
        let (mut product, mut copies) = (0, 0);
        for &part in sum {
            if part == self.next() {
                copies += 1;
                continue;
            }
            let value = self.values.get(part.index())?;
            product = self.monoid.product(product, *value);
        }
        Some((product, copies))
    }

    /// The companies in which moving to one of these options wins: those with
    /// which an option is lost. Company q with c copies of the next position
    /// has the number [`Valued::company`].
    pub(crate) fn won_companies(&self, options: &[Sum]) -> Bits {
        let order = self.monoid.order();
        let mut won = Bits::new(order * self.lost.len());
        // Options are sums of earlier positions, which have elements.
        for value in options.iter().filter_map(|option| self.value(option)) {
            for (copies, lost) in self.lost.iter().enumerate() {
                for element in 0..order {
                    if lost.contains(self.monoid.product(value, element)) {
                        won.insert(self.company(element, copies));
                    }
                }
            }
        }
        won
    }

    pub(crate) fn company(&self, element: usize, copies: usize) -> usize {
        copies * self.monoid.order() + element
    }

    /// The same claims with elements taken for one that are lost in the same
    /// companies. That keeps products: ac and bc are lost with q as a and b are
    /// with cq. Says nothing about copies any more.
    pub(crate) fn reduced(&self) -> Valued {
        let order = self.monoid.order();
        let mut classes: FxHashMap<Bits, usize> = FxHashMap::default();
        let mut kept = Vec::new();
        let mut class_of = Vec::with_capacity(order);
        for element in 0..order {
            let class = *classes
                .entry(self.lost_companies(element))
                .or_insert_with(|| {
                    kept.push(element);
                    kept.len() - 1
                });
            class_of.push(class);
        }
        let mut products = Vec::with_capacity(kept.len() * kept.len());
        for &a in &kept {
            products.extend(
                kept.iter()
                    .map(|&b| class_of[self.monoid.product(a, b)] as u32),
            );
        }
        let mut lost = Bits::new(kept.len());
        let is_lost = |class: &usize| self.lost[0].contains(kept[*class]);
        (0..kept.len())
            .filter(is_lost)
            .for_each(|class| lost.insert(class));
        Valued {
            monoid: Monoid::new(kept.len(), products),
            values: self.values.iter().map(|&value| class_of[value]).collect(),
            lost: vec![lost],
            sums: kept
                .iter()
                .map(|&element| self.sums[element].clone())
                .collect(),
        }
    }

    fn lost_companies(&self, element: usize) -> Bits {
        let order = self.monoid.order();
        let mut lost = Bits::new(order);
        let is_lost = |&other: &usize| self.lost[0].contains(self.monoid.product(element, other));
        (0..order)
            .filter(is_lost)
            .for_each(|other| lost.insert(other));
        lost
    }
}
