//! Plays at random.

use game::{Draws, Stop};

use crate::{Chosen, Player, PlayerError, Seat, Track};

/// A player whose moves are random, all equally likely.
pub struct Random {
    at_once: bool,
    running: Option<(Track, Draws)>,
}

impl Random {
    /// Plays at random.
    pub fn new() -> Self {
        Random {
            at_once: false,
            running: None,
        }
    }

    /// Plays at random by the interpreter: it is ready at once, whatever the rules, and
    /// slower later.
    pub fn at_once() -> Self {
        Random {
            at_once: true,
            running: None,
        }
    }
}

impl Default for Random {
    fn default() -> Self {
        Random::new()
    }
}

impl Player for Random {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        let track = match self.at_once {
            true => Track::interpreted(seat)?,
            false => Track::new(seat, stop)?,
        };
        self.running = Some((track, Draws::new(seat.seed)));
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let (track, _) = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        track.told(joint)
    }

    fn choose(&mut self, _stop: &Stop) -> Result<Chosen, PlayerError> {
        let (track, draws) = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        let mut own = track.own()?;
        let place = draws.below(own.len());
        Ok(Chosen::any(own.swap_remove(place)))
    }
}
