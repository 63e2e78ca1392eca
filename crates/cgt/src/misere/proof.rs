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
//! The same proves claims about sums with at most c copies of one more position
//! H, which has no element: companies are then elements with copies, and beside
//! W the mover has the options of H, with one copy less.
//!
//! This is a condensed form of the transition algebra of Plambeck and Siegel
//! (*Misère quotients for impartial games*, 2008, section 5).

use rustc_hash::FxHashMap;

use crate::knobs::Exhausted;
use crate::misere::bits::Bits;
use crate::misere::monoid::Valued;
use crate::misere::positions::{PositionId, Sum, Work};

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
    /// The companies in which moving in a copy of the next position wins.
    won_by_next: Bits,
}

/// What became of an attempt to add a position.
pub(crate) enum Verdict {
    Proven,
    /// For this sum, or for one of its options, the element does not say who
    /// wins. The proof is as it was before.
    Refuted(Vec<PositionId>),
}

impl Proof {
    /// The proof for sums of ends. Copies of the next position have these
    /// options; nothing is claimed yet.
    pub(crate) fn new(valued: &Valued, options_of_next: &[Sum], limit: usize) -> Proof {
        let companies = valued.company(0, valued.lost.len());
        let end = Pair {
            value: 0,
            won: Bits::new(companies),
        };
        Proof {
            limit,
            numbers: FxHashMap::from_iter([(end.clone(), 0)]),
            pairs: vec![end],
            origins: vec![(0, PositionId(0))],
            generators: Vec::new(),
            won_by_next: valued.won_companies(options_of_next),
        }
    }

    /// Proves the claim for ends, with copies of the next position.
    pub(crate) fn check_ends(&self, valued: &Valued) -> Verdict {
        // Who cannot move wins.
        if valued.lost[0].contains(0) {
            return Verdict::Refuted(Vec::new());
        }
        match self.contradiction(valued, &self.pairs[0], 1) {
            Some(copies) => Verdict::Refuted(vec![valued.next(); copies]),
            None => Verdict::Proven,
        }
    }

    /// Extends the proof to sums with a position that is no end.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Elements`] for too many pairs, [`Exhausted::Work`].
    pub(crate) fn add(
        &mut self,
        valued: &Valued,
        position: PositionId,
        pair: Pair,
        work: &mut Work,
    ) -> Result<Verdict, Exhausted> {
        if self.generators.iter().any(|(_, known)| *known == pair) {
            return Ok(Verdict::Proven);
        }
        let before = self.pairs.len();
        self.generators.push((position, pair));
        let verdict = self.close(valued, before, work);
        if !matches!(verdict, Ok(Verdict::Proven)) {
            self.forget(before);
        }
        verdict
    }

    /// Adds the last position to all pairs, and all positions to new pairs.
    fn close(
        &mut self,
        valued: &Valued,
        before: usize,
        work: &mut Work,
    ) -> Result<Verdict, Exhausted> {
        let last = self.generators.len() - 1;
        let mut at = 0;
        while at < self.pairs.len() {
            let from = if at < before { last } else { 0 };
            for index in from..self.generators.len() {
                work.spend(valued.monoid.order())?;
                let (position, generator) = &self.generators[index];
                let (position, sum) = (*position, plus(valued, &self.pairs[at], generator));
                if let Some(copies) = self.contradiction(valued, &sum, 0) {
                    let mut refuted = self.sum_of(at, position);
                    refuted.resize(refuted.len() + copies, valued.next());
                    return Ok(Verdict::Refuted(refuted));
                }
                self.insert(sum, (at, position))?;
            }
            at += 1;
        }
        Ok(Verdict::Proven)
    }

    /// A number of copies, from the given one on, with which the sum is lost
    /// though the mover can go to a lost sum, or is won though not.
    fn contradiction(&self, valued: &Valued, sum: &Pair, from: usize) -> Option<usize> {
        (from..valued.lost.len()).find(|&copies| {
            let by_sum = sum.won.contains(valued.company(0, copies));
            // A move in one copy leaves the others.
            let others = copies.checked_sub(1);
            let by_next = others
                .is_some_and(|others| self.won_by_next.contains(valued.company(sum.value, others)));
            valued.lost[copies].contains(sum.value) == (by_sum || by_next)
        })
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

fn plus(valued: &Valued, a: &Pair, b: &Pair) -> Pair {
    let monoid = &valued.monoid;
    let mut won = Bits::new(valued.company(0, valued.lost.len()));
    for element in 0..monoid.order() {
        let with_a = monoid.product(element, a.value);
        let with_b = monoid.product(element, b.value);
        for copies in 0..valued.lost.len() {
            if a.won.contains(valued.company(with_b, copies))
                || b.won.contains(valued.company(with_a, copies))
            {
                won.insert(valued.company(element, copies));
            }
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
    use crate::misere::monoid::Monoid;

    /// A nim heap of 1: sums are lost for the mover if they have oddly many.
    fn verdict(lost: usize, value: usize) -> Verdict {
        let mut portion = Bits::new(2);
        portion.insert(lost);
        let valued = Valued {
            monoid: Monoid::new(2, vec![0, 1, 1, 0]),
            values: vec![0],
            lost: vec![portion],
            sums: vec![vec![], vec![PositionId(1)]],
        };
        let mut proof = Proof::new(&valued, &[], 100);
        if let Verdict::Refuted(sum) = proof.check_ends(&valued) {
            return Verdict::Refuted(sum);
        }
        // The only option is an end.
        let won = valued.won_companies(&[vec![]]);
        let pair = Pair { value, won };
        let verdict = proof.add(&valued, PositionId(1), pair, &mut Work(1_000));
        verdict.unwrap()
    }

    #[test]
    fn what_is_true_is_proven_and_what_is_false_refuted() {
        assert!(matches!(verdict(1, 1), Verdict::Proven));
        assert!(matches!(verdict(0, 1), Verdict::Refuted(_)));
        assert!(matches!(verdict(1, 0), Verdict::Refuted(_)));
    }

    #[test]
    fn a_copy_without_element_is_checked_as_well() {
        // Heaps of 1 without an element beside ends: lost with 1 and 3 copies.
        let claim = |lost: [bool; 4]| {
            let bits = lost.map(|lost| {
                let mut bits = Bits::new(1);
                if lost {
                    bits.insert(0);
                }
                bits
            });
            let valued = Valued {
                lost: bits.to_vec(),
                ..Valued::default()
            };
            Proof::new(&valued, &[vec![]], 100).check_ends(&valued)
        };
        assert!(matches!(claim([false, true, false, true]), Verdict::Proven));
        let wrong = claim([false, true, true, true]);
        assert!(matches!(wrong, Verdict::Refuted(sum) if sum.len() == 2));
    }
}
