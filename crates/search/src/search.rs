//! The search as its users see it.

use std::sync::Mutex;
use std::thread;

use game::{Draws, Fault, Playable, Rewards, RoleId, Stop, StopReason, Value, rewards_from_goals};
use ground::{BitState, GroundGame, MoveId, SideBySide, Simulator};
use play::{Oracle, State};

use crate::error::SearchError;
use crate::estimates::Estimates;
use crate::rows::BLOCK_ROWS;
use crate::settings::Settings;
use crate::tree::{Chooser, NONE, NodeId, Tree, arms_needed};
use crate::worker::{Shared, Worker, lock};
use crate::worths::UNPROVEN;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The worth of the root is proven: no search tells more about it.
    Proven,
    /// All iterations were made.
    Enough,
    /// A stop was asked for.
    Stopped(StopReason),
}

/// A search from a state of a game on.
#[derive(Debug)]
pub struct Search {
    settings: Settings,
    pub(crate) simulator: Simulator,
    pub(crate) tree: Tree,
    /// The legal moves of each role in the root; empty at the end of play.
    legal: Vec<Vec<MoveId>>,
    iterations: u64,
    seen: u64,
    /// The number of runs so far: each has random numbers of its own.
    runs: u64,
}

impl Search {
    /// A search from a state on; nothing is searched yet.
    ///
    /// # Errors
    ///
    /// [`SearchError::Fault`] if the state is ill-formed, [`SearchError::TooManyMoves`].
    pub fn new(
        game: GroundGame,
        state: &BitState,
        settings: Settings,
    ) -> Result<Self, SearchError> {
        let mut search = Search {
            tree: Tree::new(&game, &settings),
            simulator: Simulator::new(game),
            settings,
            legal: Vec::new(),
            iterations: 0,
            seen: 0,
            runs: 0,
        };
        search.begin_at(state)?;
        Ok(search)
    }

    /// The game.
    pub fn game(&self) -> &GroundGame {
        self.simulator.game()
    }

    /// The state in the root.
    pub fn state(&self) -> BitState {
        BitState::from_words(self.tree.state(self.tree.root))
    }

    /// The legal moves of each role in the root; none at the end of play.
    pub fn legal(&self) -> &[Vec<MoveId>] {
        &self.legal
    }

    /// How many iterations were made since the root became the root.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// How many states playouts have seen so far.
    pub fn playout_states(&self) -> u64 {
        self.seen
    }

    /// How many states are in the graph.
    pub fn size(&self) -> usize {
        self.tree.size
    }

    /// The bytes that the graph takes.
    pub fn memory_bytes(&self) -> u64 {
        self.tree.bytes_with(0, 0)
    }

    /// All states of the graph whose exact rewards are known.
    pub fn proven_states(&self) -> impl Iterator<Item = (BitState, Rewards)> + '_ {
        self.tree.all().filter_map(|node| {
            let rewards = self.tree.proven(node)?.clone();
            Some((BitState::from_words(self.tree.state(node)), rewards))
        })
    }

    /// What is known of the root and its moves.
    pub fn estimates(&self) -> Estimates {
        self.tree.estimates(self.iterations)
    }

    /// The move that is recommended to a role: its only one, or the best so far, or else the
    /// first; `None` at the end of play.
    pub fn best_move(&self, role: RoleId) -> Option<MoveId> {
        let legal = self.legal.get(role.index())?;
        if legal.len() == 1 {
            return legal.first().copied();
        }
        let best = self.tree.best_arm_of(self.tree.root, role);
        let best = best.and_then(|arm| self.tree.arm(arm).mov);
        best.filter(|mov| legal.contains(mov))
            .or(legal.first().copied())
    }

    /// Searches until there are `iterations` more, the root is proven, or a stop is asked for;
    /// at least until one thread has noticed. What the oracle knows is not searched; it has
    /// the model of the settings, and its states have the numbers of fluents of this game.
    ///
    /// `tick` is told what is known each time the number of iterations has grown by a
    /// twentieth. It does not influence the search.
    ///
    /// # Errors
    ///
    /// [`SearchError`]; what was found before stays.
    pub fn run(
        &mut self,
        iterations: u64,
        oracle: Option<&dyn Oracle>,
        stop: &Stop,
        tick: &mut dyn FnMut(&Estimates),
    ) -> Result<Ended, SearchError> {
        match oracle {
            Some(oracle) => self.look_up(oracle)?,
            None => self.forget_root(),
        }
        if self.legal.is_empty() {
            return Ok(Ended::Proven);
        }
        self.runs += 1;
        let roles = self.tree.roles;
        let before = self.iterations;
        let given_up = self.tree.scale.given_up();
        let shared = Mutex::new(Shared {
            tree: &mut self.tree,
            budget: iterations,
            started: 0,
            finished: 0,
            failed: false,
        });
        let (settings, game, runs) = (&self.settings, self.simulator.game(), self.runs);
        let threads = settings.threads.max(1) as u64;
        let games = SideBySide::new(game);
        let worker = |number: u64| {
            let mut seeds = Draws::new(settings.seed ^ (runs * threads + number).rotate_left(32));
            let draws = Draws::new(seeds.draw());
            Worker::new(settings, games.clone(), oracle, draws, given_up.clone())
        };
        debug_assert_eq!(given_up.len(), roles);
        let mut next = 1;
        let mut told = |shared: &Shared<'_>| {
            if shared.finished >= next {
                next = shared.finished + shared.finished / 20 + 1;
                tick(&shared.tree.estimates(before + shared.finished));
            }
        };
        let results: Vec<(Result<_, SearchError>, u64)> = thread::scope(|scope| {
            let run = |mut worker: Worker<'_>, tell: &mut dyn FnMut(&Shared<'_>)| {
                (worker.work(&shared, stop, tell), worker.seen)
            };
            // Where the system has no thread to give, the others do its work.
            let spawn = |number| {
                let worker = worker(number);
                let task = move || run(worker, &mut |_| {});
                thread::Builder::new().spawn_scoped(scope, task).ok()
            };
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            let own = run(worker(0), &mut told);
            let others = others.into_iter().map(|thread| thread.join());
            let others = others
                .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [own].into_iter().chain(others).collect()
        });
        self.iterations += lock(&shared).finished;
        self.seen += results.iter().map(|(_, seen)| seen).sum::<u64>();
        let mut stopped = None;
        for (result, _) in results {
            stopped = stopped.or(result?);
        }
        Ok(match stopped {
            _ if self.tree.worth(self.tree.root) != UNPROVEN => Ended::Proven,
            Some(reason) => Ended::Stopped(reason),
            None => Ended::Enough,
        })
    }

    /// Goes on from the state after a joint move, one move for each role. What is known of
    /// it stays.
    ///
    /// # Errors
    ///
    /// [`SearchError::Illegal`] if the move is not legal; those of [`Search::new`].
    pub fn advance(&mut self, joint: &[MoveId]) -> Result<(), SearchError> {
        let fits = joint.len() == self.legal.len();
        if !fits
            || joint
                .iter()
                .zip(&self.legal)
                .any(|(mov, legal)| !legal.contains(mov))
        {
            return Err(SearchError::Illegal);
        }
        let Ok(next) = self.simulator.successor(&self.state(), joint);
        if let Some(node) = self.child(joint) {
            self.tree.root = node;
        }
        self.begin_at(&next)?;
        if self.memory_bytes() > self.settings.memory_bytes / 2 {
            self.tree = self.tree.compacted(self.simulator.game(), &self.settings);
        }
        Ok(())
    }

    /// The node after a joint move, if there is one.
    fn child(&self, joint: &[MoveId]) -> Option<NodeId> {
        let root = self.tree.root;
        let node = self.tree.node(root);
        let taken = |arm: &u32| {
            self.tree
                .arm(*arm)
                .mov
                .is_some_and(|mov| joint.contains(&mov))
        };
        let arms: Vec<u32> = (node.arms..node.arms + node.arm_count)
            .filter(taken)
            .collect();
        self.tree.child(root, &arms)
    }

    /// Makes a state the root.
    fn begin_at(&mut self, state: &BitState) -> Result<(), SearchError> {
        self.iterations = 0;
        let is_there = self.tree.size > 0 && self.state() == *state;
        if !is_there {
            let found = self.tree.find(state.words());
            self.tree.root = found.unwrap_or_else(|| self.tree.add(state.words()));
        }
        let root = self.tree.root;
        let Ok(is_terminal) = self.simulator.is_terminal(state);
        if is_terminal {
            self.legal = Vec::new();
            let rewards = self.rewards(state)?;
            let worth = self.tree.worths.id(rewards);
            self.tree.set_worth(root, worth);
            return Ok(());
        }
        let Ok(legal) = self.simulator.legal_moves(state);
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return Err(self.fault(Fault::NoLegalMove(RoleId::new(role)), state));
        }
        let lists: Vec<&[MoveId]> = legal.iter().map(Vec::as_slice).collect();
        let moves = arms_needed(&lists);
        if moves > BLOCK_ROWS {
            let most = BLOCK_ROWS;
            return Err(SearchError::TooManyMoves { moves, most });
        }
        if !self.tree.is_expanded(root) {
            self.tree.expand(root, &lists);
        }
        self.legal = legal;
        Ok(())
    }

    fn fault(&self, fault: Fault, state: &BitState) -> SearchError {
        SearchError::Fault {
            fault,
            state: self.simulator.state_text(state),
        }
    }

    /// Asks the oracle about the root and, if it knows it, where its moves lead: then all
    /// moves are known without search.
    fn look_up(&mut self, oracle: &dyn Oracle) -> Result<(), SearchError> {
        let roles = self.tree.roles;
        if oracle.model().among(roles) != self.tree.scale.model() {
            return Err(SearchError::OtherModel);
        }
        let root = self.tree.root;
        let state = self.state();
        if self.legal.is_empty() || !self.ask(oracle, root, &state)? {
            return Ok(());
        }
        let Chooser::One(role) = self.tree.node(root).chooser else {
            return Ok(());
        };
        let node = self.tree.node(root);
        for arm in node.arms..node.arms + node.arm_count {
            let mov = self.tree.arm(arm).mov;
            let mut joint: Vec<MoveId> = self.legal.iter().map(|moves| moves[0]).collect();
            joint[role.index()] = mov.unwrap_or(joint[role.index()]);
            let Ok(next) = self.simulator.successor(&state, &joint);
            let known = self
                .tree
                .child(root, &[arm])
                .or_else(|| self.tree.find(next.words()));
            let child = known.unwrap_or_else(|| self.tree.add(next.words()));
            self.tree.link(root, &[arm], child);
            self.ask(oracle, child, &next)?;
            self.tree.refresh(arm, role);
        }
        self.prove_root(role);
        Ok(())
    }

    /// An oracle that is gone may have known the root, without a move that keeps its worth.
    fn forget_root(&mut self) {
        let root = self.tree.root;
        if self.tree.node(root).proof == NONE && !self.legal.is_empty() {
            self.tree.set_worth(root, UNPROVEN);
            self.tree.settle(root);
        }
    }

    /// Asks about a node; whether its worth is known now.
    fn ask(
        &mut self,
        oracle: &dyn Oracle,
        node: NodeId,
        state: &BitState,
    ) -> Result<bool, SearchError> {
        if self.tree.worth(node) != UNPROVEN {
            return Ok(true);
        }
        let Ok(is_terminal) = self.simulator.is_terminal(state);
        let rewards = match is_terminal {
            true => self.rewards(state)?,
            false => {
                let asked = State::Bits(state.clone());
                let answer = oracle.ask(&[&asked])?.pop().and_then(|it| it.outcome());
                match answer.map(|it| it.value) {
                    Some(Value::Rewards(rewards)) => rewards,
                    _ => return Ok(false),
                }
            }
        };
        let worth = self.tree.worths.id(rewards);
        self.tree.set_worth(node, worth);
        Ok(true)
    }

    /// The rewards of an end of play.
    fn rewards(&mut self, state: &BitState) -> Result<Rewards, SearchError> {
        let Ok(goals) = self.simulator.goals(state);
        rewards_from_goals(&goals).map_err(|fault| self.fault(fault, state))
    }

    /// Notes which move of the root keeps its known worth.
    fn prove_root(&mut self, role: RoleId) {
        let root = self.tree.root;
        if self.tree.node(root).proof == NONE {
            let best = self.tree.best_arm_of(root, role);
            self.tree.node_mut(root).proof = best.unwrap_or(NONE);
        }
    }
}
