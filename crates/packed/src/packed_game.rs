//! A game on packed states, one state after the other.
//!
//! In: states that the judge announces. Out: answers about them, computed for
//! many at once. The simulator answers for states that were not announced.

use std::convert::Infallible;

use analysis::Group;
use game::{GoalValue, Playable, RoleId};
use ground::{GroundGame, MoveId, Simulator};

use crate::compile::kernel::{Kernel, Turns, Words};
use crate::compile::packing::Packing;
use crate::knobs::Knobs;
use crate::lanes::{LANES, Lanes, NO_LANES, and, and_not, each_lane, is_empty, or};

/// Plays a ground game on packed states.
pub struct PackedGame<'a, const W: usize> {
    simulator: &'a mut Simulator,
    kernel: Kernel<W>,
    /// The states that were announced, by lane.
    announced: Vec<Words<W>>,
    /// The lane of the last state that was asked about.
    last: usize,
    terminal: Lanes,
    goals: Vec<Vec<Lanes>>,
    turns: Option<Turns>,
    /// For each lane the moves of the role whose turn it is, and their
    /// successors.
    successors: Vec<Vec<(MoveId, Words<W>)>>,
    /// For each lane and role the only legal move of a role that waits.
    waiting: Vec<Vec<MoveId>>,
}

impl<'a, const W: usize> PackedGame<'a, W> {
    /// `None` if the rules cannot be specialised to moves.
    pub fn new(simulator: &'a mut Simulator, groups: &[Group], knobs: &Knobs) -> Option<Self> {
        Some(PackedGame {
            kernel: Kernel::new(simulator.game(), groups, knobs)?,
            simulator,
            announced: Vec::new(),
            last: 0,
            terminal: NO_LANES,
            goals: Vec::new(),
            turns: None,
            successors: vec![Vec::new(); LANES],
            waiting: vec![Vec::new(); LANES],
        })
    }

    /// The ground game.
    pub fn game(&self) -> &GroundGame {
        self.simulator.game()
    }

    /// How its states are packed.
    pub fn packing(&self) -> &Packing {
        self.kernel.packing()
    }

    /// Packs a state of the simulator.
    pub fn pack(&self, state: &ground::BitState) -> Words<W> {
        self.kernel.packing().pack(state)
    }

    /// The state as the simulator has it.
    pub fn unpack(&self, state: &Words<W>) -> ground::BitState {
        self.kernel.packing().unpack(state)
    }

    /// The lane of an announced state; usually the same as for the last
    /// question, or the next.
    fn lane(&mut self, state: &Words<W>) -> Option<usize> {
        let near = [self.last, self.last + 1];
        let known = near
            .into_iter()
            .find(|&lane| self.announced.get(lane) == Some(state));
        let known = known.or_else(|| self.announced.iter().position(|known| known == state));
        self.last = known.unwrap_or(self.last);
        known
    }

    /// Lists the moves of each lane where it is one role's turn.
    fn list_moves(&mut self, turns: &Turns) {
        let taken = turns.of.iter().fold(NO_LANES, |all, &of| or(all, of));
        for lane in 0..self.announced.len() {
            self.successors[lane].clear();
            self.waiting[lane].clear();
        }
        // Moves come role by role, so each role that waits adds one move.
        for number in 0..self.kernel.move_count() {
            let active = self.kernel.active(number, turns);
            let (_, mov) = self.kernel.mov(number);
            for lane in each_lane(and_not(and(self.kernel.legal(number), taken), active)) {
                self.waiting[lane].push(mov);
            }
            if !is_empty(active) {
                let successors = &mut self.successors;
                let found = |lane: usize, state| successors[lane].push((mov, state));
                self.kernel.make(number, active, found);
            }
        }
    }

    /// Whose turn it is in a lane, if it is one role's.
    fn role(&self, lane: usize) -> Option<usize> {
        let turns = self.turns.as_ref()?;
        turns.of.iter().position(|&lanes| is_set(lanes, lane))
    }
}

fn is_set(lanes: Lanes, lane: usize) -> bool {
    lanes[lane / 64] >> (lane % 64) & 1 == 1
}

impl<const W: usize> Playable for PackedGame<'_, W> {
    type State = Words<W>;
    type Move = MoveId;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        self.simulator.roles()
    }

    fn initial(&mut self) -> Result<Words<W>, Infallible> {
        let initial = self.simulator.initial()?;
        Ok(self.pack(&initial))
    }

    fn prepare(&mut self, states: &[Words<W>]) {
        let states = &states[..states.len().min(LANES)];
        self.announced.clear();
        self.announced.extend_from_slice(states);
        self.last = 0;
        self.kernel.enter(states);
        self.terminal = self.kernel.terminal();
        if !is_empty(self.terminal) {
            self.goals = self.kernel.goals();
        }
        let turns = self.kernel.turns();
        self.list_moves(&turns);
        self.turns = Some(turns);
    }

    fn is_terminal(&mut self, state: &Words<W>) -> Result<bool, Infallible> {
        match self.lane(state) {
            Some(lane) => Ok(is_set(self.terminal, lane)),
            None => self.simulator.is_terminal(&self.unpack(state)),
        }
    }

    fn legal_moves(&mut self, state: &Words<W>) -> Result<Vec<Vec<MoveId>>, Infallible> {
        let lane = self.lane(state);
        let Some((lane, turn)) = lane.and_then(|lane| Some((lane, self.role(lane)?))) else {
            return self.simulator.legal_moves(&self.unpack(state));
        };
        let mut waiting = self.waiting[lane].iter().copied();
        let moves = |role: RoleId| match role.index() == turn {
            true => self.successors[lane].iter().map(|&(mov, _)| mov).collect(),
            false => waiting.next().into_iter().collect(),
        };
        Ok(RoleId::all(self.roles().len()).map(moves).collect())
    }

    fn successor(&mut self, state: &Words<W>, joint: &[MoveId]) -> Result<Words<W>, Infallible> {
        let lane = self.lane(state);
        let known = lane.and_then(|lane| {
            let mov = joint[self.role(lane)?];
            let mut successors = self.successors[lane].iter();
            successors
                .find(|(known, _)| *known == mov)
                .map(|&(_, to)| to)
        });
        match known {
            Some(to) => Ok(to),
            None => {
                let to = self.simulator.successor(&self.unpack(state), joint)?;
                Ok(self.pack(&to))
            }
        }
    }

    fn goals(&mut self, state: &Words<W>) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        match self.lane(state) {
            Some(lane) if is_set(self.terminal, lane) => {
                let game = self.simulator.game();
                let values = |role: RoleId| {
                    let held = game.goals(role).iter().zip(&self.goals[role.index()]);
                    let held = held.filter(|&(_, &lanes)| is_set(lanes, lane));
                    GoalValue::distinct(held.map(|((value, _), _)| value.clone()))
                };
                Ok(RoleId::all(game.roles().len()).map(values).collect())
            }
            _ => self.simulator.goals(&self.unpack(state)),
        }
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<Words<W>> {
        let state = self.simulator.state_of(fluents)?;
        let packed = self.pack(&state);
        // A state that violates a group has no packed form.
        (self.unpack(&packed) == state).then_some(packed)
    }

    fn fluents(&self, state: &Words<W>) -> Vec<String> {
        self.simulator.fluents(&self.unpack(state))
    }

    fn move_text(&self, mov: &MoveId) -> String {
        self.simulator.move_text(mov)
    }
}
