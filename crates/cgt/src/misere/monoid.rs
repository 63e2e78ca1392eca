//! Finite commutative monoids with a P-portion, and positions valued in them.
//!
//! In: products of elements. Out: elements of sums. Not here: whether these
//! values say who wins (`proof.rs`).

use crate::misere::bits::Bits;
use crate::misere::positions::PositionId;

/// A finite commutative monoid. Element 0 is the identity.
#[derive(Clone, Debug)]
pub(crate) struct Monoid {
    order: usize,
    /// Row by row.
    products: Vec<u32>,
    /// The elements of sums that the player to move loses.
    lost: Bits,
}

impl Default for Monoid {
    /// Of sums of ends, which the player to move wins.
    fn default() -> Monoid {
        Monoid::new(1, vec![0], Bits::new(1))
    }
}

impl Monoid {
    pub(crate) fn new(order: usize, products: Vec<u32>, lost: Bits) -> Monoid {
        Monoid {
            order,
            products,
            lost,
        }
    }

    pub(crate) fn order(&self) -> usize {
        self.order
    }

    pub(crate) fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.order + b] as usize
    }

    /// Whether the player to move loses a sum with this element.
    pub(crate) fn is_lost(&self, element: usize) -> bool {
        self.lost.contains(element)
    }
}

/// A monoid, and the elements of the first positions of a set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Valued {
    pub(crate) monoid: Monoid,
    pub(crate) values: Vec<usize>,
}

impl Valued {
    /// The element of the sum, if all its parts have one.
    pub(crate) fn value(&self, sum: &[PositionId]) -> Option<usize> {
        let mut product = 0;
        for part in sum {
            let value = self.values.get(part.index())?;
            product = self.monoid.product(product, *value);
        }
        Some(product)
    }

    /// Whether the player to move wins the sum, if all its parts have elements.
    pub(crate) fn mover_wins(&self, sum: &[PositionId]) -> Option<bool> {
        Some(!self.monoid.is_lost(self.value(sum)?))
    }

    /// The elements q such that some of these options makes a lost sum with
    /// company of element q: in that company, moving here wins.
    pub(crate) fn won_companies(&self, options: &[Vec<PositionId>]) -> Bits {
        let order = self.monoid.order();
        let mut won = Bits::new(order);
        for option in options {
            // Options are sums of earlier positions, which have elements.
            let Some(value) = self.value(option) else {
                continue;
            };
            let lost = |&company: &usize| self.monoid.is_lost(self.monoid.product(value, company));
            (0..order)
                .filter(lost)
                .for_each(|company| won.insert(company));
        }
        won
    }
}
