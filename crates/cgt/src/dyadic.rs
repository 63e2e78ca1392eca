//! Dyadic rationals: the numbers among short games.
//!
//! In: 64-bit numerators and powers of two. Out: exact arithmetic that says
//! when it does not fit. Not here: numbers as games (`partizan/`).

use std::cmp::Ordering;
use std::fmt;

use crate::knobs::Exhausted;

/// A number m/2^e in lowest terms.
///
/// ```
/// use cgt::Dyadic;
///
/// let half = Dyadic::new(2, 2)?;
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!(half.plus(half)?, Dyadic::integer(1));
/// # Ok::<(), cgt::Exhausted>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    /// The denominator is 2 to this power; 0 if the numerator is even.
    exponent: u32,
}

/// Finest denominator, as a power of two: numerators of numbers below 1 fit.
const FINEST: u32 = 62;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic::integer(0);

    /// The integer.
    pub const fn integer(value: i64) -> Dyadic {
        Dyadic {
            numerator: value,
            exponent: 0,
        }
    }

    /// The number `numerator`/2^`exponent`.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if the denominator exceeds 2^62 in lowest terms.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, Exhausted> {
        Dyadic::reduced(i128::from(numerator), exponent)
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The power of two of the denominator in lowest terms.
    pub fn exponent(self) -> u32 {
        self.exponent
    }

    /// Says whether it is an integer.
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if it does not fit.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, Exhausted> {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::reduced(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if it does not fit.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, Exhausted> {
        self.plus(other.negate()?)
    }

    /// The negative.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] for the least numerator.
    pub fn negate(self) -> Result<Dyadic, Exhausted> {
        let numerator = self.numerator.checked_neg().ok_or(Exhausted::Number)?;
        Ok(Dyadic { numerator, ..self })
    }

    /// Half of it.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if the denominator exceeds 2^62.
    pub fn halve(self) -> Result<Dyadic, Exhausted> {
        Dyadic::reduced(i128::from(self.numerator), self.exponent + 1)
    }

    /// The greatest integer that is not above it.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The simplest number in an interval: the integer nearest to zero if there
    /// is an integer, else the number with the smallest denominator.
    ///
    /// `None` is no bound. The flags say whether the bound itself is in. Out:
    /// `None` if the interval is empty.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if it does not fit.
    pub(crate) fn simplest(
        low: Option<(Dyadic, bool)>,
        high: Option<(Dyadic, bool)>,
    ) -> Result<Option<Dyadic>, Exhausted> {
        let above = |it: Dyadic| low.is_none_or(|(low, may)| it > low || may && it == low);
        let below = |it: Dyadic| high.is_none_or(|(high, may)| it < high || may && it == high);
        if let (Some((low, low_in)), Some((high, high_in))) = (low, high)
            && (low > high || low == high && !(low_in && high_in))
        {
            return Ok(None);
        }
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Ok(Some(Dyadic::ZERO));
        }
        // Zero is out: all numbers inside have the sign of the bound next to it.
        let mirrored = !below(Dyadic::ZERO);
        let near = if mirrored { high } else { low };
        let Some((near, _)) = near else {
            return Ok(Some(Dyadic::ZERO));
        };
        for exponent in 0..=FINEST {
            let candidate = near.next_multiple(exponent, mirrored, |it| {
                if mirrored { below(it) } else { above(it) }
            })?;
            if above(candidate) && below(candidate) {
                return Ok(Some(candidate));
            }
        }
        Err(Exhausted::Number)
    }

    /// The first multiple of 2^-`exponent`, from this number on downwards or
    /// upwards, that is `inside`: itself or the next one.
    fn next_multiple(
        self,
        exponent: u32,
        downwards: bool,
        inside: impl Fn(Dyadic) -> bool,
    ) -> Result<Dyadic, Exhausted> {
        let drop = self.exponent.saturating_sub(exponent);
        let numerator = i128::from(self.numerator);
        let kept = exponent.min(self.exponent);
        let floor = numerator >> drop;
        let exact = floor << drop == numerator;
        let first = if downwards || exact { floor } else { floor + 1 };
        let first = Dyadic::reduced(first, kept)?;
        if inside(first) {
            return Ok(first);
        }
        let step = Dyadic::new(if downwards { -1 } else { 1 }, exponent)?;
        first.plus(step)
    }

    fn scaled(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Dyadic, Exhausted> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - shift;
        match i64::try_from(numerator >> shift) {
            Ok(numerator) if exponent <= FINEST => Ok(Dyadic {
                numerator,
                exponent,
            }),
            _ => Err(Exhausted::Number),
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1_u64 << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn numbers_are_in_lowest_terms() {
        assert_eq!(number(6, 2).to_string(), "3/2");
        assert_eq!(number(8, 2), Dyadic::integer(2));
        assert_eq!(number(-5, 2).floor(), -2);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(Dyadic::new(1, 63).is_err());
        assert!(Dyadic::integer(i64::MAX).plus(Dyadic::integer(1)).is_err());
        assert!(Dyadic::integer(i64::MIN).negate().is_err());
        assert!(number(1, 62).halve().is_err());
        assert!(Dyadic::integer(i64::MAX).plus(number(1, 62)).is_err());
        assert!(Dyadic::integer(i64::MAX) > number(1, 62));
    }

    /// All numbers with denominators up to 8 and absolute value up to 3, the
    /// simplest first: by birthday as a sum of integer part and denominator.
    fn by_simplicity() -> Vec<Dyadic> {
        let mut all: Vec<Dyadic> = (-24..=24).map(|eighths| number(eighths, 3)).collect();
        all.sort_by_key(|it| {
            let whole = (it.numerator().unsigned_abs() >> it.exponent()) as u32;
            let birthday = match it.exponent() {
                0 => whole,
                exponent => whole + 1 + exponent,
            };
            (birthday, *it)
        });
        all
    }

    #[test]
    fn the_simplest_number_is_the_one_with_the_earliest_birthday() {
        let all = by_simplicity();
        let bounds = || {
            let with_flags = (-12..=12).flat_map(|quarters| {
                [true, false].map(|inside| Some((number(quarters, 2), inside)))
            });
            with_flags.chain([None])
        };
        for low in bounds() {
            for high in bounds() {
                let inside = |it: &&Dyadic| {
                    low.is_none_or(|(low, may)| **it > low || may && **it == low)
                        && high.is_none_or(|(high, may)| **it < high || may && **it == high)
                };
                let expected = all.iter().find(inside).copied();
                let found = Dyadic::simplest(low, high).unwrap();
                // Beyond 3 the list has nothing, but an open interval has.
                if expected.is_some() || (low.is_some() && high.is_some()) {
                    assert_eq!(found, expected, "{low:?} {high:?}");
                }
            }
        }
    }
}
