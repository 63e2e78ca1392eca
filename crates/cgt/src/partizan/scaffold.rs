//! From the walls of the options to the thermograph of a game.
//!
//! In: a value of the arena. Out: its mean, its temperature, and both walls,
//! exactly. Not here: arithmetic of walls (`wall.rs`).

use std::cmp::Ordering;
use std::sync::Arc;

use crate::dyadic::Dyadic;
use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};
use crate::partizan::thermograph::Thermograph;
use crate::partizan::wall::Wall;

impl Games {
    /// The thermograph of the game.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn thermograph(&mut self, game: GameId) -> Result<Arc<Thermograph>, Exhausted> {
        self.start();
        self.thermograph_at(game)
    }

    /// Recursion is as deep as lists are nested: at most the knob `depth`.
    pub(crate) fn thermograph_at(&mut self, game: GameId) -> Result<Arc<Thermograph>, Exhausted> {
        self.spend(1)?;
        if let Some(plain) = self.as_plain(game) {
            let temperature = match plain.is_number() {
                true => Dyadic::new(-1, plain.number.exponent())?,
                false => Dyadic::ZERO,
            };
            return Ok(Arc::new(Thermograph {
                mean: plain.number,
                temperature,
                left: Wall::mast(plain.number),
                right: Wall::mast(plain.number),
            }));
        }
        if let Some(known) = self.thermographs.get(&game) {
            return Ok(known);
        }
        let thermograph = Arc::new(self.thermograph_of_lists(game)?);
        self.thermographs.insert(game, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// A game that is no number is at least as hot as 0: left scaffold and
    /// right scaffold meet at a temperature t ≥ 0, where the mast begins.
    fn thermograph_of_lists(&mut self, game: GameId) -> Result<Thermograph, Exhausted> {
        let (left, right) = (self.left(game)?, self.right(game)?);
        let left = self.scaffold(&left, true)?;
        let right = self.scaffold(&right, false)?;
        let both = left.zip(right);
        let (left, right) = both.expect("a game with an empty list is a number");
        let temperature = left.meets(&right)?;
        let temperature = temperature.expect("taxed moves become bad for both players");
        let mean = left.at(temperature)?;
        Ok(Thermograph {
            mean,
            temperature,
            left: left.capped(temperature, mean),
            right: right.capped(temperature, mean),
        })
    }

    /// The best of the options after paying the tax.
    fn scaffold(&mut self, options: &[GameId], for_left: bool) -> Result<Option<Wall>, Exhausted> {
        let mut best: Option<Wall> = None;
        for &option in options {
            let thermograph = self.thermograph_at(option)?;
            let taxed = match for_left {
                true => thermograph.right.tilted(-1)?,
                false => thermograph.left.tilted(1)?,
            };
            let wanted = match for_left {
                true => Ordering::Greater,
                false => Ordering::Less,
            };
            best = Some(match best {
                None => taxed,
                Some(best) => best.outer(&taxed, wanted)?,
            });
        }
        Ok(best)
    }
}
