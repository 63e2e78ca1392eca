//! Uptimals: numbers with ups of all orders and a nimber.
//!
//! Such a game is n + *m + a₁·↑ + a₂·↑² + …, where ↑ᵏ = {0 | ↓ + … + ↓ᵏ⁻¹ + *}. Two
//! have symbols: ↑ᵏ is written `^<k>`, and ↑ + … + ↑ᵏ is written `^[k]`. Not here:
//! which games are uptimals (`notation/expand.rs`).

use std::fmt;

use crate::knobs::Exhausted;
use crate::partizan::plain::Plain;

/// An uptimal expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uptimal {
    /// The number and the nimber; without ups.
    pub(crate) base: Plain,
    /// a₁, a₂, …: the last one is not 0.
    pub(crate) coefficients: Vec<i32>,
}

impl Uptimal {
    pub(crate) fn of_plain(plain: Plain) -> Uptimal {
        let coefficients = if plain.ups == 0 {
            vec![]
        } else {
            vec![plain.ups]
        };
        Uptimal {
            base: Plain { ups: 0, ..plain },
            coefficients,
        }
    }

    pub(crate) fn negate(&self) -> Result<Uptimal, Exhausted> {
        let negated = self.coefficients.iter().map(|it| it.checked_neg());
        Ok(Uptimal {
            base: self.base.negate()?,
            coefficients: negated.collect::<Option<_>>().ok_or(Exhausted::Number)?,
        })
    }

    /// This plus ↑ + … + ↑ᵏ and *.
    pub(crate) fn raised(&self, order: usize) -> Option<Uptimal> {
        let mut coefficients = self.coefficients.clone();
        coefficients.resize(order.max(coefficients.len()), 0);
        for coefficient in &mut coefficients[..order] {
            *coefficient = coefficient.checked_add(1)?;
        }
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        let star = self.base.star ^ 1;
        Some(Uptimal {
            base: Plain { star, ..self.base },
            coefficients,
        })
    }

    /// Whether it has a symbol, [`fmt::Display`], though it is not plain.
    pub(crate) fn has_symbol(&self) -> bool {
        self.sign_and_brackets().is_some()
    }

    /// Whether it is written as one symbol, so that it needs no parentheses.
    pub(crate) fn is_one_symbol(&self) -> bool {
        self.base == Plain::default()
    }

    fn sign_and_brackets(&self) -> Option<(char, [char; 2])> {
        let (last, before) = self.coefficients.split_last()?;
        let brackets = if before.iter().all(|it| *it == 0) {
            ['<', '>']
        } else if before.iter().all(|it| it == last) {
            ['[', ']']
        } else {
            return None;
        };
        match last {
            1 => Some(('^', brackets)),
            -1 => Some(('v', brackets)),
            _ => None,
        }
    }
}

/// `3/4v[3]*`: the number, if it is not 0, then the ups, then the nimber.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = Plain::number(self.base.number);
        let nimber = Plain {
            number: Default::default(),
            ..self.base
        };
        if number != Plain::default() {
            write!(f, "{number}")?;
        }
        if let Some((arrow, [open, close])) = self.sign_and_brackets() {
            write!(f, "{arrow}{open}{}{close}", self.coefficients.len())?;
        }
        if nimber != Plain::default() {
            write!(f, "{nimber}")?;
        }
        Ok(())
    }
}
