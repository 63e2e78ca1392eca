//! The ground game, state by state: one bit for each fluent.

use std::collections::BTreeMap;
use std::convert::Infallible;

use ::game::{GoalValue, Playable, RoleId};

use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::machine::{Lanes, Machine};
use crate::state::BitState;

/// A ground game that is played state by state.
#[derive(Clone, Debug)]
pub struct Simulator {
    game: GroundGame,
    machine: Machine,
    /// The state whose outputs are in the machine's registers.
    entered: Option<BitState>,
    /// All fluents, sorted by name.
    by_name: Vec<FluentId>,
}

impl Simulator {
    /// Prepares a game for play.
    pub fn new(game: GroundGame) -> Self {
        let mut by_name: Vec<FluentId> = game.fluent_ids().collect();
        by_name.sort_unstable_by_key(|fluent| &game.fluents[fluent.index()]);
        Simulator {
            machine: Machine::new(&game),
            game,
            entered: None,
            by_name,
        }
    }

    /// The game.
    pub fn game(&self) -> &GroundGame {
        &self.game
    }

    /// Ends play and gives the game back.
    pub fn into_game(self) -> GroundGame {
        self.game
    }

    fn state(&self, holds: impl Fn(FluentId) -> bool) -> BitState {
        BitState::new(self.game.fluents.len(), holds)
    }

    fn fluent(&self, name: &String) -> Option<FluentId> {
        let of = |fluent: &FluentId| &self.game.fluents[fluent.index()];
        let place = self.by_name.binary_search_by_key(&name, of).ok()?;
        Some(self.by_name[place])
    }

    fn enter(&mut self, state: &BitState) {
        if self.entered.as_ref() == Some(state) {
            return;
        }
        for fluent in self.game.fluent_ids() {
            // The same state in all 64 lanes, for `successors`.
            let lanes = if state.holds(fluent) { Lanes::MAX } else { 0 };
            self.machine.set_fluent(fluent, lanes);
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
        // Read before the moves are cleared: a fluent may be just a move.
        let next = self.state(|fluent| self.is_set(self.game.next(fluent)));
        for &mov in joint {
            self.machine.set_move(mov, 0);
        }
        Ok(next)
    }

    /// 64 joint moves for the price of one.
    fn successors(
        &mut self,
        state: &BitState,
        joints: &[Vec<MoveId>],
    ) -> Result<Vec<BitState>, Infallible> {
        self.enter(state);
        let mut states = Vec::with_capacity(joints.len());
        for joints in joints.chunks(Lanes::BITS as usize) {
            let mut made: BTreeMap<MoveId, Lanes> = BTreeMap::new();
            for (lane, joint) in joints.iter().enumerate() {
                for &mov in joint {
                    *made.entry(mov).or_default() |= 1 << lane;
                }
            }
            for (&mov, &lanes) in &made {
                self.machine.set_move(mov, lanes);
            }
            self.machine.run_after_moves();
            // Read before the moves are cleared: a fluent may be just a move.
            for lane in 0..joints.len() {
                let node = |fluent| self.machine.get(self.game.next(fluent));
                states.push(self.state(|fluent| node(fluent) >> lane & 1 == 1));
            }
            for &mov in made.keys() {
                self.machine.set_move(mov, 0);
            }
        }
        Ok(states)
    }

    fn goals(&mut self, state: &BitState) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        self.enter(state);
        Ok(self.game.goals_where(|node| self.is_set(node)))
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<BitState> {
        let mut held = vec![false; self.game.fluents.len()];
        for name in fluents {
            held[self.fluent(name)?.index()] = true;
        }
        Some(self.state(|fluent| held[fluent.index()]))
    }

    fn fluents(&self, state: &BitState) -> Vec<String> {
        let held = self.game.fluent_ids().filter(|&it| state.holds(it));
        held.map(|it| self.game.fluents[it.index()].clone())
            .collect()
    }

    fn move_text(&self, mov: &MoveId) -> String {
        self.game.moves[mov.index()].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::game::Stop;

    fn simulator(text: &str) -> Simulator {
        let source = gdl::Source::new("test", text.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        Simulator::new(GroundGame::new(&rules, &crate::Budget::new(Stop::new())).unwrap())
    }

    /// Fluents are listed as a reader would, with 2 before 10.
    #[test]
    fn fluents_make_the_state_that_has_them() {
        let mut text = "(role a) (init (n 10)) (init (n 2)) (init z) (goal a 0)
            (<= (legal a (add ?x)) (n ?x)) (<= (next (n ?x)) (does a (add ?x)))
            (<= terminal (not (true z))) (n 10)\n"
            .to_owned();
        text.extend((0..10).map(|number| format!("(n {number})\n")));
        let mut simulator = simulator(&text);
        let Ok(start) = simulator.initial();
        let fluents = simulator.fluents(&start);
        assert_eq!(fluents, ["(n 2)", "(n 10)", "z"]);
        assert_eq!(simulator.state_of(&fluents), Some(start.clone()));
        let again = ["(n 10)", "z", "(n 2)", "z"].map(str::to_owned);
        assert_eq!(simulator.state_of(&again), Some(start));
        assert_eq!(simulator.state_of(&["(n 11)".to_owned()]), None);
        let empty = simulator.state_of(&[]).unwrap();
        assert!(simulator.fluents(&empty).is_empty());
        assert_eq!(simulator.state_text(&empty), "()");
    }

    /// One role may raise a number, by more than a word has bits; the other may
    /// double it.
    #[test]
    fn successors_are_the_same_one_by_one_and_together() {
        let mut text = "(role a) (role b) (init (n 0)) (goal a 0) (goal b 0)
            (<= (legal a (add ?x)) (number ?x)) (legal b (take 1)) (legal b keep)
            (<= (next (n ?x)) (does a (add ?x)) (does b keep))
            (<= (next (n ?y)) (does a (add ?x)) (does b (take 1)) (follows ?y ?x))
            (<= (next odd) (not (true odd))) (<= (next kept) (does b keep))
            (<= terminal (true (n 99)))\n"
            .to_owned();
        for number in 0..100 {
            text.push_str(&format!(
                "(number {number}) (follows {number} {})\n",
                number + 1
            ));
        }
        let mut simulator = simulator(&text);
        let Ok(state) = simulator.initial();
        let Ok(legal) = simulator.legal_moves(&state);
        let joint = |&one: &MoveId| legal[1].iter().map(move |&other| vec![one, other]);
        let joints: Vec<Vec<MoveId>> = legal[0].iter().flat_map(joint).collect();
        assert_eq!(joints.len(), 200);
        let Ok(together) = simulator.successors(&state, &joints);
        for (joint, together) in joints.iter().zip(&together) {
            let Ok(alone) = simulator.successor(&state, joint);
            assert_eq!(alone, *together);
        }
        assert_ne!(together[0], together[1]);
    }
}
