//! From duels to the value of a game, and to moves that keep it.
//!
//! Two roles whose orders are opposed fight one duel: what the first can force is
//! what the second cannot prevent, and backward induction gives the same. Under
//! `guaranteed` each role fights its own duel against all others.

use std::hash::Hash;

use game::{Rewards, RoleId, Value};

use super::board::{Board, Field, Halt};
use super::duel::Duels;
use super::method::{Best, Method};
use super::ranks::Ranks;

/// The duels that determine the value.
pub(super) struct Contest<S> {
    duels: Duels<S>,
    /// Whether one duel, that of the first role, determines everything.
    opposed: bool,
    /// The rewards for each rank of that one duel.
    worths: Vec<Option<Rewards>>,
    /// The rank of each duel from the start on.
    values: Vec<u16>,
}

/// What a mover wants to keep, and in which duel.
#[derive(Clone, Copy)]
struct Aim {
    duel: usize,
    /// Whether the mover is the duel's own side.
    own: bool,
    rank: u16,
}

impl<S: Clone + Eq + Hash> Contest<S> {
    /// One duel for each order; if the roles are opposed, a single one, and
    /// `possible` has all combinations that can occur.
    pub fn new(orders: Vec<Ranks>, opposed: Option<&[Rewards]>, filler: &S, bytes: u64) -> Self {
        let worths = opposed.map(|possible| {
            let ranks = orders.iter().flat_map(Ranks::values);
            ranks.map(|value| worth(value, possible)).collect()
        });
        Contest {
            worths: worths.unwrap_or_default(),
            opposed: opposed.is_some(),
            duels: Duels::new(orders, filler, bytes),
            values: Vec::new(),
        }
    }

    /// The rewards of a state in which the duels have these ranks.
    fn worth(&self, ranks: &[u16]) -> Option<Rewards> {
        if self.opposed {
            return self.worths[usize::from(ranks[0])].clone();
        }
        let first = RoleId::new(0);
        let own = ranks.iter().enumerate();
        let own = own.map(|(duel, &rank)| self.duels.ranks(duel).value(rank)[first]);
        Some(Rewards::new(own))
    }

    /// The value of a state; moves can be asked for from then on.
    ///
    /// # Errors
    ///
    /// As [`Field::look`].
    pub fn solve<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        start: &S,
    ) -> Result<Rewards, Halt<S>> {
        self.values.clear();
        for duel in 0..self.duels.count() {
            self.values.push(self.duels.value(field, duel, start)?);
        }
        let worth = self.worth(&self.values);
        Ok(worth.expect("each reward of a role occurs"))
    }

    fn aim(&self, mover: RoleId) -> Aim {
        let duel = if self.opposed { 0 } else { mover.index() };
        Aim {
            duel,
            own: self.duels.ranks(duel).role() == mover,
            rank: self.values[duel],
        }
    }

    /// Whether nothing can fall short of the aim.
    fn is_idle(&self, aim: Aim) -> bool {
        match aim.own {
            true => aim.rank == 0,
            false => aim.rank == self.duels.ranks(aim.duel).top(),
        }
    }

    /// Whether a state is known to reach the aim.
    fn is_known(&self, aim: Aim, state: &S) -> bool {
        let bounds = self.duels.known(aim.duel, state);
        bounds.is_some_and(|bounds| match aim.own {
            true => bounds.low >= aim.rank,
            false => bounds.high <= aim.rank,
        })
    }

    /// Searches until it is known whether a state reaches the aim.
    fn reaches<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        aim: Aim,
        state: &S,
    ) -> Result<bool, Halt<S>> {
        let threshold = aim.rank + u16::from(!aim.own);
        let bound = self.duels.test(field, aim.duel, state, threshold)?;
        Ok((bound >= threshold) == aim.own)
    }
}

impl<G: Board> Method<G> for Contest<G::State> {
    fn narrow(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
        all: Best<G::State>,
    ) -> Result<Best<G::State>, Halt<G::State>> {
        let Best { mover, mut moves } = all;
        let Some(role) = mover else {
            return Ok(Best { mover, moves });
        };
        let mut aim = self.aim(role);
        loop {
            if self.is_idle(aim) {
                return Ok(Best { mover, moves });
            }
            if moves.iter().any(|(_, to)| self.is_known(aim, to)) {
                moves.retain(|(_, to)| self.is_known(aim, to));
                return Ok(Best { mover, moves });
            }
            // The table has dropped which move it was.
            for (mov, to) in &moves {
                if self.reaches(field, aim, to)? {
                    let moves = vec![(*mov, to.clone())];
                    return Ok(Best { mover, moves });
                }
            }
            // Too much was given up on the way here: the current rank becomes the
            // aim.
            aim.rank = self.duels.value(field, aim.duel, state)?;
        }
    }

    /// A state whose bounds meet in every duel has exactly that value: bounds hold
    /// on every path to it.
    fn exact(&self, take: &mut dyn FnMut(&G::State, Value)) {
        self.duels.exact(&mut |state, ranks| {
            if let Some(worth) = self.worth(ranks) {
                take(state, Value::Rewards(worth));
            }
        });
    }

    /// With opposed roles a move that keeps what its mover can have cannot give it
    /// more either, as that would be the value. Where each role counts for itself,
    /// a move may give others what they could not have forced before.
    fn keeps_value(&self) -> bool {
        self.opposed
    }

    fn looked_at(&self) -> u64 {
        self.duels.looked_at()
    }
}

/// The rewards for a rank of the only duel of opposed roles: if the rank gives only
/// the first role's reward, that determines the other's.
fn worth(value: &Rewards, possible: &[Rewards]) -> Option<Rewards> {
    let first = RoleId::new(0);
    if value.role_count() > 1 {
        return Some(value.clone());
    }
    let mut possible = possible.iter();
    possible.find(|it| it[first] == value[first]).cloned()
}
