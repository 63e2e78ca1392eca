//! Sums as multisets of parts, with what cancels taken out.
//!
//! In: values of the arena. Out: one plain part, and the others sorted.

use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};
use crate::partizan::plain::Plain;

/// A sum: a plain part, and parts with lists, sorted, none beside its negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts {
    pub(crate) plain: Plain,
    pub(crate) lists: Vec<GameId>,
}

impl Parts {
    /// Adds a part. Cancels it if its negative is there.
    fn add(&mut self, games: &Games, part: GameId) -> Result<(), Exhausted> {
        if let Some(plain) = games.as_plain(part) {
            self.plain = self.plain.plus(plain)?;
            return Ok(());
        }
        match self.lists.binary_search(&games.negate(part)) {
            Ok(index) => {
                self.lists.remove(index);
            }
            Err(_) => {
                let index = self.lists.partition_point(|&other| other < part);
                self.lists.insert(index, part);
            }
        }
        Ok(())
    }

    /// The sum after the move of one part with lists to an option.
    pub(crate) fn moved(
        &self,
        games: &Games,
        part: usize,
        option: GameId,
    ) -> Result<Parts, Exhausted> {
        let mut after = self.clone();
        after.lists.remove(part);
        after.add(games, option)?;
        Ok(after)
    }
}

impl Games {
    pub(crate) fn reduce(&self, parts: &[GameId]) -> Result<Parts, Exhausted> {
        let mut reduced = Parts {
            plain: Plain::default(),
            lists: Vec::new(),
        };
        for &part in parts {
            reduced.add(self, part)?;
        }
        Ok(reduced)
    }

    /// The negative of the sum.
    pub(crate) fn mirrored(&self, parts: &Parts) -> Result<Parts, Exhausted> {
        Ok(Parts {
            plain: parts.plain.negate()?,
            lists: self.negated(&parts.lists).to_vec(),
        })
    }
}
