//! The game of a part of a game: some of its fluents and moves, with ends of
//! its own.
//!
//! In: a [`GroundGame`] and a [`Part`] of it. Out: a ground game that is played,
//! analysed and solved as every other ([`PartGame`]). Not here: which parts a
//! game has, and what solutions of parts say about the whole.

mod condition;
#[cfg(test)]
mod tests;

use ::game::{GoalValue, RoleId};
use thiserror::Error;

use crate::circuit::{Circuit, Node, NodeId};
use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::rebuild::{numbers, rebuild};
use crate::simplify::keep_needed;
use crate::state::BitState;

pub use condition::Condition;

/// A part of a game, by what is to be kept of it.
///
/// A fluent that is neither kept nor fixed belongs to another part: nothing that
/// is kept may depend on it. A move that is not kept is never made. All roles
/// stay; a role that waits needs a move to wait with, so keep that too.
#[derive(Clone, Debug)]
pub struct Part {
    /// A state of the game: its values are those of the kept fluents at the
    /// start, and those of the fixed ones always.
    pub start: BitState,
    /// The fluents to keep.
    pub fluents: Vec<FluentId>,
    /// Fluents that keep the value that they have in `start`. The caller must
    /// know that they do: the rules are simplified by it without a check.
    pub fixed: Vec<FluentId>,
    /// The moves to keep.
    pub moves: Vec<MoveId>,
    /// When the part is over.
    pub terminal: Condition,
    /// For each role when it has which goal value.
    pub goals: Vec<Vec<(GoalValue, Condition)>>,
}

/// A part of a game as a game of its own.
#[derive(Clone, Debug)]
pub struct PartGame {
    /// The game. Its fluents and moves have the names that they have in the
    /// whole, and come in the same order.
    pub game: GroundGame,
    /// The fluent of the whole for each of its fluents.
    pub fluents: Vec<FluentId>,
    /// The move of the whole for each of its moves. Moves that the fixed values
    /// make illegal everywhere are left out.
    pub moves: Vec<MoveId>,
}

/// Why a part cannot be made into a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartError {
    /// A fluent is both kept and fixed.
    #[error("{0} is both kept and fixed")]
    KeptAndFixed(String),
    /// The number of roles that have goals is not the game's.
    #[error("there are goals for {found} roles, and {roles} roles")]
    Goals {
        /// How many roles the game has.
        roles: usize,
        /// How many roles have goals.
        found: usize,
    },
    /// What is kept depends on a fluent that is neither kept nor fixed.
    #[error("{what} depends on {fluent}, which is neither kept nor fixed")]
    Depends {
        /// What is kept, in KIF.
        what: String,
        /// The fluent.
        fluent: String,
    },
    /// An end or a goal depends on a move.
    #[error("{what} depends on a move, {mov}")]
    DependsOnMove {
        /// The end or goal, in KIF.
        what: String,
        /// The move.
        mov: String,
    },
}

impl Part {
    /// These fluents and moves, from the start of the game on, with its ends and
    /// goals; nothing is fixed.
    pub fn new(game: &GroundGame, fluents: Vec<FluentId>, moves: Vec<MoveId>) -> Self {
        let count = game.fluents().len();
        let goals = |role: RoleId| {
            let goals = game.goals(role).iter();
            goals.map(|(value, node)| (value.clone(), Condition::Node(*node)))
        };
        Part {
            start: BitState::new(count, |fluent| game.holds_initially(fluent)),
            fluents,
            fixed: Vec::new(),
            moves,
            terminal: Condition::Node(game.terminal()),
            goals: RoleId::all(game.roles().len())
                .map(|role| goals(role).collect())
                .collect(),
        }
    }
}

impl GroundGame {
    /// The game of a part.
    ///
    /// It has the states and moves that the part has on its own. What play in
    /// the part cannot reach stays too: the whole game can lead into such a
    /// state, for example with the other role to move.
    ///
    /// # Errors
    ///
    /// [`PartError`] if what is kept depends on what is not.
    pub fn part(&self, part: &Part) -> Result<PartGame, PartError> {
        if part.goals.len() != self.roles.len() {
            return Err(PartError::Goals {
                roles: self.roles.len(),
                found: part.goals.len(),
            });
        }
        let mut building = Building::new(self, part)?;
        loop {
            let game = building.build();
            // What can no longer be legal is not made either.
            let never = |place: &usize| game.legal[*place] == NodeId::FALSE;
            let never: Vec<usize> = (0..game.legal.len()).filter(never).collect();
            if never.is_empty() {
                return building.finish(game);
            }
            let left: Vec<usize> = places_of(&building.moves);
            for place in never {
                building.moves[left[place]] = false;
            }
        }
    }
}

impl PartGame {
    /// The part's state for a state of the whole.
    pub fn state(&self, whole: &BitState) -> BitState {
        BitState::new(self.fluents.len(), |fluent| {
            whole.holds(self.fluents[fluent.index()])
        })
    }
}

/// A part under construction.
struct Building<'a> {
    whole: &'a GroundGame,
    part: &'a Part,
    /// Which fluents, and which moves, are kept.
    fluents: Vec<bool>,
    moves: Vec<bool>,
    fixed: Vec<bool>,
}

impl<'a> Building<'a> {
    fn new(whole: &'a GroundGame, part: &'a Part) -> Result<Self, PartError> {
        let mut building = Building {
            whole,
            part,
            fluents: vec![false; whole.fluents.len()],
            moves: vec![false; whole.moves.len()],
            fixed: vec![false; whole.fluents.len()],
        };
        for fluent in &part.fluents {
            building.fluents[fluent.index()] = true;
        }
        for mov in &part.moves {
            building.moves[mov.index()] = true;
        }
        for fluent in &part.fixed {
            building.fixed[fluent.index()] = true;
            if building.fluents[fluent.index()] {
                let name = whole.fluents[fluent.index()].clone();
                return Err(PartError::KeptAndFixed(name));
            }
        }
        Ok(building)
    }

    /// The new number of each fluent: those that are not kept come last, so that
    /// they can be recognised.
    fn fluent_numbers(&self) -> Vec<u32> {
        let kept = self.part_size();
        let others: Vec<bool> = self.fluents.iter().map(|kept| !kept).collect();
        let pairs = numbers(&self.fluents).into_iter().zip(numbers(&others));
        let pairs = pairs.zip(&self.fluents);
        pairs
            .map(|((own, other), is_kept)| if *is_kept { own } else { kept + other })
            .collect()
    }

    fn part_size(&self) -> u32 {
        self.fluents.iter().filter(|&&kept| kept).count() as u32
    }

    fn constant(&self, node: NodeId) -> Option<bool> {
        match self.whole.circuit.node(node) {
            Node::Fluent(fluent) => self.fixed_value(*fluent),
            Node::Move(mov) if !self.moves[mov.index()] => Some(false),
            _ => None,
        }
    }

    fn fixed_value(&self, fluent: FluentId) -> Option<bool> {
        self.fixed[fluent.index()].then(|| self.part.start.holds(fluent))
    }

    /// The part's game; its circuit may still read fluents of other parts.
    fn build(&self) -> GroundGame {
        let fluents = self.fluent_numbers();
        let numbers = (fluents.clone(), numbers(&self.moves));
        let constant = |node| self.constant(node);
        let (mut circuit, places) = rebuild(&self.whole.circuit, constant, numbers);
        let fluent = |circuit: &mut Circuit, it: FluentId| match self.fixed_value(it) {
            Some(true) => NodeId::TRUE,
            Some(false) => NodeId::FALSE,
            None => circuit.fluent(FluentId(fluents[it.index()])),
        };
        let mut node = |it: &Condition| it.node(&mut circuit, &fluent, &places);
        let terminal = node(&self.part.terminal);
        let mut goals_of = |goals: &Vec<(GoalValue, Condition)>| {
            let goals = goals.iter().map(|(value, it)| (value.clone(), node(it)));
            goals.filter(|(_, node)| *node != NodeId::FALSE).collect()
        };
        let goals = self.part.goals.iter().map(&mut goals_of).collect();
        let mut game = self.whole.keep(&self.fluents, &self.moves);
        for node in game.legal.iter_mut().chain(&mut game.next) {
            *node = places[node.index()];
        }
        let start = &self.part.start;
        let kept = places_of(&self.fluents).into_iter();
        game.initial = kept
            .map(|place| start.holds(FluentId(place as u32)))
            .collect();
        (game.circuit, game.terminal, game.goals) = (circuit, terminal, goals);
        keep_needed(&mut game);
        game
    }

    fn finish(&self, game: GroundGame) -> Result<PartGame, PartError> {
        self.check(&game)?;
        let fluents = places_of(&self.fluents).into_iter();
        let moves = places_of(&self.moves).into_iter();
        Ok(PartGame {
            game,
            fluents: fluents.map(|place| FluentId(place as u32)).collect(),
            moves: moves.map(|place| MoveId(place as u32)).collect(),
        })
    }

    /// Checks that what is kept depends on nothing else.
    fn check(&self, game: &GroundGame) -> Result<(), PartError> {
        let reads = Reads::of(game.circuit(), self.part_size());
        for (mov, &node) in game.moves.iter().zip(&game.legal) {
            self.check_fluents(&reads, node, || format!("(legal {mov})"))?;
        }
        for (fluent, &node) in game.fluents.iter().zip(&game.next) {
            self.check_fluents(&reads, node, || format!("(next {fluent})"))?;
        }
        self.check_end(game, &reads, game.terminal, || "terminal".to_owned())?;
        for (role, goals) in game.roles.iter().zip(&game.goals) {
            for (value, node) in goals {
                self.check_end(game, &reads, *node, || format!("(goal {role} {value})"))?;
            }
        }
        Ok(())
    }

    fn check_fluents(
        &self,
        reads: &Reads,
        node: NodeId,
        what: impl Fn() -> String,
    ) -> Result<(), PartError> {
        let Some(foreign) = reads.foreign[node.index()] else {
            return Ok(());
        };
        let numbers = self.fluent_numbers();
        let place = numbers.iter().position(|&number| number == foreign);
        let place = place.expect("every fluent has a number");
        Err(PartError::Depends {
            what: what(),
            fluent: self.whole.fluents[place].clone(),
        })
    }

    fn check_end(
        &self,
        game: &GroundGame,
        reads: &Reads,
        node: NodeId,
        what: impl Fn() -> String,
    ) -> Result<(), PartError> {
        match reads.moves[node.index()] {
            Some(mov) => Err(PartError::DependsOnMove {
                what: what(),
                mov: game.moves[mov.index()].clone(),
            }),
            None => self.check_fluents(reads, node, what),
        }
    }
}

/// For each node one of the foreign fluents, and one of the moves, that it
/// depends on.
struct Reads {
    foreign: Vec<Option<u32>>,
    moves: Vec<Option<MoveId>>,
}

impl Reads {
    /// Fluents from number `own` on are foreign.
    fn of(circuit: &Circuit, own: u32) -> Self {
        let count = circuit.nodes().len();
        let mut reads = Reads {
            foreign: vec![None; count],
            moves: vec![None; count],
        };
        let definitions = |around: &crate::Loop| around.definitions.clone();
        let definitions: Vec<_> = circuit.loops().iter().flat_map(definitions).collect();
        // Repeated until nothing changes, because rules can depend on each other
        // in a cycle.
        loop {
            let before = reads.size();
            for (place, node) in circuit.nodes().iter().enumerate() {
                match node {
                    Node::Fluent(it) if it.0 >= own => reads.foreign[place] = Some(it.0),
                    Node::Move(it) => reads.moves[place] = Some(*it),
                    _ => {}
                }
                for read in node.reads() {
                    reads.inherit(place, read.index());
                }
            }
            for (variable, is) in &definitions {
                reads.inherit(variable.index(), is.index());
            }
            if reads.size() == before {
                return reads;
            }
        }
    }

    fn inherit(&mut self, place: usize, read: usize) {
        self.foreign[place] = self.foreign[place].or(self.foreign[read]);
        self.moves[place] = self.moves[place].or(self.moves[read]);
    }

    /// The number of nodes that depend on something foreign.
    fn size(&self) -> usize {
        self.foreign.iter().flatten().count() + self.moves.iter().flatten().count()
    }
}

/// The places of what is kept.
fn places_of(kept: &[bool]) -> Vec<usize> {
    (0..kept.len()).filter(|&place| kept[place]).collect()
}
