//! Misère quotients of wild positions, found and proven.
//!
//! In: positions closed under options. Out: the [`Quotient`], a finite
//! commutative monoid that says who wins every sum of them. Position after
//! position: mostly the quotient so far has an element for the next one; if not,
//! a greater one is learned. Either way it is proven (`proof.rs`).

use std::mem;

use crate::knobs::Exhausted;
use crate::misere::knobs::MisereKnobs;
use crate::misere::learn::Learner;
use crate::misere::monoid::Valued;
use crate::misere::positions::{Impartial, PositionId, Work, after_move};
use crate::misere::proof::{Pair, Proof, Verdict};

/// The misère quotient of some positions: a finite commutative monoid.
///
/// Two sums have the same element exactly if they have the same winner in every
/// company of sums of these positions.
#[derive(Clone, Debug)]
pub struct Quotient {
    valued: Valued,
    pairs: usize,
}

impl Quotient {
    /// The number of elements. Element 0 is that of the empty sum.
    pub fn order(&self) -> usize {
        self.valued.monoid.order()
    }

    /// The element of the sum, or `None` if a part is not among the positions.
    pub fn element(&self, sum: &[PositionId]) -> Option<usize> {
        self.valued.value(sum)
    }

    /// The element of a sum of two sums with these elements.
    pub fn product(&self, a: usize, b: usize) -> usize {
        self.valued.monoid.product(a, b)
    }

    /// Says whether the player to move loses sums with this element: whether
    /// it is in the P-portion.
    pub fn is_lost(&self, element: usize) -> bool {
        self.valued.monoid.is_lost(element)
    }

    /// Says whether the player to move wins the sum if the last to move loses;
    /// `None` if a part is not among the positions.
    pub fn mover_wins(&self, sum: &[PositionId]) -> Option<bool> {
        self.valued.mover_wins(sum)
    }

    /// The number of pairs that proved it.
    pub fn pairs(&self) -> usize {
        self.pairs
    }
}

/// The misère quotient of all positions.
///
/// # Errors
///
/// [`Exhausted`] if it is not found or not proven within the limits. It may be
/// infinite.
///
/// ```
/// use cgt::{Impartial, MisereKnobs, PositionId, misere_quotient};
///
/// // Kayles: one or two neighbouring pins fall.
/// let mut kayles = Impartial::default();
/// let mut rows: Vec<PositionId> = Vec::new();
/// for pins in 0..=6_usize {
///     let rests = (1..=2).filter_map(|fall| pins.checked_sub(fall));
///     let options = rests.flat_map(|rest| (0..=rest).map(move |left| [left, rest - left]));
///     let options: Vec<Vec<PositionId>> =
///         options.map(|parts| parts.map(|row| rows[row]).to_vec()).collect();
///     rows.push(kayles.add(&options));
/// }
/// let quotient = misere_quotient(&kayles, &MisereKnobs::default())?;
/// assert_eq!(quotient.mover_wins(&[rows[5], rows[1]]), Some(false));
/// # Ok::<(), cgt::Exhausted>(())
/// ```
pub fn misere_quotient(positions: &Impartial, knobs: &MisereKnobs) -> Result<Quotient, Exhausted> {
    let mut builder = Builder {
        positions,
        knobs: *knobs,
        work: Work(knobs.work),
        valued: Valued::default(),
        letters: Vec::new(),
        proof: Proof::new(1, knobs.pairs),
    };
    for position in positions.all() {
        builder.add(position)?;
    }
    Ok(Quotient {
        valued: builder.valued,
        pairs: builder.proof.len(),
    })
}

/// The quotient of the positions so far, and its proof.
struct Builder<'a> {
    positions: &'a Impartial,
    knobs: MisereKnobs,
    work: Work,
    valued: Valued,
    /// Positions that generate the monoid, sorted.
    letters: Vec<PositionId>,
    proof: Proof,
}

impl Builder<'_> {
    fn add(&mut self, position: PositionId) -> Result<(), Exhausted> {
        if self.positions.is_end(position) {
            self.valued.values.push(0);
            return Ok(());
        }
        let won = self.valued.won_companies(self.positions.options(position));
        for value in 0..self.valued.monoid.order() {
            let pair = Pair {
                value,
                won: won.clone(),
            };
            let monoid = &self.valued.monoid;
            let verdict = self.proof.add(monoid, position, pair, &mut self.work)?;
            if matches!(verdict, Verdict::Proven) {
                self.valued.values.push(value);
                return Ok(());
            }
        }
        self.enlarge(position)
    }

    /// Learns a quotient that has an element for the position, too.
    fn enlarge(&mut self, position: PositionId) -> Result<(), Exhausted> {
        self.letters.push(position);
        let upto = self.positions.all().take(position.index() + 1);
        let upto: Vec<PositionId> = upto.filter(|&it| !self.positions.is_end(it)).collect();
        let others = upto.iter().copied();
        let others = others.filter(|it| !self.letters.contains(it)).collect();
        let letters = mem::take(&mut self.letters);
        let proven = self.valued.clone();
        let mut learner = Learner::new(self.positions, letters, others, &proven, self.knobs);
        loop {
            let valued = learner.monoid(&mut self.work)?;
            let (proof, verdict) = self.prove(&valued, &upto)?;
            let Verdict::Refuted(sum) = verdict else {
                self.letters = learner.into_letters();
                self.valued = valued;
                self.proof = proof;
                return Ok(());
            };
            let wrong = self.wrongly_valued(&sum, &valued, &mut learner)?;
            learner.learn(&wrong, &valued, &mut self.work)?;
        }
    }

    fn prove(
        &mut self,
        valued: &Valued,
        positions: &[PositionId],
    ) -> Result<(Proof, Verdict), Exhausted> {
        let mut proof = Proof::new(valued.monoid.order(), self.knobs.pairs);
        for &position in positions {
            let pair = Pair {
                value: valued.values[position.index()],
                won: valued.won_companies(self.positions.options(position)),
            };
            let verdict = proof.add(&valued.monoid, position, pair, &mut self.work)?;
            if matches!(verdict, Verdict::Refuted(_)) {
                return Ok((proof, verdict));
            }
        }
        Ok((proof, Verdict::Proven))
    }

    /// The sum or one of its options: one of them has a wrong winner, for
    /// together they contradict each other.
    fn wrongly_valued(
        &mut self,
        sum: &[PositionId],
        valued: &Valued,
        learner: &mut Learner<'_>,
    ) -> Result<Vec<PositionId>, Exhausted> {
        for part in 0..sum.len() {
            for option in self.positions.options(sum[part]) {
                let after = after_move(sum, part, option);
                let lost = learner.is_lost(&after, &mut self.work)?;
                if valued.mover_wins(&after) == Some(lost) {
                    return Ok(after);
                }
            }
        }
        Ok(sum.to_vec())
    }
}
