//! What to play by, once a game is weakly solved.

use ground::{BitState, MoveId};

use super::board::{Board, Field, Observer};
use super::fault::error;
use super::method::Method;
use crate::ExplicitError;

/// A move for every state that comes up when a role keeps to it.
///
/// Each role that always makes the move that it is told gets at least what the
/// solution says, whatever the others do; where the roles of the game are not
/// opposed, as long as the others keep to the strategy too. What the search has
/// forgotten is searched again.
pub struct Strategy<'a>(Box<dyn Choose + 'a>);

impl<'a> Strategy<'a> {
    pub(super) fn new(player: impl Choose + 'a) -> Self {
        Strategy(Box::new(player))
    }

    /// The move of the role that has a choice in a state; none where nobody
    /// has, or the game is over.
    ///
    /// # Errors
    ///
    /// As [`solve_weakly`](crate::solve_weakly): a search may be needed.
    pub fn choose(&mut self, state: &BitState) -> Result<Option<MoveId>, ExplicitError> {
        self.0.choose(state)
    }
}

/// Chooses moves.
pub(super) trait Choose {
    fn choose(&mut self, state: &BitState) -> Result<Option<MoveId>, ExplicitError>;
}

/// A game with what was found out about it.
pub(super) struct Player<'a, G: Board> {
    pub observer: Observer<G>,
    pub method: Box<dyn Method<G> + 'a>,
}

impl<G: Board> Choose for Player<'_, G> {
    fn choose(&mut self, state: &BitState) -> Result<Option<MoveId>, ExplicitError> {
        let state = self.observer.game.pack_bits(state);
        let mut trail = Vec::new();
        let mut field = Field {
            observer: &mut self.observer,
            trail: &mut trail,
            progress: &mut |_| {},
        };
        match self.method.best(&mut field, &state) {
            Ok(best) => {
                let mov = best.moves.first().map(|&(mov, _)| mov);
                Ok(mov.filter(|_| best.mover.is_some()))
            }
            Err(halt) => {
                let looked_at = self.method.looked_at();
                Err(error(&mut self.observer, &trail, halt, looked_at))
            }
        }
    }
}
