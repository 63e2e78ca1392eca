//! The order of games, and the outcome.
//!
//! In: two values of the arena. Out: whether one is at most the other. Not here:
//! comparisons with options that are not canonical yet (`simplify.rs`).

use crate::knobs::Exhausted;
use crate::outcome::Outcome;
use crate::partizan::arena::{GameId, Games};

impl Games {
    /// Says whether a ≤ b: whether Right, moving second, wins a − b.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn le(&mut self, a: GameId, b: GameId) -> Result<bool, Exhausted> {
        self.start();
        self.le_at(a, b, 0)
    }

    /// The outcome class of the game.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn outcome(&mut self, game: GameId) -> Result<Outcome, Exhausted> {
        self.start();
        let left_wins = !self.le_at(game, GameId::ZERO, 0)?;
        let right_wins = !self.le_at(GameId::ZERO, game, 0)?;
        Ok(Outcome::of(left_wins, right_wins))
    }

    pub(crate) fn le_at(&mut self, a: GameId, b: GameId, level: u32) -> Result<bool, Exhausted> {
        self.spend(1)?;
        if a == b {
            return Ok(true);
        }
        if let Some(answer) = self.le_at_once(a, b) {
            return Ok(answer);
        }
        // a ≤ b exactly if −b ≤ −a: one of both is remembered.
        let key = (a, b).min((self.negate(b), self.negate(a)));
        if let Some(answer) = self.order.get(&key) {
            return Ok(answer);
        }
        self.check_level(level)?;
        let answer = !self.is_refuted(a, b, level)?;
        self.order.insert(key, answer);
        Ok(answer)
    }

    /// Plain games have a closed form; for the others the stops often decide,
    /// which keep the order: a ≤ b implies it for both stops, and a < b is sure
    /// if all of a lies below all of b.
    fn le_at_once(&self, a: GameId, b: GameId) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.as_plain(a), self.as_plain(b)) {
            return Some(a.le(b));
        }
        if self.left_stop(a) > self.left_stop(b) || self.right_stop(a) > self.right_stop(b) {
            return Some(false);
        }
        (self.left_stop(a) < self.right_stop(b)).then_some(true)
    }

    /// Left moves in a, or Right in b, and has refuted a ≤ b.
    ///
    /// Who wins a − b by starting wins it by a move in the other part if one
    /// part is a number and the other is not (the number avoidance theorem).
    fn is_refuted(&mut self, a: GameId, b: GameId, level: u32) -> Result<bool, Exhausted> {
        if !self.is_number(a) {
            for &option in self.left(a)?.iter() {
                if self.le_at(b, option, level + 1)? {
                    return Ok(true);
                }
            }
        }
        if !self.is_number(b) {
            for &option in self.right(b)?.iter() {
                if self.le_at(option, a, level + 1)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
