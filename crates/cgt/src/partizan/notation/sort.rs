//! The order in which options are written.
//!
//! In: games. Out: an order that depends on the values only. Numbers come first,
//! then nimbers, then uptimals by their expansions, then all others by their
//! options: Left's before Right's, each list sorted itself.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};
use crate::partizan::plain::Plain;
use crate::partizan::uptimal::Uptimal;

impl Games {
    /// Options in the order in which they are written.
    pub(crate) fn sorted(&mut self, options: &[GameId]) -> Result<Vec<GameId>, Exhausted> {
        // By insertion: comparing may fail, and lists are short.
        let mut sorted: Vec<GameId> = Vec::with_capacity(options.len());
        for &option in options {
            let mut at = sorted.len();
            while at > 0 && self.written_order(option, sorted[at - 1])? == Ordering::Less {
                at -= 1;
            }
            sorted.insert(at, option);
        }
        Ok(sorted)
    }

    /// Recursion is as deep as lists are nested: at most the knob `depth`.
    fn written_order(&mut self, a: GameId, b: GameId) -> Result<Ordering, Exhausted> {
        self.spend(1)?;
        if a == b {
            return Ok(Ordering::Equal);
        }
        let (first, second) = (self.uptimal(a)?, self.uptimal(b)?);
        match (first, second) {
            (Some(a), Some(b)) => Ok(uptimal_order(&a, &b)),
            (Some(_), None) => Ok(Ordering::Less),
            (None, Some(_)) => Ok(Ordering::Greater),
            (None, None) => {
                let (first, second) = (self.left(a)?, self.left(b)?);
                let left = self.list_order(first, second)?;
                if left != Ordering::Equal {
                    return Ok(left);
                }
                let (first, second) = (self.right(a)?, self.right(b)?);
                self.list_order(first, second)
            }
        }
    }

    fn list_order(&mut self, a: Arc<[GameId]>, b: Arc<[GameId]>) -> Result<Ordering, Exhausted> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        let (a, b) = (self.sorted(&a)?, self.sorted(&b)?);
        for (&a, &b) in a.iter().zip(&b) {
            let order = self.written_order(a, b)?;
            if order != Ordering::Equal {
                return Ok(order);
            }
        }
        Ok(a.len().cmp(&b.len()))
    }
}

fn uptimal_order(a: &Uptimal, b: &Uptimal) -> Ordering {
    let kind = |it: &Uptimal| match it.coefficients.is_empty() {
        true if it.base.is_number() => 0,
        true if it.base.number == Plain::default().number => 1,
        _ => 2,
    };
    let key = |it: &Uptimal| (kind(it), it.base.number);
    let by_kind = key(a).cmp(&key(b));
    let by_ups = || a.coefficients.cmp(&b.coefficients);
    by_kind
        .then_with(by_ups)
        .then(a.base.star.cmp(&b.base.star))
}
