//! What positions of impartial games are worth.
//!
//! In: [`Positions`]. Out: whether both roles have the same moves, nimbers, and genera for
//! misère play. Not here: partizan values.

use cgt::{Genus, Nimber, mex};

use crate::positions::{PositionId, Positions};

/// Whether in every position both roles' moves lead to the same sums.
pub(crate) fn is_impartial(positions: &impl Positions) -> bool {
    let same = |&at: &PositionId| positions.sums(at, 0).eq(positions.sums(at, 1));
    positions.order().iter().all(same)
}

/// The nimber of each position of an impartial game.
///
/// The theorem of Sprague and Grundy: under normal play an impartial position equals the
/// nim heap whose size is the least number that no option has, and a sum has the exclusive
/// or of its parts' numbers.
pub(crate) fn nimbers(positions: &impl Positions) -> Vec<Nimber> {
    let mut nimbers = vec![Nimber::ZERO; positions.len()];
    for &at in positions.order() {
        let options = positions.sums(at, 0);
        let options = options.map(|sum| sum.iter().map(|it| nimbers[it.index()]).sum::<Nimber>());
        nimbers[at.index()] = mex(options);
    }
    nimbers
}

/// The genus of each position of an impartial game; `None` if a sum that a move leads to
/// has a wild part, so that its genus does not follow from those of its parts.
pub(crate) fn genera(positions: &impl Positions) -> Option<Vec<Genus>> {
    let mut genera = vec![Genus::END; positions.len()];
    for &at in positions.order() {
        let options = positions.sums(at, 0).map(|sum| match sum {
            [only] => Some(genera[only.index()]),
            several => Genus::sum(several.iter().map(|it| genera[it.index()])),
        });
        let options = options.collect::<Option<Vec<Genus>>>()?;
        genera[at.index()] = Genus::of_options(options);
    }
    Some(genera)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Sum;

    /// Positions by the sums that moves lead to, the same for both roles.
    struct Rows {
        order: Vec<PositionId>,
        sums: Vec<Vec<Sum>>,
    }

    impl Positions for Rows {
        fn len(&self) -> usize {
            self.sums.len()
        }

        fn order(&self) -> &[PositionId] {
            &self.order
        }

        fn sums(&self, at: PositionId, _: usize) -> impl Iterator<Item = &[PositionId]> {
            self.sums[at.index()].iter().map(|sum| &**sum)
        }
    }

    /// Rows of pins: a move takes `taken` neighbours, and splits the row if `splits`.
    fn rows(longest: usize, taken: &[usize], splits: bool) -> Rows {
        let options = |row: usize| {
            let rests = taken.iter().filter_map(move |pins| row.checked_sub(*pins));
            let sums = rests.flat_map(move |rest| {
                let first = if splits { rest / 2 } else { 0 };
                (0..=first).map(move |left| {
                    let sum = [left, rest - left].into_iter().filter(|&it| it > 0);
                    sum.map(PositionId::new).collect()
                })
            });
            sums.collect()
        };
        Rows {
            order: (0..=longest).map(PositionId::new).collect(),
            sums: (0..=longest).map(options).collect(),
        }
    }

    #[test]
    fn rows_of_kayles_have_the_published_nimbers() {
        let kayles = rows(12, &[1, 2], true);
        let found: Vec<u32> = nimbers(&kayles).iter().map(|it| it.0).collect();
        // OEIS A002186.
        assert_eq!(found, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert!(is_impartial(&kayles));
    }

    #[test]
    fn subtraction_games_are_tame_and_long_kayles_is_not() {
        let subtraction = rows(20, &[1, 3, 4], false);
        let genera = genera(&subtraction).unwrap();
        assert!(genera.iter().all(|it| it.is_tame()));
        assert!(super::genera(&rows(5, &[1, 2], true)).is_some());
        assert!(super::genera(&rows(8, &[1, 2], true)).is_none());
    }
}
