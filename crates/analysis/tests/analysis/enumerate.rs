//! Checks facts against all reachable states.

use analysis::{Budget, Facts, Group, analyse};
use game::{Obstacle, Playable, RoleId, Stop};
use gdl::Rules;
use ground::{BitState, FluentId, GroundGame, Simulator};
use judge::{Graph, JudgeError, Limits, Purpose, StateId, explore};
use testkit::ground_game;

pub fn facts_of(game: &GroundGame) -> Facts {
    analyse(game, &Budget::new(Stop::new())).unwrap()
}

/// The states of a game, if there are not too many and none is faulty.
pub fn states(game: &GroundGame, max_states: u64) -> Option<Graph<BitState>> {
    let mut simulator = Simulator::new(game.clone());
    let start = simulator.initial().unwrap();
    let limits = Limits {
        max_states: Some(max_states),
        ..Limits::default()
    };
    match explore(&mut simulator, start, Purpose::Reach, &limits, &mut |_| {}) {
        Ok(graph) => Some(graph),
        Err(
            JudgeError::Obstacle(Obstacle::StateLimit { .. })
            | JudgeError::Obstacle(Obstacle::Fault { .. }),
        ) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Checks all facts on all states; returns the facts, or `None` if there are
/// too many states.
pub fn check(name: &str, rules: &Rules, max_states: u64) -> Option<Facts> {
    let game = ground_game(rules);
    let graph = states(&game, max_states)?;
    let facts = facts_of(&game);
    let check = Check {
        name,
        game: &game,
        facts: &facts,
        graph: &graph,
    };
    check.all();
    Some(facts)
}

struct Check<'a> {
    name: &'a str,
    game: &'a GroundGame,
    facts: &'a Facts,
    graph: &'a Graph<BitState>,
}

impl Check<'_> {
    fn all(&self) {
        for id in self.graph.ids() {
            let state = self.graph.state(id);
            self.values(state);
            self.packing(state);
        }
        self.cover();
        self.step_counter();
        self.autonomous();
        self.turn();
        self.progress();
    }

    fn names(&self, fluents: &[FluentId]) -> Vec<&str> {
        let names = fluents.iter();
        names
            .map(|it| self.game.fluents()[it.index()].as_str())
            .collect()
    }

    /// All steps: a state, and one that follows it.
    fn steps(&self) -> impl Iterator<Item = (&BitState, &BitState)> {
        let ids = self.graph.ids();
        ids.flat_map(move |id| {
            let next = self.graph.successors(id).iter();
            next.map(move |&next| (self.graph.state(id), self.graph.state(next)))
        })
    }

    fn values(&self, state: &BitState) {
        let name = self.name;
        for &(fluent, value) in &self.facts.constants {
            assert_eq!(
                state.holds(fluent),
                value,
                "{name}: {:?}",
                self.names(&[fluent])
            );
        }
        for group in &self.facts.groups {
            let holding = group.fluents.iter().filter(|it| state.holds(**it)).count();
            let fine = holding == 1 || holding == 0 && !group.exactly_one;
            assert!(
                fine,
                "{name}: {holding} of {:?}",
                self.names(&group.fluents)
            );
        }
        for it in &self.facts.duplicates {
            let equal = state.holds(it.fluent) == state.holds(it.of);
            assert_eq!(
                equal,
                it.equal,
                "{name}: {:?}",
                self.names(&[it.fluent, it.of])
            );
        }
    }

    /// Packing by the partition, and back.
    fn packing(&self, state: &BitState) {
        let groups = self.facts.partition();
        let codes: Vec<usize> = groups.iter().map(|group| encode(group, state)).collect();
        let mut decoded: Vec<FluentId> = Vec::new();
        for (group, code) in groups.iter().zip(codes) {
            assert!(code < 1 << group.bits(), "{}", self.name);
            decoded.extend(group.fluents.get(code));
        }
        let constants = self.facts.constants.iter().filter(|(_, value)| *value);
        decoded.extend(constants.map(|(fluent, _)| *fluent));
        let back = BitState::new(self.facts.fluents.len(), |it| decoded.contains(&it));
        assert_eq!(&back, state, "{}", self.name);
    }

    /// Checks that each fluent is constant or in exactly one group.
    fn cover(&self) {
        for groups in [
            self.facts.partition(),
            &self.facts.partition_without_duplicates(),
        ] {
            let mut seen = vec![0; self.facts.fluents.len()];
            for fluent in groups.iter().flat_map(|group| &group.fluents) {
                seen[fluent.index()] += 1;
            }
            assert!(seen.iter().all(|&times| times <= 1), "{}", self.name);
        }
        let groups = self.facts.partition();
        let grouped: usize = groups.iter().map(|group| group.fluents.len()).sum();
        let all = grouped + self.facts.constants.len();
        assert_eq!(all, self.facts.fluents.len(), "{}", self.name);
    }

    fn step_counter(&self) {
        let Some(counter) = &self.facts.step_counter else {
            return;
        };
        let depth = |state: &BitState| {
            let holding: Vec<usize> = (0..counter.chain.len())
                .filter(|&it| state.holds(counter.chain[it]))
                .collect();
            assert_eq!(holding.len(), 1, "{}", self.name);
            holding[0]
        };
        assert_eq!(depth(self.graph.state(start(self.graph))), 0);
        for (now, next) in self.steps() {
            assert_eq!(depth(now) + 1, depth(next), "{}", self.name);
        }
    }

    fn autonomous(&self) {
        for way in &self.facts.autonomous {
            for (now, next) in self.steps() {
                let place = way.order.iter().position(|&it| now.holds(it)).unwrap();
                let follows = way.order.get(place + 1).copied();
                let follows = follows.or(way.back_to.map(|place| way.order[place]));
                let follows = follows.expect("the game is over when the last holds");
                assert!(next.holds(follows), "{}", self.name);
            }
        }
    }

    fn turn(&self) {
        let Some(turn) = &self.facts.turn else {
            return;
        };
        let mover = |state: &BitState| {
            let mut movers = turn.movers.iter();
            movers.find(|(it, _)| state.holds(*it)).unwrap().1
        };
        let mut simulator = Simulator::new(self.game.clone());
        for id in self.graph.ids().filter(|&id| !self.graph.is_terminal(id)) {
            let state = self.graph.state(id);
            let legal = simulator.legal_moves(state).unwrap();
            for (role, moves) in RoleId::all(legal.len()).zip(legal) {
                let fine = moves.len() < 2 || mover(state) == Some(role);
                assert!(fine, "{}: {role:?} moves", self.name);
            }
            for &next in self.graph.successors(id) {
                if turn.alternating && !self.graph.is_terminal(next) {
                    assert_ne!(mover(self.graph.state(next)), mover(state), "{}", self.name);
                }
            }
        }
    }

    fn progress(&self) {
        let Some(progress) = self.facts.progress.as_ref().filter(|it| it.is_proven()) else {
            return;
        };
        let sum = |state: &BitState| {
            let fluents = self.facts.fluents.iter().copied();
            progress.sum(fluents.filter(|&it| state.holds(it)))
        };
        assert_eq!(sum(self.graph.state(start(self.graph))), progress.start());
        for (now, next) in self.steps() {
            let gain = sum(next) - sum(now);
            let fine = gain == 1 || gain > 0 && !progress.is_incremental();
            assert!(fine, "{}: a move adds {gain}", self.name);
        }
    }
}

fn start(graph: &Graph<BitState>) -> StateId {
    graph.ids().next().unwrap()
}

/// The place of the fluent that holds; beyond the last if none does.
fn encode(group: &Group, state: &BitState) -> usize {
    let mut fluents = group.fluents.iter();
    let place = fluents.position(|&it| state.holds(it));
    place.unwrap_or(group.fluents.len())
}
