//! 64 iterations side by side in one thread.
//!
//! In: the graph, which all threads share. Out: the graph with more in it. Each lane of the
//! simulator is one iteration: put into the state where its way through the graph ends, it
//! makes the move that leads out of the graph, becomes a node, and plays on at random to the
//! end. A lane that is free begins the next iteration at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Draws, Fault, RoleId, Stop, StopReason, Value};
use ground::{BitState, MoveId, SideBySide};
use play::{Oracle, State};

use crate::descent::Descent;
use crate::error::SearchError;
use crate::path::Path;
use crate::settings::Settings;
use crate::tree::{NodeId, Tree, arms_needed};
use crate::worths::{UNPROVEN, WorthId};

/// Iterations that need no playout which a lane may make in a round.
const AT_ONCE: usize = 64;

/// What all threads share.
pub(crate) struct Shared<'a> {
    pub tree: &'a mut Tree,
    /// How many iterations there are to be in all.
    pub budget: u64,
    pub started: u64,
    pub finished: u64,
    /// Set by the first thread with an error: the others end.
    pub failed: bool,
}

impl Shared<'_> {
    /// Whether no iteration is to begin any more.
    fn is_done(&self) -> bool {
        self.failed || self.started >= self.budget || self.tree.worth(self.tree.root) != UNPROVEN
    }
}

/// What a lane does in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing: it waits for an iteration.
    Free,
    /// Its state is that of a node which is to be expanded.
    Expanding(NodeId),
    /// It makes the last moves of its path.
    Leaving,
    /// Its state is where these moves led.
    Arriving,
    /// It was put into a state, and is to play at random from there.
    Starting,
    /// It plays at random.
    Playing,
}

#[derive(Clone, Debug)]
struct Lane {
    stage: Stage,
    path: Path,
    /// Moves made since the root.
    length: u64,
    /// The rewards of its playouts so far, in half points, and their number.
    sums: Vec<i64>,
    playouts: u32,
}

impl Lane {
    /// Counts the rewards of a playout, or those that are known.
    fn add(&mut self, half_points: &[i64]) {
        self.playouts += 1;
        let pairs = self.sums.iter_mut().zip(half_points);
        pairs.for_each(|(sum, it)| *sum += it);
    }

    /// Waits for the next iteration.
    fn clear(&mut self) {
        self.stage = Stage::Free;
        self.sums.fill(0);
        self.playouts = 0;
    }
}

/// One thread.
pub(crate) struct Worker<'a> {
    settings: &'a Settings,
    oracle: Option<&'a dyn Oracle>,
    games: SideBySide<'a>,
    lanes: Vec<Lane>,
    draws: Draws,
    /// The number of words of a state.
    words_each: usize,
    /// The states of lanes that arrive.
    words: Vec<u64>,
    /// What the oracle says of them.
    answers: Vec<Option<game::Rewards>>,
    /// Lanes that are to be put into states, and these states one after the other.
    placed: Vec<usize>,
    states: Vec<u64>,
    rewards: Vec<i64>,
    given_up: Vec<i64>,
    /// How many states were looked at in playouts.
    pub seen: u64,
}

impl<'a> Worker<'a> {
    pub fn new(
        settings: &'a Settings,
        games: SideBySide<'a>,
        oracle: Option<&'a dyn Oracle>,
        draws: Draws,
        given_up: Vec<i64>,
    ) -> Self {
        let lane = Lane {
            stage: Stage::Free,
            path: Path::default(),
            length: 0,
            sums: vec![0; given_up.len()],
            playouts: 0,
        };
        let lanes = settings.lanes.clamp(1, SideBySide::GAMES);
        let words_each = games.game().fluents().len().div_ceil(64);
        Worker {
            settings,
            oracle,
            lanes: vec![lane; lanes],
            draws,
            words_each,
            words: vec![0; words_each * SideBySide::GAMES],
            answers: vec![None; lanes],
            placed: Vec::new(),
            states: Vec::new(),
            rewards: vec![0; given_up.len()],
            given_up,
            games,
            seen: 0,
        }
    }

    /// Works until there are enough iterations, the root is proven, or a stop is asked for.
    pub fn work(
        &mut self,
        shared: &Mutex<Shared<'_>>,
        stop: &Stop,
        tick: &mut dyn FnMut(&Shared<'_>),
    ) -> Result<Option<StopReason>, SearchError> {
        self.refill(&mut lock(shared));
        loop {
            if let Some(reason) = stop.requested() {
                self.give_up(&mut lock(shared));
                return Ok(Some(reason));
            }
            if self.placed.is_empty() && self.is_idle() && lock(shared).is_done() {
                return Ok(None);
            }
            self.put();
            if let Err(error) = self.round(shared, tick) {
                let mut shared = lock(shared);
                shared.failed = true;
                self.give_up(&mut shared);
                return Err(error);
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.lanes.iter().all(|lane| lane.stage == Stage::Free)
    }

    /// The lanes in a stage.
    fn lanes_that(&self, is: impl Fn(Stage) -> bool) -> u64 {
        let lanes = self.lanes.iter().enumerate();
        lanes.fold(0, |all, (at, lane)| all | u64::from(is(lane.stage)) << at)
    }

    /// Puts lanes into the states that they begin in.
    fn put(&mut self) {
        let states = self.states.chunks(self.words_each.max(1));
        self.games.put(self.placed.iter().copied().zip(states));
        self.placed.clear();
        self.states.clear();
    }

    fn round(
        &mut self,
        shared: &Mutex<Shared<'_>>,
        tick: &mut dyn FnMut(&Shared<'_>),
    ) -> Result<(), SearchError> {
        self.games.look();
        let active = self.lanes_that(|stage| stage != Stage::Free);
        let arriving = self.lanes_that(|stage| stage == Stage::Arriving);
        let playing = self.lanes_that(|stage| stage == Stage::Playing);
        let ended = self.games.ended() & active;
        let listed = self.games.list(active & !ended);
        listed.map_err(|(at, fault)| self.fault(at, fault))?;
        self.games.read(arriving, self.words_each, &mut self.words);
        self.ask(arriving & !ended, shared)?;
        self.seen += u64::from((arriving | playing).count_ones());
        let mut shared = lock(shared);
        for at in 0..self.lanes.len() {
            let has_ended = ended >> at & 1 == 1;
            match self.lanes[at].stage {
                Stage::Free => {}
                Stage::Starting => self.lanes[at].stage = Stage::Playing,
                Stage::Expanding(node) => self.expand(at, node, &mut shared),
                Stage::Leaving => self.leave(at, shared.tree),
                Stage::Arriving => self.arrive(at, has_ended, &mut shared)?,
                Stage::Playing => self.play_on(at, has_ended, &mut shared)?,
            }
        }
        self.refill(&mut shared);
        tick(&shared);
        drop(shared);
        self.play();
        self.games.step();
        Ok(())
    }

    /// Asks the oracle about the states of these lanes that are no nodes yet.
    fn ask(&mut self, lanes: u64, shared: &Mutex<Shared<'_>>) -> Result<(), SearchError> {
        let Some(oracle) = self.oracle else {
            return Ok(());
        };
        let tree = lock(shared);
        let is_new = |&at: &usize| lanes >> at & 1 == 1 && tree.tree.find(self.state(at)).is_none();
        let new: Vec<usize> = (0..self.lanes.len()).filter(is_new).collect();
        drop(tree);
        let states = new
            .iter()
            .map(|&at| State::Bits(BitState::from_words(self.state(at))));
        let states: Vec<State> = states.collect();
        self.answers.fill(None);
        if states.is_empty() {
            return Ok(());
        }
        let asked: Vec<&State> = states.iter().collect();
        for (at, answer) in new.into_iter().zip(oracle.ask(&asked)?) {
            self.answers[at] = match answer.outcome().map(|it| it.value) {
                Some(Value::Rewards(rewards)) => Some(rewards),
                _ => None,
            };
        }
        Ok(())
    }

    /// The state of a lane that arrives.
    fn state(&self, at: usize) -> &[u64] {
        &self.words[at * self.words_each..(at + 1) * self.words_each]
    }

    /// The lane's state is that of a node without arms: gives it its arms, and takes some.
    fn expand(&mut self, at: usize, node: NodeId, shared: &mut Shared<'_>) {
        let tree = &mut *shared.tree;
        if !tree.is_expanded(node) {
            let roles = RoleId::all(tree.roles);
            let legal: Vec<&[MoveId]> = roles.map(|role| self.games.legal(at, role)).collect();
            if !tree.has_room(arms_needed(&legal)) {
                self.lanes[at].path.end(node);
                self.lanes[at].stage = Stage::Playing;
                return;
            }
            tree.expand(node, &legal);
        }
        let path = &mut self.lanes[at].path;
        path.reopen();
        match tree.choose(node, path, self.settings, &mut self.draws) {
            Some(worth) => self.finish_known(at, worth, shared),
            None => self.leave(at, tree),
        }
    }

    /// Makes the last moves of the lane's path.
    fn leave(&mut self, at: usize, tree: &Tree) {
        let lane = &mut self.lanes[at];
        for role in RoleId::all(tree.roles) {
            let legal = self.games.legal(at, role);
            // Who has one move is in no arm.
            let chosen = lane.path.last_moves(tree).find(|mov| legal.contains(mov));
            let mov = chosen.unwrap_or(legal[0]);
            self.games.make(at, mov);
        }
        lane.length += 1;
        lane.stage = Stage::Arriving;
    }

    /// The lane is where its path led: in a node, or in a state that becomes one.
    fn arrive(
        &mut self,
        at: usize,
        ended: bool,
        shared: &mut Shared<'_>,
    ) -> Result<(), SearchError> {
        let tree = &mut *shared.tree;
        let (parent, arms) = self.lanes[at].path.last().expect("it took arms");
        let arms: Vec<u32> = arms.to_vec();
        let known = tree.child(parent, &arms);
        let state = &self.words[at * self.words_each..(at + 1) * self.words_each];
        if let Some(node) = known.or_else(|| tree.find(state)) {
            tree.link(parent, &arms, node);
            self.go_down(at, node, shared);
            return Ok(());
        }
        let worth = match ended {
            true => {
                let read = self.games.rewards(at, &mut self.rewards);
                read.map_err(|fault| self.fault(at, fault))?;
                tree.worths.id_of(&self.rewards)
            }
            false => match self.answers[at].take() {
                Some(rewards) => tree.worths.id(rewards),
                None => UNPROVEN,
            },
        };
        let node = tree.has_room(0).then(|| tree.add(state));
        if let Some(node) = node {
            tree.link(parent, &arms, node);
            tree.set_worth(node, worth);
        }
        match (worth, node) {
            (UNPROVEN, Some(node)) if !self.settings.is_graph() => self.expand(at, node, shared),
            (UNPROVEN, node) => {
                node.into_iter()
                    .for_each(|node| self.lanes[at].path.end(node));
                self.lanes[at].stage = Stage::Playing;
            }
            (worth, _) => self.finish_known(at, worth, shared),
        }
        Ok(())
    }

    /// Ends the playout of the lane, if it has come to an end.
    fn play_on(
        &mut self,
        at: usize,
        ended: bool,
        shared: &mut Shared<'_>,
    ) -> Result<(), SearchError> {
        if ended {
            let read = self.games.rewards(at, &mut self.rewards);
            read.map_err(|fault| self.fault(at, fault))?;
            self.played(at, shared);
        } else if self.lanes[at].length >= self.settings.max_length {
            self.rewards.copy_from_slice(&self.given_up);
            self.played(at, shared);
        }
        Ok(())
    }

    /// A playout has ended: begins the next from the same leaf, or ends the iteration.
    fn played(&mut self, at: usize, shared: &mut Shared<'_>) {
        let lane = &mut self.lanes[at];
        lane.add(&self.rewards);
        let more = lane.playouts < self.settings.playouts && shared.started < shared.budget;
        match lane.path.leaf() {
            Some(leaf) if more => {
                shared.started += 1;
                lane.length = lane.path.len() as u64;
                lane.stage = Stage::Starting;
                self.placed.push(at);
                self.states.extend_from_slice(shared.tree.state(leaf));
            }
            _ => self.finish(at, shared),
        }
    }

    /// Makes a move in every playout.
    fn play(&mut self) {
        for at in 0..self.lanes.len() {
            if self.lanes[at].stage != Stage::Playing {
                continue;
            }
            for role in RoleId::all(self.rewards.len()) {
                let legal = self.games.legal(at, role);
                let mov = match legal {
                    [only] => *only,
                    several => several[self.draws.below(several.len())],
                };
                self.games.make(at, mov);
            }
            self.lanes[at].length += 1;
        }
    }

    /// Ends an iteration in a node of known worth.
    fn finish_known(&mut self, at: usize, worth: WorthId, shared: &mut Shared<'_>) {
        self.rewards
            .copy_from_slice(&shared.tree.worths.get(worth).half_points);
        if self.settings.is_graph() {
            shared.tree.prove_up(&self.lanes[at].path);
        }
        self.lanes[at].add(&self.rewards);
        self.finish(at, shared);
    }

    /// Carries the rewards of a lane's playouts up its path.
    fn finish(&mut self, at: usize, shared: &mut Shared<'_>) {
        let lane = &mut self.lanes[at];
        shared
            .tree
            .carry_up(&mut lane.path, &mut lane.sums, lane.playouts);
        shared.finished += u64::from(lane.playouts);
        lane.clear();
    }

    /// Begins iterations in all lanes that are free.
    fn refill(&mut self, shared: &mut Shared<'_>) {
        for at in 0..self.lanes.len() {
            for _ in 0..AT_ONCE {
                if self.lanes[at].stage != Stage::Free || shared.is_done() {
                    break;
                }
                shared.started += 1;
                self.lanes[at].length = 0;
                self.go_down(at, shared.tree.root, shared);
            }
        }
    }

    /// Goes down from a node, to where the lane is to be put next.
    fn go_down(&mut self, at: usize, node: NodeId, shared: &mut Shared<'_>) {
        let tree = &mut *shared.tree;
        let lane = &mut self.lanes[at];
        let descent = tree.descend(node, &mut lane.path, self.settings, &mut self.draws);
        lane.length = lane.path.len() as u64;
        let (stage, node) = match descent {
            Descent::Known(worth) => return self.finish_known(at, worth, shared),
            Descent::Unexpanded(node) => (Stage::Expanding(node), node),
            Descent::Again(node) => (Stage::Starting, node),
            Descent::Open(node) => {
                // The moves that lead out are made from here.
                lane.length -= 1;
                (Stage::Leaving, node)
            }
        };
        lane.stage = stage;
        self.placed.push(at);
        self.states.extend_from_slice(tree.state(node));
    }

    /// Forgets the iterations under way.
    fn give_up(&mut self, shared: &mut Shared<'_>) {
        for lane in &mut self.lanes {
            lane.path.give_up(shared.tree);
            lane.clear();
        }
    }

    fn fault(&self, at: usize, fault: Fault) -> SearchError {
        let state = self.games.state(at);
        SearchError::Fault {
            fault,
            state: self.games.game().state_text(&state),
        }
    }
}

/// The shared state. A thread that panics is joined, and its panic goes on there.
pub(crate) fn lock<'m, 's>(shared: &'m Mutex<Shared<'s>>) -> MutexGuard<'m, Shared<'s>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
