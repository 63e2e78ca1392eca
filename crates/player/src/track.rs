//! Where a match stands.

use game::{RoleId, Stop};
use play::{Referee, State, Turn};

use crate::{PlayerError, Seat};

/// The state of a match, as its moves are told.
pub struct Track {
    referee: Referee,
    role: RoleId,
    state: State,
}

impl Track {
    /// The beginning of a match, by the ground game if that can be made in time, or else
    /// by the interpreter.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Play`] if the rules cost too much.
    pub fn new(seat: &Seat, stop: &Stop) -> Result<Self, PlayerError> {
        let mut budget = ground::Budget::new(stop.clone());
        budget.instances = ground::AUTO_INSTANCES;
        match ground::GroundGame::new(&seat.rules, &budget) {
            Ok(game) => {
                let referee = Referee::of_ground(seat.rules.clone(), game, Stop::new());
                Track::with(referee, seat.role)
            }
            Err(_) => Track::interpreted(seat),
        }
    }

    /// The beginning of a match, by the interpreter: it is ready at once.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Play`] if the rules cost too much.
    pub fn interpreted(seat: &Seat) -> Result<Self, PlayerError> {
        let referee = Referee::interpreted(seat.rules.clone(), Stop::new())?;
        Track::with(referee, seat.role)
    }

    fn with(referee: Referee, role: RoleId) -> Result<Self, PlayerError> {
        let state = referee.initial()?;
        Ok(Track {
            referee,
            role,
            state,
        })
    }

    /// The rules at work.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// The role that the player has.
    pub fn role(&self) -> RoleId {
        self.role
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes a joint move.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Play`] if it cannot be made.
    pub fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        self.state = self.referee.after_joint(&self.state, joint)?;
        Ok(())
    }

    /// The legal moves of all roles; none at the end.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Play`] if the game is ill-formed there.
    pub fn legal(&self) -> Result<Vec<Vec<String>>, PlayerError> {
        match self.referee.turn(&self.state)? {
            Turn::Open(legal) => Ok(legal),
            Turn::Over(_) => Ok(Vec::new()),
        }
    }

    /// The legal moves of the player's role.
    ///
    /// # Errors
    ///
    /// As [`Track::legal`]; [`PlayerError::NoMatch`] at the end.
    pub fn own(&self) -> Result<Vec<String>, PlayerError> {
        let mut legal = self.legal()?;
        match legal.len() {
            0 => Err(PlayerError::NoMatch),
            _ => Ok(legal.swap_remove(self.role.index())),
        }
    }
}
