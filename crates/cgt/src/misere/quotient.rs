//! Misère quotients of wild positions, found and proven.
//!
//! In: positions closed under options. Out: the [`Quotient`], a finite
//! commutative monoid that says who wins every sum of them. Position after
//! position: mostly the quotient so far has an element for the next one; if not,
//! a greater one is learned. Either way it is proven (`proof.rs`).

use crate::knobs::Exhausted;
use crate::misere::knobs::MisereKnobs;
use crate::misere::learn::Learner;
use crate::misere::monoid::Valued;
use crate::misere::positions::{Impartial, PositionId, Work, after_move};
use crate::misere::proof::{Pair, Proof, Verdict};

/// Copies of a new position about which questions are answered beforehand. More
/// take longer for small quotients; with fewer, kayles is not solved.
const COPIES: usize = 4;

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
        self.valued.lost[0].contains(element)
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
    let valued = Valued::default();
    let mut builder = Builder {
        positions,
        knobs: *knobs,
        work: Work(knobs.work),
        proof: Proof::new(&valued, &[], knobs.pairs),
        valued,
        letters: Vec::new(),
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
            let verdict = self
                .proof
                .add(&self.valued, position, pair, &mut self.work)?;
            if matches!(verdict, Verdict::Proven) {
                self.valued.values.push(value);
                return Ok(());
            }
        }
        self.enlarge(position)
    }

    /// Learns a quotient that has an element for the position, too: with
    /// shortened questions, and exactly if their answers contradict each other.
    fn enlarge(&mut self, position: PositionId) -> Result<(), Exhausted> {
        match self.learn(position, false) {
            Err(Exhausted::Work) => self.learn(position, true),
            learned => learned,
        }
    }

    /// First learns who wins sums with one copy of the position, with two, and
    /// so on: a search for one more copy ends where a move in a copy leaves
    /// fewer. So questions about sums of several long rows end soon.
    fn learn(&mut self, position: PositionId, exact: bool) -> Result<(), Exhausted> {
        let before = self.positions.all().take(position.index());
        let others = before.filter(|&it| !self.positions.is_end(it));
        let others = others.filter(|it| !self.letters.contains(it)).collect();
        let letters = self.letters.clone();
        let proven = self.valued.clone();
        let mut learner = Learner::new(self.positions, letters, others, proven, self.knobs);
        learner.exact = exact;
        learner.add_copy(&mut self.work)?;
        for _ in 1..=COPIES {
            learner.add_copy(&mut self.work)?;
            (learner.proven, _) = self.settle(&mut learner)?;
        }
        learner.add_next(&mut self.work)?;
        let (valued, _) = self.settle(&mut learner)?;
        let valued = valued.reduced();
        let (proof, Verdict::Proven) = self.prove(&valued)? else {
            // Taking elements for one that nothing tells apart refutes nothing.
            return Err(Exhausted::Elements);
        };
        (self.valued, self.proof, self.letters) = (valued, proof, learner.into_letters());
        Ok(())
    }

    /// Learns until what is learned is proven.
    fn settle(&mut self, learner: &mut Learner<'_>) -> Result<(Valued, Proof), Exhausted> {
        loop {
            let valued = learner.monoid(&mut self.work)?;
            let (proof, verdict) = self.prove(&valued)?;
            let Verdict::Refuted(sum) = verdict else {
                return Ok((valued, proof));
            };
            let wrong = self.wrongly_valued(&sum, &valued, learner)?;
            learner.learn(&wrong, &valued, &mut self.work)?;
        }
    }

    fn prove(&mut self, valued: &Valued) -> Result<(Proof, Verdict), Exhausted> {
        // Without claims about copies the options of the next one do not count.
        let options_of_next = match valued.lost.len() {
            1 => &[],
            _ => self.positions.options(valued.next()),
        };
        let mut proof = Proof::new(valued, options_of_next, self.knobs.pairs);
        let mut verdict = proof.check_ends(valued);
        for (position, &value) in self.positions.all().zip(&valued.values) {
            let proven = matches!(verdict, Verdict::Proven);
            if proven && !self.positions.is_end(position) {
                let won = valued.won_companies(self.positions.options(position));
                let pair = Pair { value, won };
                verdict = proof.add(valued, position, pair, &mut self.work)?;
            }
        }
        Ok((proof, verdict))
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
