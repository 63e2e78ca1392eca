//! What positions are worth.
//!
//! In: [`Positions`]. Out: whether both roles have the same moves; nimbers, and genera for
//! misère play, if they do; values of partizan positions. Not here: who wins a sum
//! (`theory.rs`).

use cgt::{GameId, Games, Genus, Nimber, mex};
use game::{Stop, StopReason};

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

/// The genus of each position of an impartial game; `None` if a move from it leads to a sum
/// with a wild part, whose genus does not follow from those of its parts.
pub(crate) fn genera(positions: &impl Positions) -> Vec<Option<Genus>> {
    let mut genera: Vec<Option<Genus>> = vec![None; positions.len()];
    for &at in positions.order() {
        let options = positions.sums(at, 0).map(|sum| genus(&genera, sum));
        let options = options.collect::<Option<Vec<Genus>>>();
        genera[at.index()] = options.map(Genus::of_options);
    }
    genera
}

/// The genus of a sum, as far as it follows from those of its parts.
pub(crate) fn genus(genera: &[Option<Genus>], sum: &[PositionId]) -> Option<Genus> {
    let mut parts = sum.iter().map(|it| genera[it.index()]);
    match sum.len() {
        1 => parts.next()?,
        _ => Genus::sum(parts.collect::<Option<Vec<Genus>>>()?),
    }
}

/// The value of each position under normal play, left being the first role; `None` where
/// canonical forms grow too large.
///
/// # Errors
///
/// The reason to stop.
pub(crate) fn games(
    positions: &impl Positions,
    games: &mut Games,
    stop: &Stop,
) -> Result<Vec<Option<GameId>>, StopReason> {
    let mut values: Vec<Option<GameId>> = vec![None; positions.len()];
    for &at in positions.order() {
        if let Some(reason) = stop.requested() {
            return Err(reason);
        }
        let mut of_role = |role: usize| {
            let sums = positions.sums(at, role);
            let values = sums.map(|sum| value_of_sum(&values, sum, games));
            values.collect::<Option<Vec<GameId>>>()
        };
        let options = of_role(0).and_then(|left| Some((left, of_role(1)?)));
        values[at.index()] = options.and_then(|(left, right)| games.of_options(&left, &right).ok());
    }
    Ok(values)
}

/// The value of a sum; `None` if that of a part is not known, or its form grows too large.
pub(crate) fn value_of_sum(
    values: &[Option<GameId>],
    sum: &[PositionId],
    games: &mut Games,
) -> Option<GameId> {
    let parts = sum.iter().map(|it| values[it.index()]);
    let parts = parts.collect::<Option<Vec<GameId>>>()?;
    games.sum(&parts).ok()
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
        let tame = |it: &Option<Genus>| it.is_some_and(Genus::is_tame);
        assert!(genera(&subtraction).iter().all(tame));
        let kayles = genera(&rows(8, &[1, 2], true));
        assert!(kayles[..5].iter().all(tame));
        assert!(kayles[5].is_some_and(|it| !it.is_tame()));
        assert_eq!(kayles[8], None);
    }
}
