//! Who wins a sum under misère play, by playing it out.
//!
//! In: a sum of positions. Out: whether the player to move wins. Sums of tame
//! positions, and sums that a quotient knows, are not played out.

use rustc_hash::FxHashMap;

use crate::knobs::Exhausted;
use crate::misere::knobs::MisereKnobs;
use crate::misere::monoid::Valued;
use crate::misere::positions::{Impartial, PositionId, Sum, Work, after_move};

impl Impartial {
    /// Says whether the player to move wins the sum if the last to move loses.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Work`] or [`Exhausted::Depth`] at a limit.
    pub fn mover_wins_misere(
        &self,
        sum: &[PositionId],
        knobs: &MisereKnobs,
    ) -> Result<bool, Exhausted> {
        let mut search = Search::new(self, *knobs);
        search.mover_wins(&self.normal(sum), &Valued::default(), &mut Work(knobs.work))
    }
}

/// Plays sums out and remembers them.
pub(crate) struct Search<'a> {
    positions: &'a Impartial,
    knobs: MisereKnobs,
    known: FxHashMap<Sum, bool>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(positions: &'a Impartial, knobs: MisereKnobs) -> Search<'a> {
        Search {
            positions,
            knobs,
            known: FxHashMap::default(),
        }
    }

    /// Whether the mover wins the sum, which is normal. Sums of positions that
    /// are `valued` are looked up there.
    pub(crate) fn mover_wins(
        &mut self,
        sum: &Sum,
        valued: &Valued,
        work: &mut Work,
    ) -> Result<bool, Exhausted> {
        self.mover_wins_at(sum, valued, work, 0)
    }

    fn mover_wins_at(
        &mut self,
        sum: &Sum,
        valued: &Valued,
        work: &mut Work,
        level: u32,
    ) -> Result<bool, Exhausted> {
        work.spend(1)?;
        if let Some(answer) = self.at_once(sum, valued) {
            return Ok(answer);
        }
        if level > self.knobs.depth {
            return Err(Exhausted::Depth);
        }
        let mut wins = false;
        for part in 0..sum.len() {
            if part > 0 && sum[part] == sum[part - 1] {
                continue;
            }
            for option in self.positions.options(sum[part]) {
                let after = after_move(sum, part, option);
                if !self.mover_wins_at(&after, valued, work, level + 1)? {
                    wins = true;
                    break;
                }
            }
            if wins {
                break;
            }
        }
        if self.known.len() >= self.knobs.memo {
            self.known.clear();
        }
        self.known.insert(sum.clone(), wins);
        Ok(wins)
    }

    fn at_once(&self, sum: &Sum, valued: &Valued) -> Option<bool> {
        if let Some(genus) = self.positions.tame_sum(sum) {
            return Some(genus.mover_wins_misere());
        }
        if let Some(answer) = valued.mover_wins(sum) {
            return Some(answer);
        }
        self.known.get(sum).copied()
    }
}
