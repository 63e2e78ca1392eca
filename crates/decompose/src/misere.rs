//! Who wins sums of wild positions under misère play, by a finite quotient.
//!
//! In: impartial [`Positions`]. Out: a [`Quotient`]: an element of a finite commutative monoid
//! for each position, which tells who wins every sum of them. It is found and proven by the
//! crate `cgt`. Not here: tame positions, whose sums follow from their genera (`worth.rs`).

use cgt::{Exhausted, Impartial, MisereKnobs, misere_quotient};

use crate::positions::{PositionId, Positions};

/// Most positions: each is proven apart, and many that are listed are sums in disguise, whose
/// quotient is better found from their pieces.
const MOST_POSITIONS: usize = 1 << 10;

/// An element for each position; sums have the product of their parts' elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quotient {
    /// The product of each two elements, row by row. Element 0 is that of no parts at all.
    products: Vec<Vec<u32>>,
    /// Whether who is on turn loses sums with this element.
    lost: Vec<bool>,
    /// The element of each position.
    of: Vec<u32>,
}

impl Quotient {
    /// The quotient of all positions.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if none is found or proven with this work: it may be infinite.
    pub fn find(positions: &impl Positions, work: u64) -> Result<Self, Exhausted> {
        if positions.len() > MOST_POSITIONS {
            return Err(Exhausted::Work);
        }
        let mut impartial = Impartial::default();
        let mut added: Vec<Option<cgt::PositionId>> = vec![None; positions.len()];
        for &at in positions.order() {
            let sum = |sum: &[PositionId]| {
                let parts = sum.iter().map(|it| added[it.index()]);
                let parts = parts.collect::<Option<Vec<_>>>();
                parts.expect("positions come after those that their moves lead to")
            };
            let options: Vec<Vec<cgt::PositionId>> = positions.sums(at, 0).map(sum).collect();
            added[at.index()] = Some(impartial.add(&options));
        }
        let knobs = MisereKnobs {
            work,
            ..MisereKnobs::default()
        };
        let found = misere_quotient(&impartial, &knobs)?;
        let order = found.order();
        let element = |it: Option<cgt::PositionId>| {
            let element = it.and_then(|it| found.element(&[it]));
            element.expect("all positions were added") as u32
        };
        let product = |one, other| found.product(one, other) as u32;
        let row = |one| (0..order).map(|other| product(one, other)).collect();
        Ok(Quotient {
            products: (0..order).map(row).collect(),
            lost: (0..order).map(|it| found.is_lost(it)).collect(),
            of: added.into_iter().map(element).collect(),
        })
    }

    /// A quotient of so many positions; `None` if there is no such one.
    pub fn of(products: Vec<Vec<u32>>, lost: &[u32], of: Vec<u32>) -> Option<Self> {
        let order = products.len();
        let inside = |it: &u32| (*it as usize) < order;
        let mut all = products.iter().flatten().chain(lost).chain(&of);
        let square = products.iter().all(|row| row.len() == order);
        let mut is_lost = vec![false; order];
        (order > 0 && square && all.all(inside)).then(|| {
            lost.iter().for_each(|&it| is_lost[it as usize] = true);
            Quotient {
                products,
                lost: is_lost,
                of,
            }
        })
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    /// The product of each two elements, row by row.
    pub fn products(&self) -> &[Vec<u32>] {
        &self.products
    }

    /// The elements of sums that who is on turn loses, in ascending order.
    pub fn lost(&self) -> Vec<u32> {
        let all = 0..self.order() as u32;
        all.filter(|&it| self.lost[it as usize]).collect()
    }

    /// The element of a position.
    pub fn element(&self, at: PositionId) -> u32 {
        self.of[at.index()]
    }

    /// The element of two sums side by side.
    pub fn plus(&self, one: u32, other: u32) -> u32 {
        self.products[one as usize][other as usize]
    }

    /// Whether who is on turn wins sums with this element.
    pub fn mover_wins(&self, element: u32) -> bool {
        !self.lost[element as usize]
    }

    /// Whether who is on turn wins a sum.
    pub fn wins(&self, sum: &[PositionId]) -> bool {
        let parts = sum.iter().map(|&it| self.element(it));
        self.mover_wins(parts.fold(0, |all, part| self.plus(all, part)))
    }
}
