//! The ground game, state by state: one bit for each fluent.

use std::convert::Infallible;

use ::game::{GoalValue, Playable, RoleId};

use crate::game::{FluentId, GroundGame, MoveId};
use crate::machine::{Lanes, Machine};

/// A state: which fluents hold, a bit for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitState(Box<[u64]>);

impl BitState {
    /// The state in which just these fluents hold.
    pub fn new(fluent_count: usize, holds: impl Fn(FluentId) -> bool) -> Self {
        let mut words = vec![0; fluent_count.div_ceil(64)];
        for place in 0..fluent_count {
            words[place / 64] |= u64::from(holds(FluentId(place as u32))) << (place % 64);
        }
        BitState(words.into())
    }

    /// Whether a fluent holds.
    pub fn holds(&self, fluent: FluentId) -> bool {
        self.0[fluent.index() / 64] >> (fluent.index() % 64) & 1 == 1
    }
}

/// A ground game that is played state by state.
#[derive(Clone, Debug)]
pub struct Simulator {
    game: GroundGame,
    machine: Machine,
    /// The state whose outputs the machine holds.
    entered: Option<BitState>,
}

impl Simulator {
    /// Prepares a game for play.
    pub fn new(game: GroundGame) -> Self {
        Simulator {
            machine: Machine::new(&game),
            game,
            entered: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &GroundGame {
        &self.game
    }

    fn state(&self, holds: impl Fn(FluentId) -> bool) -> BitState {
        BitState::new(self.game.fluents.len(), holds)
    }

    fn fluent_ids(&self) -> impl Iterator<Item = FluentId> + use<> {
        (0..self.game.fluents.len() as u32).map(FluentId)
    }

    fn enter(&mut self, state: &BitState) {
        if self.entered.as_ref() == Some(state) {
            return;
        }
        for fluent in self.fluent_ids() {
            self.machine
                .set_fluent(fluent, Lanes::from(state.holds(fluent)));
        }
        self.machine.run_before_moves();
        self.entered = Some(state.clone());
    }

    fn is_set(&self, node: crate::NodeId) -> bool {
        self.machine.get(node) & 1 == 1
    }
}

impl Playable for Simulator {
    type State = BitState;
    type Move = MoveId;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        &self.game.roles
    }

    fn initial(&mut self) -> Result<BitState, Infallible> {
        Ok(self.state(|fluent| self.game.holds_initially(fluent)))
    }

    fn is_terminal(&mut self, state: &BitState) -> Result<bool, Infallible> {
        self.enter(state);
        Ok(self.is_set(self.game.terminal))
    }

    fn legal_moves(&mut self, state: &BitState) -> Result<Vec<Vec<MoveId>>, Infallible> {
        self.enter(state);
        let legal = |role| {
            let moves = self.game.moves_of(role);
            moves
                .filter(|&mov| self.is_set(self.game.legal(mov)))
                .collect()
        };
        Ok(RoleId::all(self.game.roles.len()).map(legal).collect())
    }

    fn successor(&mut self, state: &BitState, joint: &[MoveId]) -> Result<BitState, Infallible> {
        self.enter(state);
        for &mov in joint {
            self.machine.set_move(mov, 1);
        }
        self.machine.run_after_moves();
        // Read before the moves are taken back: a fluent may just be a move.
        let next = self.state(|fluent| self.is_set(self.game.next(fluent)));
        for &mov in joint {
            self.machine.set_move(mov, 0);
        }
        Ok(next)
    }

    fn goals(&mut self, state: &BitState) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        self.enter(state);
        Ok(self.game.goals_where(|node| self.is_set(node)))
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<BitState> {
        let place = |fluent: &String| self.game.fluents.iter().position(|known| known == fluent);
        let places: Vec<usize> = fluents.iter().map(place).collect::<Option<_>>()?;
        Some(self.state(|fluent| places.contains(&fluent.index())))
    }

    fn state_text(&self, state: &BitState) -> String {
        let fluents = self.fluent_ids().filter(|&fluent| state.holds(fluent));
        let fluents: Vec<&str> = fluents
            .map(|fluent| self.game.fluents[fluent.index()].as_str())
            .collect();
        format!("({})", fluents.join(" "))
    }

    fn move_text(&self, mov: &MoveId) -> String {
        self.game.moves[mov.index()].clone()
    }
}
