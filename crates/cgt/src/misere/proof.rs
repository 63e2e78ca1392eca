//! The proof that elements of a monoid say who wins all sums.
//!
//! In: a monoid Q with its P-portion, and for each position its element and the
//! companies in which moving there wins. Out: that a sum X is lost for the
//! player to move exactly if its element Φ(X) is in P, for all sums; or a sum
//! that refutes it.
//!
//! # Why finitely many pairs prove it
//!
//! For a sum X let W(X) be the set of q in Q such that Φ(X')·q is in P for some
//! option X' of X. An option of X + Y is X' + Y or X + Y', hence
//!
//! W(X + Y) = {q : q·Φ(Y) ∈ W(X) or q·Φ(X) ∈ W(Y)}.
//!
//! So the pair (Φ, W) of a sum follows from the pairs of its parts. There are
//! finitely many pairs; all that sums have are found by adding one position
//! after the other. If Φ(X) ∈ P exactly if 1 ∉ W(X), for every sum X with a
//! move, and 1 ∉ P for the sums without, then by induction Φ(X) ∈ P exactly if
//! the mover loses: W(X) has 1 exactly if the mover can go to a sum with its
//! element in P, which by induction are the lost ones. ∎
//!
//! This is a condensed form of the transition algebra of Plambeck and Siegel
//! (*Misère quotients for impartial games*, 2008, section 5).

use rustc_hash::FxHashMap;

use crate::knobs::Exhausted;
use crate::misere::bits::Bits;
use crate::misere::monoid::Monoid;
use crate::misere::positions::{PositionId, Work};

/// The element of a sum, and the companies in which moving in it wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pair {
    pub(crate) value: usize,
    pub(crate) won: Bits,
}

/// Pairs of all sums of some positions; none refutes the claim.
pub(crate) struct Proof {
    limit: usize,
    pairs: Vec<Pair>,
    numbers: FxHashMap<Pair, usize>,
    /// For each pair but the first: the pair before, and the position added.
    origins: Vec<(usize, PositionId)>,
    /// Positions with different pairs.
    generators: Vec<(PositionId, Pair)>,
}

/// What became of an attempt to add a position.
pub(crate) enum Verdict {
    Proven,
    /// For this sum, or for one of its options, the element does not say who
    /// wins. The proof is as it was before.
    Refuted(Vec<PositionId>),
}

impl Proof {
    /// The proof for sums of ends.
    pub(crate) fn new(order: usize, limit: usize) -> Proof {
        let end = Pair {
            value: 0,
            won: Bits::new(order),
        };
        Proof {
            limit,
            numbers: FxHashMap::from_iter([(end.clone(), 0)]),
            pairs: vec![end],
            origins: vec![(0, PositionId(0))],
            generators: Vec::new(),
        }
    }

    /// Extends the proof to sums with a position that is no end.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Elements`] for too many pairs, [`Exhausted::Work`].
    pub(crate) fn add(
        &mut self,
        monoid: &Monoid,
        position: PositionId,
        pair: Pair,
        work: &mut Work,
    ) -> Result<Verdict, Exhausted> {
        // Who cannot move wins.
        if monoid.is_lost(0) {
            return Ok(Verdict::Refuted(Vec::new()));
        }
        if self.generators.iter().any(|(_, known)| *known == pair) {
            return Ok(Verdict::Proven);
        }
        let before = self.pairs.len();
        self.generators.push((position, pair));
        let verdict = self.close(monoid, before, work);
        if !matches!(verdict, Ok(Verdict::Proven)) {
            self.forget(before);
        }
        verdict
    }

    /// Adds the last position to all pairs, and all positions to new pairs.
    fn close(
        &mut self,
        monoid: &Monoid,
        before: usize,
        work: &mut Work,
    ) -> Result<Verdict, Exhausted> {
        let last = self.generators.len() - 1;
        let mut at = 0;
        while at < self.pairs.len() {
            let from = if at < before { last } else { 0 };
            for index in from..self.generators.len() {
                work.spend(monoid.order())?;
                let (position, generator) = &self.generators[index];
                let (position, sum) = (*position, plus(monoid, &self.pairs[at], generator));
                // The mover can go to P: exactly then the sum is not in P.
                if monoid.is_lost(sum.value) == sum.won.contains(0) {
                    return Ok(Verdict::Refuted(self.sum_of(at, position)));
                }
                self.insert(sum, (at, position))?;
            }
            at += 1;
        }
        Ok(Verdict::Proven)
    }

    fn insert(&mut self, pair: Pair, origin: (usize, PositionId)) -> Result<(), Exhausted> {
        let number = self.pairs.len();
        if self.numbers.contains_key(&pair) {
            return Ok(());
        }
        if number >= self.limit {
            return Err(Exhausted::Elements);
        }
        self.numbers.insert(pair.clone(), number);
        self.pairs.push(pair);
        self.origins.push(origin);
        Ok(())
    }

    /// Takes back the last position and the pairs from `before` on.
    fn forget(&mut self, before: usize) {
        self.generators.pop();
        for pair in self.pairs.drain(before..) {
            self.numbers.remove(&pair);
        }
        self.origins.truncate(before);
    }

    fn sum_of(&self, mut at: usize, last: PositionId) -> Vec<PositionId> {
        let mut sum = vec![last];
        while at > 0 {
            let (before, position) = self.origins[at];
            sum.push(position);
            at = before;
        }
        sum.sort_unstable();
        sum
    }

    /// The number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }
}

fn plus(monoid: &Monoid, a: &Pair, b: &Pair) -> Pair {
    let mut won = Bits::new(monoid.order());
    for company in 0..monoid.order() {
        if a.won.contains(monoid.product(company, b.value))
            || b.won.contains(monoid.product(company, a.value))
        {
            won.insert(company);
        }
    }
    Pair {
        value: monoid.product(a.value, b.value),
        won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A nim heap of 1: sums are lost for the mover if they have oddly many.
    fn verdict(lost: usize, value: usize) -> Verdict {
        let mut portion = Bits::new(2);
        portion.insert(lost);
        let monoid = Monoid::new(2, vec![0, 1, 1, 0], portion);
        // The only option is an end, with element 0.
        let mut won = Bits::new(2);
        won.insert(lost);
        let mut work = Work(1_000);
        let heap = PositionId(1);
        let proof = Proof::new(2, 100).add(&monoid, heap, Pair { value, won }, &mut work);
        proof.unwrap()
    }

    #[test]
    fn what_is_true_is_proven_and_what_is_false_refuted() {
        assert!(matches!(verdict(1, 1), Verdict::Proven));
        assert!(matches!(verdict(0, 1), Verdict::Refuted(_)));
        assert!(matches!(verdict(1, 0), Verdict::Refuted(_)));
    }
}
