//! Breadth-first search: finds every reachable state.
//!
//! In: a game, a start, limits. Out: a [`Graph`]. Not here: who has a choice
//! (`choice.rs`) and what states are worth.

use game::{Fault, Obstacle, Playable, Rewards, RoleId, Turn, choosers, rewards_from_goals, turn};
use rustc_hash::FxHashMap;

use crate::graph::Node;
use crate::outcome::OutcomeId;
use crate::path::path_to;
use crate::{Graph, JudgeError, Limits, Progress, Simultaneous, StateId};

/// What the states are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To count them: several roles may choose at once, goals are not read.
    Reach,
    /// To give them values: one role chooses at a time, goals are read.
    Solve,
}

/// States that are expanded between two calls of `progress`.
const PROGRESS_STATES: usize = 1024;

/// States that the game is prepared for at a time.
const PREPARED_STATES: usize = 256;

/// Finds the states that can be reached from `start`, nearest first.
///
/// Terminal states are not expanded, whatever is legal there. `progress` is
/// called after each layer, and now and then inside large ones.
///
/// # Errors
///
/// [`Obstacle::Fault`] on a state that no game may have;
/// [`Obstacle::Simultaneous`] on two roles choosing at once, if the purpose
/// is to solve; [`Obstacle::StateLimit`] and [`Obstacle::Stopped`] by the
/// limits; [`JudgeError::Game`] if the game itself fails.
pub fn explore<G: Playable>(
    game: &mut G,
    start: G::State,
    purpose: Purpose,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Graph<G::State>, JudgeError<G::Error>> {
    let mut explorer = Explorer {
        game,
        graph: Graph::from_start(start),
        last_from: vec![None],
        outcomes: FxHashMap::default(),
        purpose,
        limits,
    };
    while let Some(layer) = explorer.graph.open_layer() {
        let end = layer.end;
        for index in layer {
            if index.is_multiple_of(PREPARED_STATES) {
                let ahead = index..end.min(index + PREPARED_STATES);
                explorer.game.prepare(&explorer.graph.states[ahead]);
            }
            explorer.visit(StateId::new(index))?;
            if index + 1 == end || (index + 1) % PROGRESS_STATES == 0 {
                progress(explorer.progress());
            }
        }
    }
    Ok(explorer.graph)
}

struct Explorer<'a, G: Playable> {
    game: &'a mut G,
    graph: Graph<G::State>,
    /// For each state the last one it was found to be a successor of: keeps
    /// lists of successors free of duplicates.
    last_from: Vec<Option<StateId>>,
    outcomes: FxHashMap<Rewards, OutcomeId>,
    purpose: Purpose,
    limits: &'a Limits,
}

impl<G: Playable> Explorer<'_, G> {
    fn visit(&mut self, id: StateId) -> Result<(), JudgeError<G::Error>> {
        self.check_stop()?;
        let node = self.node(id).map_err(|error| self.placed(error, id))?;
        self.graph.close(node);
        Ok(())
    }

    fn node(&mut self, id: StateId) -> Result<Node, JudgeError<G::Error>> {
        let terminal = self.game.is_terminal(self.graph.state(id));
        if terminal.map_err(JudgeError::Game)? {
            return Ok(Node::Terminal(self.read_goals(id)?));
        }
        match self.limits.max_depth == Some(self.graph.last_layer()) {
            true => Ok(Node::Unexpanded),
            false => self.expand(id),
        }
    }

    /// Adds where the game failed, unless it failed only because it was
    /// stopped.
    fn placed(&mut self, error: JudgeError<G::Error>, id: StateId) -> JudgeError<G::Error> {
        let JudgeError::Game(error) = error else {
            return error;
        };
        let stopped = self.limits.stop.requested().is_some();
        match path_to(self.game, &self.graph, id) {
            Ok(path) if !stopped => JudgeError::InState {
                error,
                state: self.game.state_text(self.graph.state(id)),
                path,
            },
            _ => JudgeError::Game(error),
        }
    }

    fn read_goals(&mut self, id: StateId) -> Result<Option<OutcomeId>, JudgeError<G::Error>> {
        if self.purpose == Purpose::Reach {
            return Ok(None);
        }
        let goals = self.game.goals(self.graph.state(id));
        let rewards = match rewards_from_goals(&goals.map_err(JudgeError::Game)?) {
            Ok(rewards) => rewards,
            Err(fault) => return Err(self.fault(id, fault)),
        };
        Ok(Some(self.outcome(rewards)))
    }

    fn outcome(&mut self, rewards: Rewards) -> OutcomeId {
        let outcomes = &mut self.graph.outcomes;
        let new = OutcomeId::new(outcomes.len());
        *self.outcomes.entry(rewards).or_insert_with_key(|rewards| {
            outcomes.push(rewards.clone());
            new
        })
    }

    fn expand(&mut self, id: StateId) -> Result<Node, JudgeError<G::Error>> {
        let legal = self.game.legal_moves(self.graph.state(id));
        let legal = legal.map_err(JudgeError::Game)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return Err(self.fault(id, Fault::NoLegalMove(RoleId::new(role))));
        }
        match turn(&legal, &mut |joint| self.step(id, joint))? {
            Turn::Of(mover) => Ok(Node::Turn(mover)),
            Turn::OfSeveral => self.note_simultaneous(id, &legal),
        }
    }

    fn step(&mut self, id: StateId, joint: &[G::Move]) -> Result<StateId, JudgeError<G::Error>> {
        self.check_stop()?;
        let successor = self.game.successor(self.graph.state(id), joint);
        let successor = self.enter(successor.map_err(JudgeError::Game)?, id)?;
        if self.last_from[successor.index()].replace(id) != Some(id) {
            self.graph.successors.push(successor);
        }
        Ok(successor)
    }

    fn enter(&mut self, state: G::State, parent: StateId) -> Result<StateId, JudgeError<G::Error>> {
        if let Some(id) = self.graph.find(&state) {
            return Ok(id);
        }
        let limit = self.limits.max_states.unwrap_or(StateId::CAPACITY);
        let limit = limit.min(StateId::CAPACITY);
        if self.graph.state_count() >= limit {
            let layer = self.graph.last_layer() + 1;
            return Err(Obstacle::StateLimit { limit, layer }.into());
        }
        self.last_from.push(None);
        Ok(self.graph.add(state, parent))
    }

    /// Keeps the first state in which several roles choose; an error if the
    /// purpose does not allow it.
    fn note_simultaneous(
        &mut self,
        id: StateId,
        legal: &[Vec<G::Move>],
    ) -> Result<Node, JudgeError<G::Error>> {
        if self.graph.simultaneous.is_none() {
            let roles = choosers(legal, &mut |joint| self.step(id, joint))?;
            if self.purpose == Purpose::Solve {
                return Err(self.simultaneous(id, &roles));
            }
            self.graph.simultaneous = Some(Simultaneous { state: id, roles });
        }
        Ok(Node::Simultaneous)
    }

    fn simultaneous(&mut self, id: StateId, roles: &[RoleId]) -> JudgeError<G::Error> {
        let names = self.game.roles();
        let roles = roles.iter().map(|role| names[role.index()].clone());
        let roles = roles.collect();
        match path_to(self.game, &self.graph, id) {
            Ok(path) => JudgeError::Obstacle(Obstacle::Simultaneous {
                roles,
                state: self.game.state_text(self.graph.state(id)),
                path,
            }),
            Err(error) => JudgeError::Game(error),
        }
    }

    fn fault(&mut self, id: StateId, fault: Fault) -> JudgeError<G::Error> {
        let state = self.game.state_text(self.graph.state(id));
        match path_to(self.game, &self.graph, id) {
            Ok(path) => Obstacle::fault(self.game.roles(), fault, state, path).into(),
            Err(error) => JudgeError::Game(error),
        }
    }

    fn check_stop(&self) -> Result<(), JudgeError<G::Error>> {
        match self.limits.stop.requested() {
            None => Ok(()),
            Some(reason) => Err(JudgeError::Obstacle(Obstacle::Stopped {
                reason,
                states: Some(self.graph.state_count()),
                layer: self.graph.last_layer(),
            })),
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            layer: self.graph.last_layer(),
            states: self.graph.state_count(),
            expanded: self.graph.nodes.len() as u64,
        }
    }
}
