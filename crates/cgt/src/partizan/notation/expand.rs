//! Uptimal expansions of games.
//!
//! In: a game. Out: its expansion, if it is an uptimal.

use std::sync::Arc;

use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};
use crate::partizan::plain::Plain;
use crate::partizan::uptimal::Uptimal;

impl Games {
    /// The expansion of the game, if it is an uptimal.
    ///
    /// Recursion is as deep as lists are nested: at most the knob `depth`.
    pub(crate) fn uptimal(&mut self, game: GameId) -> Result<Option<Arc<Uptimal>>, Exhausted> {
        self.spend(1)?;
        if let Some(plain) = self.as_plain(game) {
            return Ok(Some(Arc::new(Uptimal::of_plain(plain))));
        }
        if self.left_stop(game) != self.right_stop(game) {
            return Ok(None);
        }
        if let Some(known) = self.uptimals.get(&game) {
            return Ok(known);
        }
        let mut found = self.positive_uptimal(game)?;
        if found.is_none() {
            let mirrored = self.positive_uptimal(self.negate(game))?;
            found = mirrored.map(|it| it.negate()).transpose()?;
        }
        let found = found.map(Arc::new);
        self.uptimals.insert(game, found.clone());
        Ok(found)
    }

    /// The expansion of the game, if it is one with a last coefficient above 0.
    ///
    /// Such a game G of order k has the one Right option
    /// G − (↑ + … + ↑ᵏ) + *, and Left options of order at most k (Siegel,
    /// *Combinatorial Game Theory*, II.4). That leaves few candidates; equal
    /// values have equal ids, so the sum proves the right one.
    fn positive_uptimal(&mut self, game: GameId) -> Result<Option<Uptimal>, Exhausted> {
        let (left, right) = (self.left(game)?, self.right(game)?);
        let [reply] = *right else {
            return Ok(None);
        };
        let Some(below) = self.uptimal(reply)? else {
            return Ok(None);
        };
        let mut longest = below.coefficients.len();
        for &option in left.iter() {
            let Some(option) = self.uptimal(option)? else {
                return Ok(None);
            };
            longest = longest.max(option.coefficients.len());
        }
        for order in (1..=longest + 1).rev() {
            let candidate = below.raised(order);
            let positive = |it: &Uptimal| it.coefficients.last().is_some_and(|last| *last > 0);
            if let Some(candidate) = candidate.filter(positive)
                && candidate.coefficients.len() == order
                && self.of_uptimal(&candidate)? == game
            {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    fn of_uptimal(&mut self, uptimal: &Uptimal) -> Result<GameId, Exhausted> {
        let mut total = self.plain(uptimal.base)?;
        // ↑ + … + ↑ᵏ, from which the next ↑ᵏ is made.
        let mut through = GameId::ZERO;
        for &coefficient in &uptimal.coefficients {
            let star = self.plain(Plain {
                star: 1,
                ..Plain::default()
            })?;
            let reply = self.plus_at(self.negate(through), star, 0)?;
            let up = self.simplify(vec![GameId::ZERO], vec![reply], 0)?;
            through = self.plus_at(through, up, 0)?;
            let step = if coefficient < 0 { self.negate(up) } else { up };
            for _ in 0..coefficient.unsigned_abs() {
                total = self.plus_at(total, step, 0)?;
            }
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knobs::Knobs;

    #[test]
    fn expansions_are_found_again() {
        let mut games = Games::new(Knobs::default());
        games.start();
        for star in 0..4 {
            for code in 0..125 {
                let base = Plain {
                    star,
                    ..Plain::default()
                };
                let mut coefficients = vec![code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2];
                while coefficients.last() == Some(&0) {
                    coefficients.pop();
                }
                let uptimal = Uptimal { base, coefficients };
                let game = games.of_uptimal(&uptimal).unwrap();
                let found = games.uptimal(game).unwrap();
                assert_eq!(found.as_deref(), Some(&uptimal));
            }
        }
    }
}
