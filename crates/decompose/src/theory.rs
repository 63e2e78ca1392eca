//! Who wins a sum of positions: by what its parts are worth, or by search.
//!
//! In: all positions ([`Sources`]). Out: a [`Theory`]. Not here: what single positions are
//! worth (`worth.rs`).

use std::sync::{Mutex, MutexGuard, PoisonError};

use cgt::{GameId, Games, Genus, Nimber, Outcome, decide};
use game::{RoleId, Stop, StopReason};

use crate::knobs::Knobs;
use crate::misere::Quotient;
use crate::positions::{PositionId, Positions};
use crate::search::Search;
use crate::source::Sources;
use crate::worth::{games, genera, genus, is_impartial, nimbers};

/// What tells who wins a sum.
pub(crate) struct Theory {
    worth: Worth,
    /// Whether who cannot move loses.
    normal: bool,
    search: Mutex<Search>,
    knobs: Knobs,
}

/// What each position is worth.
pub(crate) enum Worth {
    /// Impartial, normal play.
    Nimbers(Vec<Nimber>),
    /// Impartial, misère play; `None` where the genus is not known. With it the quotient of
    /// all positions, if some are not tame and it is not too large.
    Genera(Vec<Option<Genus>>, Option<Quotient>),
    /// Partizan, normal play; `None` where the value is too large.
    Games(Box<Mutex<Games>>, Vec<Option<GameId>>),
    /// Partizan, misère play: nothing is known.
    Unknown,
}

impl Theory {
    /// Finds out what all positions are worth.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn new(
        sources: &Sources,
        normal: bool,
        knobs: Knobs,
        stop: &Stop,
    ) -> Result<Self, StopReason> {
        let worth = match (is_impartial(sources), normal) {
            (true, true) => Worth::Nimbers(nimbers(sources)),
            (true, false) => misere(sources, &knobs),
            (false, true) => {
                let mut arena = Games::new(knobs.games);
                let values = games(sources, &mut arena, stop)?;
                Worth::Games(Box::new(Mutex::new(arena)), values)
            }
            (false, false) => Worth::Unknown,
        };
        Ok(Theory::of(worth, normal, knobs))
    }

    /// The theory with which positions are worth this.
    pub fn of(worth: Worth, normal: bool, knobs: Knobs) -> Self {
        Theory {
            worth,
            normal,
            search: Mutex::default(),
            knobs,
        }
    }

    /// What each position is worth.
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// Whether the role on turn wins a sum; `None` if the search ran out.
    pub fn wins(&self, sources: &Sources, sum: &[PositionId], role: RoleId) -> Option<bool> {
        let role = role.index() as u8;
        self.settled(sum, role).or_else(|| {
            let mut search = locked(&self.search);
            let most = self.knobs.searched_sums;
            let settled = &mut |sum: &[PositionId], role| self.settled(sum, role);
            search.wins(sources, (sum.into(), role), self.normal, most, settled)
        })
    }

    /// Whether the role on turn wins, if what the parts are worth tells that.
    fn settled(&self, sum: &[PositionId], role: u8) -> Option<bool> {
        match &self.worth {
            Worth::Nimbers(nimbers) => {
                let nimber: Nimber = sum.iter().map(|it| nimbers[it.index()]).sum();
                Some(nimber.mover_wins())
            }
            Worth::Genera(genera, quotient) => {
                let by_genus = genus(genera, sum).map(Genus::mover_wins_misere);
                by_genus.or_else(|| Some(quotient.as_ref()?.wins(sum)))
            }
            Worth::Games(games, values) => {
                let parts = sum.iter().map(|it| values[it.index()]);
                let parts = parts.collect::<Option<Vec<GameId>>>()?;
                let outcome = decide(&mut locked(games), &parts).ok()?;
                Some(wins_first(outcome, role))
            }
            Worth::Unknown => None,
        }
    }
}

/// The genera, and the quotient where these do not tell who wins all sums.
fn misere(positions: &impl Positions, knobs: &Knobs) -> Worth {
    let genera = genera(positions);
    let tame = |it: &PositionId| genera[it.index()].is_some_and(Genus::is_tame);
    let quotient = match positions.order().iter().all(tame) {
        true => None,
        false => Quotient::find(positions, knobs.misere_work).ok(),
    };
    Worth::Genera(genera, quotient)
}

fn wins_first(outcome: Outcome, role: u8) -> bool {
    match role {
        0 => outcome.left_wins_first(),
        _ => outcome.right_wins_first(),
    }
}

/// What it guards is right after every step, even if a thread panicked.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
