//! Sums of games, in canonical form.
//!
//! In: values of the arena. Out: their sum. Not here: who wins a sum whose
//! canonical form is too large (`decide.rs`).

use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};

impl Games {
    /// The sum of two games.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn plus(&mut self, a: GameId, b: GameId) -> Result<GameId, Exhausted> {
        self.start();
        self.plus_at(a, b, 0)
    }

    /// The difference of two games.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn minus(&mut self, a: GameId, b: GameId) -> Result<GameId, Exhausted> {
        self.plus(a, self.negate(b))
    }

    /// The sum of all these games.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit; its work is shared by all additions.
    pub fn sum(&mut self, parts: &[GameId]) -> Result<GameId, Exhausted> {
        self.start();
        let parts = self.reduce(parts)?;
        let mut total = self.plain(parts.plain)?;
        // Equal parts are neighbours: sums of them are often simple.
        for part in parts.lists {
            total = self.plus_at(part, total, 0)?;
        }
        Ok(total)
    }

    pub(crate) fn plus_at(
        &mut self,
        a: GameId,
        b: GameId,
        level: u32,
    ) -> Result<GameId, Exhausted> {
        self.spend(1)?;
        if let (Some(a), Some(b)) = (self.as_plain(a), self.as_plain(b)) {
            return self.plain(a.plus(b)?);
        }
        if a == GameId::ZERO {
            return Ok(b);
        }
        if b == GameId::ZERO {
            return Ok(a);
        }
        if b == self.negate(a) {
            return Ok(GameId::ZERO);
        }
        let key = (a.min(b), a.max(b));
        if let Some(sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        self.check_level(level)?;
        let sum = if self.is_number(a) {
            self.translate(b, a, level)?
        } else if self.is_number(b) {
            self.translate(a, b, level)?
        } else {
            self.plus_by_options(a, b, level)?
        };
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// Adds a number to a game with lists, by adding it to all options.
    ///
    /// That is the value by the number translation theorem; and the lists stay
    /// canonical. Comparisons between options do not change. No number among
    /// Left's options becomes reversible: it would be dominated, as in
    /// `reversed_through`, and so it would have been before.
    fn translate(&mut self, game: GameId, number: GameId, level: u32) -> Result<GameId, Exhausted> {
        let (left, right) = (self.left(game)?, self.right(game)?);
        let mut moved = [Vec::new(), Vec::new()];
        for (moved, options) in moved.iter_mut().zip([left, right]) {
            for &option in options.iter() {
                moved.push(self.plus_at(option, number, level + 1)?);
            }
        }
        let [left, right] = moved;
        self.lists(left, right)
    }

    fn plus_by_options(&mut self, a: GameId, b: GameId, level: u32) -> Result<GameId, Exhausted> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (moved, rest) in [(a, b), (b, a)] {
            for &option in self.left(moved)?.iter() {
                left.push(self.plus_at(option, rest, level + 1)?);
            }
            for &option in self.right(moved)?.iter() {
                right.push(self.plus_at(option, rest, level + 1)?);
            }
        }
        self.simplify(left, right, level)
    }
}
