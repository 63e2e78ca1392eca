//! Misère play of impartial games that behave like nim: genus and tameness.
//!
//! In: the genera of a position's options, or of the parts of a sum. Out: the
//! genus, with a flag that says whether sums may be computed from it. Not here:
//! wild positions (`misere/`).
//!
//! # Why sums of tame positions are nim
//!
//! Write a position as (g⁺, g⁻), its Grundy values under normal and misère
//! play; an end is (0,1). It is *tame* if the pair is (0,1), (1,0) — *fickle* —
//! or (k,k) — *firm* —, and all its options are tame.
//!
//! **Theorem.** In a sum of tame positions g⁺ is the exclusive or ⊕ of the
//! parts' g⁺; g⁻ = g⁺ if some part is firm, else g⁻ = g⁺ ⊕ 1.
//!
//! *Proof* by induction over options; g⁺ is the theorem of Sprague and Grundy.
//! A fickle part is (a, a⊕1); write r for the ⊕ of the other parts' g⁺.
//! A move from (1,0) to g⁺ = 0 leads to (0,1), since g⁻ = 0 forbids (0,0); a
//! move from (0,1) to g⁻ = 0 leads to (1,0), since g⁺ = 0 forbids (0,0).
//!
//! 1. *All parts fickle*; v = g⁺ ⊕ 1 is claimed. For the end this is the
//!    convention. A move from (a,b) to a fickle (c,d) gives r⊕c⊕1 ≠ v as
//!    c ≠ a; to a firm (d,d) it gives r⊕d ≠ r⊕b = v as d ≠ b. If v = 1, then 0
//!    is reached: from a part (1,0) to (0,1), or, if all parts are (0,1), from
//!    one that is no end to (1,0).
//! 2. *One part (k,k) firm*; v = g⁺ = r⊕k. Its moves to (c,c) give r⊕c ≠ v, to
//!    a fickle (c,d) they give r⊕c⊕1 = r⊕d ≠ v, as d ≠ k. A move of a fickle
//!    (a,b) to (c,d) of either kind changes g⁺, and g⁻ = g⁺ still. Let u < v
//!    and k' = u⊕r. If k' < k, the firm part has an option with g⁻ = k', which
//!    gives u, as just computed. If k' > k, then r, which is 0 or 1, has the
//!    highest bit of u⊕v; so u⊕v = 1, and moving a part (1,0) to (0,1) gives u.
//! 3. *Two or more firm parts*: after each move one is left, so g⁻ = g⁺ holds
//!    in all options and by mex in the sum. ∎
//!
//! The pairs in the theorem are those of tame positions: sums of tame positions
//! are tame.

use std::fmt;

use crate::nimber::{Nimber, mex};

/// The Grundy values of an impartial position under both conventions.
///
/// ```
/// use cgt::{Genus, Nimber};
///
/// let heap = |n: u32| Genus::of_options((0..n).map(Genus::heap));
/// assert_eq!(heap(3), Genus::heap(3));
/// assert_eq!(heap(1).to_string(), "1^0");
/// let sum = Genus::sum([heap(2), heap(2)]).expect("nim is tame");
/// assert!(!sum.mover_wins_misere());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genus {
    /// g⁺: the last to move wins.
    pub normal: Nimber,
    /// g⁻: the last to move loses; an end counts 1.
    pub misere: Nimber,
    /// Whether this position and all its followers are tame.
    tame: bool,
}

impl Genus {
    /// A position without options.
    pub const END: Genus = Genus {
        normal: Nimber(0),
        misere: Nimber(1),
        tame: true,
    };

    /// The genus of a nim heap.
    pub fn heap(size: u32) -> Genus {
        let misere = if size < 2 { size ^ 1 } else { size };
        Genus {
            normal: Nimber(size),
            misere: Nimber(misere),
            tame: true,
        }
    }

    /// The genus with these values, of which it is known whether the position is tame.
    pub fn of_values(normal: Nimber, misere: Nimber, tame: bool) -> Genus {
        Genus {
            normal,
            misere,
            tame,
        }
    }

    /// The genus of a position with these options.
    pub fn of_options(options: impl IntoIterator<Item = Genus>) -> Genus {
        let options: Vec<Genus> = options.into_iter().collect();
        if options.is_empty() {
            return Genus::END;
        }
        let mut genus = Genus {
            normal: mex(options.iter().map(|option| option.normal)),
            misere: mex(options.iter().map(|option| option.misere)),
            tame: false,
        };
        genus.tame = (genus.is_fickle() || genus.normal == genus.misere)
            && options.iter().all(|option| option.tame);
        genus
    }

    /// Says whether sums with this position can be computed by [`Genus::sum`].
    pub fn is_tame(self) -> bool {
        self.tame
    }

    /// The genus of a sum, or `None` if a part is wild.
    pub fn sum(parts: impl IntoIterator<Item = Genus>) -> Option<Genus> {
        let mut normal = Nimber::ZERO;
        let mut fickle = true;
        for part in parts {
            if !part.tame {
                return None;
            }
            normal ^= part.normal;
            fickle &= part.is_fickle();
        }
        Some(Genus {
            normal,
            misere: if fickle { normal ^ Nimber(1) } else { normal },
            tame: true,
        })
    }

    /// Says whether the player to move wins if the last to move loses.
    pub fn mover_wins_misere(self) -> bool {
        self.misere != Nimber::ZERO
    }

    /// (0,1) or (1,0): the parity of the moves left is what counts.
    fn is_fickle(self) -> bool {
        self.normal.0 <= 1 && self.normal.0 ^ self.misere.0 == 1
    }
}

/// Normal value, `^`, misère value: the first two numbers of the genus symbol.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.normal.0, self.misere.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// Options of each position, as numbers of earlier positions.
    type Positions = Vec<Vec<usize>>;

    fn positions() -> impl Strategy<Value = Positions> {
        prop::collection::vec(any::<u16>(), 1..9).prop_map(|masks| {
            let options = |(at, mask): (usize, &u16)| {
                (0..at).filter(|option| mask >> option & 1 == 1).collect()
            };
            masks.iter().enumerate().map(options).collect()
        })
    }

    fn genera(positions: &Positions) -> Vec<Genus> {
        let mut genera: Vec<Genus> = Vec::new();
        for options in positions {
            let genus = Genus::of_options(options.iter().map(|&option| genera[option]));
            genera.push(genus);
        }
        genera
    }

    /// Plays the sum out; an end of the sum is won for the player to move.
    fn mover_wins(
        positions: &Positions,
        sum: &[usize],
        known: &mut HashMap<Vec<usize>, bool>,
    ) -> bool {
        if let Some(&wins) = known.get(sum) {
            return wins;
        }
        let mut ended = true;
        let mut wins = false;
        for part in 0..sum.len() {
            for &option in &positions[sum[part]] {
                ended = false;
                let mut after = sum.to_vec();
                after[part] = option;
                wins |= !mover_wins(positions, &after, known);
            }
        }
        known.insert(sum.to_vec(), wins || ended);
        wins || ended
    }

    proptest! {
        #[test]
        fn sums_of_tame_positions_are_played_as_computed(
            positions in positions(),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        ) {
            let genera = genera(&positions);
            let sum: Vec<usize> = picks.iter().map(|pick| pick.index(positions.len())).collect();
            let Some(genus) = Genus::sum(sum.iter().map(|&part| genera[part])) else {
                prop_assert!(sum.iter().any(|&part| !genera[part].is_tame()));
                return Ok(());
            };
            let played = mover_wins(&positions, &sum, &mut HashMap::new());
            prop_assert_eq!(genus.mover_wins_misere(), played);
        }

        #[test]
        fn one_position_is_played_as_its_genus_says(positions in positions()) {
            let last = positions.len() - 1;
            let played = mover_wins(&positions, &[last], &mut HashMap::new());
            prop_assert_eq!(genera(&positions)[last].mover_wins_misere(), played);
        }
    }

    /// Sums of two rows that a move leaves of a row; one or two pins fall.
    fn kayles_options(row: usize) -> Vec<[usize; 2]> {
        let rests = (1..=2).filter_map(|pins| row.checked_sub(pins));
        let split = |rest: usize| (0..=rest / 2).map(move |left| [left, rest - left]);
        rests.flat_map(split).collect()
    }

    #[test]
    fn kayles_is_tame_up_to_four_and_wild_at_five() {
        let mut rows = vec![Genus::END];
        for row in 1..=5 {
            let options = kayles_options(row).into_iter().map(|parts| {
                Genus::sum(parts.map(|part| rows[part])).expect("shorter rows are tame")
            });
            rows.push(Genus::of_options(options));
        }
        assert!(rows[..5].iter().all(|genus| genus.is_tame()));
        assert!(!rows[5].is_tame());
        // By nim's rule rows 5 + 1 would be (5,5), won. Played out, they are lost.
        assert_eq!(rows[5].to_string(), "4^1");
        assert_eq!(Genus::sum([rows[5], rows[1]]), None);
    }

    #[test]
    fn two_heaps_of_two_are_firm_zero() {
        let sum = Genus::sum([Genus::heap(2), Genus::heap(2)]);
        assert_eq!(sum.map(|genus| genus.to_string()), Some("0^0".to_owned()));
    }

    #[test]
    fn the_empty_sum_is_the_end() {
        assert_eq!(Genus::sum([]), Some(Genus::END));
        assert!(Genus::END.mover_wins_misere());
    }
}
