//! Numbers with ups and a nimber, n + k·↑ + *m: compact games.
//!
//! In: such games. Out: sums, the order, canonical options, all in closed form.
//! Not here: games with lists of options (`arena.rs`).

use std::fmt;

use crate::dyadic::Dyadic;
use crate::knobs::Exhausted;

/// The game `number` + `ups`·↑ + *`star`.
///
/// Each such game has one such form. Its sums are componentwise; those of the
/// nimbers by exclusive or.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    pub(crate) number: Dyadic,
    /// Negative for downs.
    pub(crate) ups: i32,
    pub(crate) star: u32,
}

impl Plain {
    pub(crate) fn number(number: Dyadic) -> Plain {
        Plain {
            number,
            ..Plain::default()
        }
    }

    pub(crate) fn is_number(self) -> bool {
        self.ups == 0 && self.star == 0
    }

    pub(crate) fn plus(self, other: Plain) -> Result<Plain, Exhausted> {
        Ok(Plain {
            number: self.number.plus(other.number)?,
            ups: self.ups.checked_add(other.ups).ok_or(Exhausted::Number)?,
            star: self.star ^ other.star,
        })
    }

    pub(crate) fn negate(self) -> Result<Plain, Exhausted> {
        Ok(Plain {
            number: self.number.negate()?,
            ups: self.ups.checked_neg().ok_or(Exhausted::Number)?,
            star: self.star,
        })
    }

    /// Whether self ≤ other.
    pub(crate) fn le(self, other: Plain) -> bool {
        if self.number != other.number {
            return self.number < other.number;
        }
        // k·↑ + *m ≥ 0: ↑ exceeds each nimber but *, which takes two.
        let ups = i64::from(other.ups) - i64::from(self.ups);
        match self.star ^ other.star {
            0 => ups >= 0,
            1 => ups >= 2,
            _ => ups >= 1,
        }
    }

    /// Left's canonical options.
    ///
    /// An integer n > 0 has n − 1, a fraction the next number below with a
    /// smaller denominator. For the rest: *m = {0,…,*(m−1) | the same};
    /// k·↑ + *m = {0 | (k−1)·↑ + *(m⊕1)} for k ≥ 1, but ↑* = {0,* | 0}; downs are
    /// the negatives. A number is added to all options.
    pub(crate) fn left_options(self) -> Result<Vec<Plain>, Exhausted> {
        let with = |ups, star| Plain { ups, star, ..self };
        Ok(match self.ups {
            0 if self.star == 0 => return Ok(Vec::from_iter(self.number_below()?)),
            0 => (0..self.star).map(|star| with(0, star)).collect(),
            1 if self.star == 1 => vec![with(0, 0), with(0, 1)],
            1.. => vec![with(0, 0)],
            -1 if self.star == 1 => vec![with(0, 0)],
            _ => vec![with(self.ups + 1, self.star ^ 1)],
        })
    }

    fn number_below(self) -> Result<Option<Plain>, Exhausted> {
        let number = self.number;
        if number.is_integer() {
            let one = Dyadic::integer(1);
            return match number > Dyadic::ZERO {
                true => Ok(Some(Plain::number(number.minus(one)?))),
                false => Ok(None),
            };
        }
        let step = Dyadic::new(1, number.exponent())?;
        Ok(Some(Plain::number(number.minus(step)?)))
    }

    /// Whether it is written as one symbol, so that it needs no parentheses.
    pub(crate) fn is_one_symbol(self) -> bool {
        let parts = [self.number != Dyadic::ZERO, self.ups != 0, self.star != 0];
        parts.into_iter().filter(|&part| part).count() <= 1
    }
}

/// `1/2^^*3`: the number, if it is not 0, then arrows, then the nimber.
impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.is_number() {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.ups > 0 { "^" } else { "v" };
        match self.ups.unsigned_abs() {
            0 => {}
            1 => f.write_str(arrow)?,
            2 => write!(f, "{arrow}{arrow}")?,
            many => write!(f, "{arrow}{many}")?,
        }
        match self.star {
            0 => Ok(()),
            1 => f.write_str("*"),
            many => write!(f, "*{many}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(number: i64, ups: i32, star: u32) -> Plain {
        Plain {
            number: Dyadic::integer(number),
            ups,
            star,
        }
    }

    fn right_options(game: Plain) -> Vec<Plain> {
        let mirrored = game.negate().unwrap().left_options().unwrap();
        mirrored
            .into_iter()
            .map(|it| it.negate().unwrap())
            .collect()
    }

    #[test]
    fn plain_games_are_written_as_in_cgsuite() {
        let text = |number, ups, star| plain(number, ups, star).to_string();
        assert_eq!(text(0, 0, 0), "0");
        assert_eq!(text(6, 1, 1), "6^*");
        assert_eq!(text(0, -2, 0), "vv");
        assert_eq!(text(0, 3, 6), "^3*6");
        assert_eq!(text(-1, 0, 1), "-1*");
    }

    #[test]
    fn the_order_is_what_the_options_say() {
        // G ≤ H unless Left can move from G, or Right from H, to refute it.
        fn by_options(g: Plain, h: Plain) -> bool {
            let left = g.left_options().unwrap();
            let right = right_options(h);
            !left.into_iter().any(|option| by_options(h, option))
                && !right.into_iter().any(|option| by_options(option, g))
        }
        let games: Vec<Plain> = (-1..=1)
            .flat_map(|n| (-3..=3).flat_map(move |k| (0..=3).map(move |m| plain(n, k, m))))
            .collect();
        for &g in games.iter().filter(|g| g.number == Dyadic::ZERO) {
            for &h in &games {
                assert_eq!(g.le(h), by_options(g, h), "{g} <= {h}");
            }
        }
    }

    #[test]
    fn fractions_move_to_coarser_numbers() {
        let five = Plain::number(Dyadic::new(5, 3).unwrap());
        assert_eq!(five.left_options().unwrap()[0].to_string(), "1/2");
        assert_eq!(right_options(five)[0].to_string(), "3/4");
        let three = plain(-3, 0, 0);
        assert!(three.left_options().unwrap().is_empty());
        assert_eq!(right_options(three), [plain(-2, 0, 0)]);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(plain(0, i32::MAX, 0).plus(plain(0, 1, 0)).is_err());
        assert!(plain(0, i32::MIN, 0).negate().is_err());
    }
}
