//! 64 games of one kind side by side, each in a state of its own.
//!
//! In: states, and a move of each role. Out: which games have ended and with what, the
//! legal moves of the others, and the states after a move. One pass over the circuit
//! serves all 64. Not here: who chooses the moves (`playouts`, and the crate `search`).

use ::game::{Fault, GoalValue, Rewards, RoleId, rewards_from_goals};

use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::machine::{Lanes, Machine};
use crate::state::BitState;

/// 64 games in progress. The bits of a word stand for the games.
///
/// Each round is [`look`](SideBySide::look), then questions, then a
/// [`make`](SideBySide::make) for each role of each game that goes on, then
/// [`step`](SideBySide::step).
#[derive(Clone, Debug)]
pub struct SideBySide<'a> {
    game: &'a GroundGame,
    machine: Machine,
    /// For each fluent the games in which it holds.
    state: Vec<Lanes>,
    /// For each move the games in which it is made.
    made: Vec<Lanes>,
    /// For each game the legal moves of all roles, role by role.
    legal: Vec<Vec<MoveId>>,
    /// For each game and role where its moves end in that list.
    ends: Vec<usize>,
}

impl<'a> SideBySide<'a> {
    /// How many games there are.
    pub const GAMES: usize = Lanes::BITS as usize;

    /// Games in no state yet.
    pub fn new(game: &'a GroundGame) -> Self {
        SideBySide::on(game, Machine::new(game))
    }

    pub(crate) fn on(game: &'a GroundGame, machine: Machine) -> Self {
        SideBySide {
            game,
            machine,
            state: vec![0; game.fluents().len()],
            made: vec![0; game.moves().len()],
            legal: vec![Vec::new(); SideBySide::GAMES],
            ends: vec![0; SideBySide::GAMES * game.roles().len()],
        }
    }

    /// What is played.
    pub fn game(&self) -> &'a GroundGame {
        self.game
    }

    /// Begins new games in these places.
    pub fn begin(&mut self, places: u64) {
        for (place, lanes) in self.state.iter_mut().enumerate() {
            *lanes = match self.game.holds_initially(FluentId(place as u32)) {
                true => *lanes | places,
                false => *lanes & !places,
            };
        }
    }

    /// Puts the game in each of these places into the state that `words` has for it: a bit
    /// for each fluent, as in [`BitState::words`].
    pub fn put<'w>(&mut self, states: impl Iterator<Item = (usize, &'w [u64])> + Clone) {
        let places = states.clone().fold(0, |all, (place, _)| all | 1 << place);
        for lanes in &mut self.state {
            *lanes &= !places;
        }
        for (place, words) in states {
            for fluent in fluents(words) {
                self.state[fluent] |= 1 << place;
            }
        }
    }

    /// Reads the states of the games in these places, into `words` for each of them: a bit
    /// for each fluent, as in [`BitState::words`].
    pub fn read(&self, places: u64, words_each: usize, words: &mut [u64]) {
        words.fill(0);
        for (fluent, &lanes) in self.state.iter().enumerate() {
            for place in bits(lanes & places) {
                words[place * words_each + fluent / 64] |= 1 << (fluent % 64);
            }
        }
    }

    /// The state of a game.
    pub fn state(&self, place: usize) -> BitState {
        BitState::new(self.state.len(), |it| {
            self.state[it.index()] >> place & 1 == 1
        })
    }

    /// Computes what depends on the states alone.
    pub fn look(&mut self) {
        for (place, &lanes) in self.state.iter().enumerate() {
            self.machine.set_fluent(FluentId(place as u32), lanes);
        }
        self.machine.run_before_moves();
        self.made.fill(0);
    }

    /// Which games have ended; after a look.
    pub fn ended(&self) -> u64 {
        self.machine.get(self.game.terminal())
    }

    /// The rewards in a game that has ended, in half points and role order; after a look.
    ///
    /// # Errors
    ///
    /// What is wrong with its goals.
    pub fn rewards(&self, place: usize, half_points: &mut [i64]) -> Result<(), Fault> {
        let holds = |node| self.machine.get(node) >> place & 1 == 1;
        for (role, sum) in RoleId::all(half_points.len()).zip(half_points.iter_mut()) {
            let goals = self.game.goals(role).iter();
            let mut held = goals.filter(|(_, node)| holds(*node));
            match (held.next(), held.next()) {
                (Some((GoalValue::Integer(points), _)), None) => *sum = i64::from(*points) * 2,
                // Rare: the slow way has the words for it.
                _ => {
                    let rewards: Rewards = rewards_from_goals(&self.game.goals_where(holds))?;
                    *sum = rewards[role].half_points();
                }
            }
        }
        Ok(())
    }

    /// Lists the legal moves of all roles in these games; after a look.
    ///
    /// # Errors
    ///
    /// A game in which a role has none, and the fault.
    pub fn list(&mut self, places: u64) -> Result<(), (usize, Fault)> {
        let roles = self.game.roles().len();
        for place in bits(places) {
            self.legal[place].clear();
        }
        for role in RoleId::all(roles) {
            for mov in self.game.moves_of(role) {
                for place in bits(self.machine.get(self.game.legal(mov)) & places) {
                    self.legal[place].push(mov);
                }
            }
            for place in bits(places) {
                let (start, end) = (self.start(place, role), self.legal[place].len());
                if start == end {
                    return Err((place, Fault::NoLegalMove(role)));
                }
                self.ends[place * roles + role.index()] = end;
            }
        }
        Ok(())
    }

    /// Where a role's moves begin in the list of a game.
    fn start(&self, place: usize, role: RoleId) -> usize {
        match role.index() {
            0 => 0,
            role => self.ends[place * self.game.roles().len() + role - 1],
        }
    }

    /// The legal moves of a role in a game; after they were listed.
    pub fn legal(&self, place: usize, role: RoleId) -> &[MoveId] {
        let end = self.ends[place * self.game.roles().len() + role.index()];
        &self.legal[place][self.start(place, role)..end]
    }

    /// Makes a move in a game.
    pub fn make(&mut self, place: usize, mov: MoveId) {
        self.made[mov.index()] |= 1 << place;
    }

    /// Goes to the states after the moves that were made.
    pub fn step(&mut self) {
        for (place, &lanes) in self.made.iter().enumerate() {
            self.machine.set_move(MoveId(place as u32), lanes);
        }
        self.machine.run_after_moves();
        for (place, lanes) in self.state.iter_mut().enumerate() {
            *lanes = self.machine.get(self.game.next(FluentId(place as u32)));
        }
    }
}

/// The numbers of the fluents whose bits are set.
fn fluents(words: &[u64]) -> impl Iterator<Item = usize> {
    let words = words.iter().enumerate();
    words.flat_map(|(at, &word)| bits(word).map(move |bit| at * 64 + bit))
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mut lanes: Lanes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (number < Lanes::BITS as usize).then_some(number)
    })
}
