//! The strategy of a weakly solved game.

use game::Value;
use ground::{BitState, MoveId};
use packed::Packing;
use table::solution::{Key, Layout, OutcomeId, SolutionError, SolutionWriter};

use super::board::{Board, Field, Observer};
use super::fault::error;
use super::method::Method;
use crate::{ExplicitError, export};

/// A move for every state that occurs while a role follows it.
///
/// A role that always makes the given move gets at least what the solution says,
/// whatever the others do; where the roles of the game are not opposed, as long
/// as the others follow the strategy too. What the search has dropped is searched
/// again.
pub struct Strategy<'a>(Box<dyn Choose + 'a>);

impl<'a> Strategy<'a> {
    pub(super) fn new(player: impl Choose + 'a) -> Self {
        Strategy(Box::new(player))
    }

    /// The move of the role that has a choice in a state; `None` where nobody
    /// has, or the game is over.
    ///
    /// # Errors
    ///
    /// As [`solve_weakly`](crate::solve_weakly): a search may be needed.
    pub fn choose(&mut self, state: &BitState) -> Result<Option<MoveId>, ExplicitError> {
        self.0.choose(state)
    }

    /// Writes into a file the first state, the states of best play if they have
    /// its value, and all others whose own values are remembered. The caller
    /// finishes the file. States with only a bound are left out; so are those
    /// that memory has no room for.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn write(&self, file: &mut SolutionWriter) -> Result<(), SolutionError> {
        self.0.write(file)
    }
}

/// Chooses moves.
pub(super) trait Choose {
    fn choose(&mut self, state: &BitState) -> Result<Option<MoveId>, ExplicitError>;

    fn write(&self, file: &mut SolutionWriter) -> Result<(), SolutionError>;
}

/// A game with the method that solved it.
pub(super) struct Player<'a, G: Board> {
    pub observer: Observer<G>,
    pub method: Box<dyn Method<G> + 'a>,
    pub packing: Packing,
    /// States with the value of the first, including the first.
    pub line: Vec<G::State>,
    pub value: Value,
    /// Most states that fit in memory when they are written.
    pub most_exact: usize,
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

    fn write(&self, file: &mut SolutionWriter) -> Result<(), SolutionError> {
        let game = &self.observer.game;
        let encoding = export::encoding(game.ground(), &self.packing)?;
        let most = self.most_exact.max(self.line.len());
        let mut exact: Vec<(Key, OutcomeId)> = Vec::new();
        let mut keep = |state: &G::State, value: &Value| {
            if exact.len() < most {
                let outcome = file.outcome(value, None);
                exact.push((game.key(&encoding, state), outcome));
            }
        };
        for state in &self.line {
            keep(state, &self.value);
        }
        self.method.exact(&mut |state, value| keep(state, &value));
        exact.sort_unstable();
        exact.dedup();
        file.begin(
            encoding,
            Layout::single(game.ground().fluents().len()),
            false,
        );
        file.add_sorted(0, &mut |take| {
            let mut exact = exact.iter();
            exact.try_for_each(|(key, outcome)| take(key.words(), *outcome))
        })
    }
}
