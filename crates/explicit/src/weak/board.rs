//! Games whose states are evaluated one by one.
//!
//! In: a state. Out: its rewards if it is terminal, otherwise who chooses and
//! where each choice leads. Not here: the search.

use std::convert::Infallible;
use std::hash::BuildHasher;

use game::{
    Fault, Obstacle, Playable, Rewards, RoleId, Stop, StopReason, Turn, rewards_from_goals,
};
use ground::{BitState, GroundGame, MoveId, Simulator};
use packed::PackedGame;
use rustc_hash::FxBuildHasher;
use table::solution::{Encoding, Key};

use crate::export;
use crate::knobs::Knobs;

/// A game, packed or not.
pub(super) trait Board: Playable<Error = Infallible, Move = MoveId> {
    /// A number for what a move changes: the same for the same change of other
    /// states, as far as the board can recognise it.
    fn change(&self, from: &Self::State, to: &Self::State, mov: MoveId) -> u64;

    fn pack_bits(&self, state: &BitState) -> Self::State;

    fn ground(&self) -> &GroundGame;

    /// The key of a state in a solution file.
    fn key(&self, encoding: &Encoding, state: &Self::State) -> Key;
}

impl<const W: usize> Board for PackedGame<'_, W> {
    fn change(&self, from: &[u64; W], to: &[u64; W], _: MoveId) -> u64 {
        let words: [u64; W] = std::array::from_fn(|word| from[word] ^ to[word]);
        FxBuildHasher.hash_one(words)
    }

    fn pack_bits(&self, state: &BitState) -> [u64; W] {
        self.pack(state)
    }

    fn ground(&self) -> &GroundGame {
        self.game()
    }

    fn key(&self, encoding: &Encoding, state: &[u64; W]) -> Key {
        export::key_of(encoding, state)
    }
}

impl Board for Simulator {
    fn change(&self, _: &BitState, _: &BitState, mov: MoveId) -> u64 {
        FxBuildHasher.hash_one(mov)
    }

    fn pack_bits(&self, state: &BitState) -> BitState {
        state.clone()
    }

    fn ground(&self) -> &GroundGame {
        self.game()
    }

    fn key(&self, encoding: &Encoding, state: &BitState) -> Key {
        export::key_of_state(self.game(), encoding, state)
    }
}

/// The result of evaluating a state.
pub(super) enum View<S> {
    Terminal(Rewards),
    Inner {
        /// The role that has a choice.
        mover: Option<RoleId>,
        /// Its choices, each successor once; without a mover the only joint
        /// move.
        choices: Vec<(MoveId, S)>,
    },
}

/// Why a search ends before it has an answer.
#[derive(Debug)]
pub(super) enum Halt<S> {
    Stopped(StopReason),
    /// The state is ill-formed.
    Faulty(S, Fault),
    /// Several roles choose in the state.
    Several(S, Vec<RoleId>),
    /// Play came back to a state.
    Cycle,
    /// There are more different outcomes than have numbers.
    TooManyOutcomes,
    /// The judge failed.
    Judge(Obstacle),
    /// Even all states together do not determine the value.
    Undecided,
    /// The game is of a kind that is not solved weakly, for this reason.
    Unsuited(&'static str),
}

/// Evaluates states.
pub(super) struct Observer<G> {
    pub game: G,
    pub stop: Stop,
}

impl<G: Board> Observer<G> {
    /// Evaluates a state.
    ///
    /// # Errors
    ///
    /// If a stop is requested, or the state cannot be solved.
    pub fn look(&mut self, state: &G::State) -> Result<View<G::State>, Halt<G::State>> {
        if let Some(reason) = self.stop.requested() {
            return Err(Halt::Stopped(reason));
        }
        self.game.prepare(std::slice::from_ref(state));
        let Ok(terminal) = self.game.is_terminal(state);
        if terminal {
            let Ok(goals) = self.game.goals(state);
            let rewards = rewards_from_goals(&goals);
            let rewards = rewards.map_err(|fault| Halt::Faulty(state.clone(), fault))?;
            return Ok(View::Terminal(rewards));
        }
        let Ok(legal) = self.game.legal_moves(state);
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            let fault = Fault::NoLegalMove(RoleId::new(role));
            return Err(Halt::Faulty(state.clone(), fault));
        }
        let (mover, choices) = self.choices(state, &legal)?;
        Ok(View::Inner { mover, choices })
    }

    /// All choices, by the moves of the role that decides.
    #[allow(clippy::type_complexity, reason = "a pair is what there is to tell")]
    fn choices(
        &mut self,
        state: &G::State,
        legal: &[Vec<MoveId>],
    ) -> Result<(Option<RoleId>, Vec<(MoveId, G::State)>), Halt<G::State>> {
        let mut several = RoleId::all(legal.len()).filter(|role| legal[role.index()].len() > 1);
        let decider = match (several.next(), several.next()) {
            (one, None) => one,
            _ => self.decider(state, legal)?,
        };
        let role = decider.unwrap_or(RoleId::new(0)).index();
        let mut joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
        let mut choices: Vec<(MoveId, G::State)> = Vec::with_capacity(legal[role].len());
        for &mov in &legal[role] {
            joint[role] = mov;
            let Ok(to) = self.game.successor(state, &joint);
            if choices.iter().all(|(_, known)| *known != to) {
                choices.push((mov, to));
            }
        }
        let mover = decider.filter(|_| choices.len() > 1);
        Ok((mover, choices))
    }

    /// Who has a choice where several roles have several legal moves.
    fn decider(
        &mut self,
        state: &G::State,
        legal: &[Vec<MoveId>],
    ) -> Result<Option<RoleId>, Halt<G::State>> {
        let mut successor = |joint: &[MoveId]| self.game.successor(state, joint);
        let Ok(turn) = game::turn(legal, &mut successor);
        match turn {
            Turn::Of(role) => Ok(role),
            Turn::OfSeveral => {
                let Ok(roles) = game::choosers(legal, &mut successor);
                Err(Halt::Several(state.clone(), roles))
            }
        }
    }
}

/// What a search works with, besides its own memory.
pub(super) struct Field<'a, G: Board> {
    pub observer: &'a mut Observer<G>,
    /// The states from the start of the search to the current one.
    pub trail: &'a mut Vec<G::State>,
    /// Called now and then with the number of states visited.
    pub progress: &'a mut dyn FnMut(u64),
}

impl<G: Board> Field<'_, G> {
    /// Evaluates a state, after `number` others.
    ///
    /// # Errors
    ///
    /// Every [`Halt`] of a game.
    pub fn look(
        &mut self,
        number: u64,
        state: &G::State,
    ) -> Result<View<G::State>, Halt<G::State>> {
        if number.is_multiple_of(Knobs::REPORTED_STATES) {
            (self.progress)(number);
        }
        self.observer.look(state)
    }
}
