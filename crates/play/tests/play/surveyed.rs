//! What a survey tells, against a plain recomputation of each number from its definition.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use game::{Model, Playable, RoleId, Stop, Value};
use ground::{BitState, Simulator};
use play::{Contest, SolvedGame, Survey, sampled, survey};
use table::solution::Outcome;

use super::{first, simulator, solved, state};

/// Two players with draws, without them, one player, three players.
const GAMES: [(&str, &[&str]); 4] = [
    ("tic-tac-toe", &[]),
    ("nim", &["heaps=1,2,3"]),
    ("queens", &["size=5"]),
    ("three-player-nim", &[]),
];

/// A solved game, with all its states in the order of a search in breadth.
struct Plain<'a> {
    solved: &'a SolvedGame,
    game: Simulator,
    layers: Vec<Vec<BitState>>,
}

/// A move of a role that has a choice.
struct Move {
    text: String,
    next: BitState,
}

impl<'a> Plain<'a> {
    fn new(solved: &'a SolvedGame) -> Self {
        let mut plain = Plain {
            solved,
            game: simulator(solved),
            layers: Vec::new(),
        };
        let mut known = HashMap::new();
        let mut layer = vec![first(solved)];
        known.insert(first(solved), ());
        while !layer.is_empty() {
            let mut found = Vec::new();
            for state in &layer {
                for it in plain.moves(state).1 {
                    if known.insert(it.next.clone(), ()).is_none() {
                        found.push(it.next);
                    }
                }
            }
            plain.layers.push(std::mem::replace(&mut layer, found));
        }
        plain
    }

    fn outcome(&self, of: &BitState) -> Outcome {
        self.solved.ask(&state(of)).unwrap().outcome().unwrap()
    }

    fn points(&self, of: &BitState) -> Vec<f64> {
        let Value::Rewards(rewards) = self.outcome(of).value else {
            panic!("all values are rewards");
        };
        rewards
            .iter()
            .map(|it| it.half_points() as f64 / 2.0)
            .collect()
    }

    /// Who chooses, and the moves; in the games here at most one role has several.
    fn moves(&mut self, of: &BitState) -> (Option<RoleId>, Vec<Move>) {
        let Ok(terminal) = self.game.is_terminal(of);
        if terminal {
            return (None, Vec::new());
        }
        let Ok(legal) = self.game.legal_moves(of);
        let mover = legal.iter().position(|moves| moves.len() > 1);
        let turning = mover.unwrap_or(0);
        let mut moves = Vec::new();
        for &mov in &legal[turning] {
            let mut joint: Vec<_> = legal.iter().map(|it| it[0]).collect();
            joint[turning] = mov;
            let Ok(next) = self.game.successor(of, &joint);
            let text = self.game.move_text(&mov);
            moves.push(Move { text, next });
        }
        // Where all moves lead to one state, nobody has a choice.
        let same = moves.iter().all(|it| it.next == moves[0].next);
        (mover.filter(|_| !same).map(RoleId::new), moves)
    }

    /// What a move costs; `None` if it keeps the value.
    fn cost(&self, mover: RoleId, from: &BitState, to: &BitState) -> Option<f64> {
        let (from, to) = (self.outcome(from).value, self.outcome(to).value);
        let (Value::Rewards(a), Value::Rewards(b)) = (&from, &to) else {
            panic!("all values are rewards");
        };
        let worse = Model::Difference.compare_values(mover, &to, &from) == Ordering::Less;
        let loss = || Model::Difference.loss(mover, a, b).half_points() as f64 / 2.0;
        worse.then(loss)
    }

    fn is_best(&self, mover: RoleId, from: &BitState, to: &BitState) -> bool {
        let nearer = match self.outcome(from).distance {
            Some(distance) => self.outcome(to).distance == distance.checked_sub(1),
            None => true,
        };
        self.cost(mover, from, to).is_none() && nearer
    }

    /// The mean rewards of a state in a contest.
    fn mean(
        &mut self,
        of: &BitState,
        perfect: Option<RoleId>,
        known: &mut HashMap<BitState, Vec<f64>>,
    ) -> Vec<f64> {
        if let Some(mean) = known.get(of) {
            return mean.clone();
        }
        let (mover, mut moves) = self.moves(of);
        if let Some(mover) = mover.filter(|_| mover == perfect) {
            moves.retain(|it| self.is_best(mover, of, &it.next));
        }
        let mean = match moves.len() {
            0 => self.points(of),
            count => {
                let mut mean = vec![0.0; self.solved.roles().len()];
                for it in &moves {
                    let next = self.mean(&it.next, perfect, known);
                    let parts = mean.iter_mut().zip(next);
                    parts.for_each(|(sum, next)| *sum += next / count as f64);
                }
                mean
            }
        };
        known.insert(of.clone(), mean.clone());
        mean
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

fn all_near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(*a, *b))
}

fn surveyed(solved: &SolvedGame) -> Survey {
    survey(solved, usize::MAX, &Stop::new()).unwrap().unwrap()
}

#[test]
fn means_of_layers_are_those_of_their_states() {
    for (name, settings) in GAMES {
        let (_folder, solved) = solved(name, settings);
        let survey = surveyed(&solved);
        let mut plain = Plain::new(&solved);
        assert_eq!(survey.means.len(), plain.layers.len(), "{name}");
        for (layer, means) in plain.layers.clone().iter().zip(&survey.means) {
            let mut rewards = vec![0.0; solved.roles().len()];
            let mut costs = Vec::new();
            for of in layer {
                let points = plain.points(of);
                let sums = rewards.iter_mut().zip(points);
                sums.for_each(|(sum, points)| *sum += points / layer.len() as f64);
                if let (Some(mover), moves) = plain.moves(of) {
                    let cost = moves.iter().map(|it| plain.cost(mover, of, &it.next));
                    let cost: f64 = cost.flatten().sum();
                    costs.push(cost / moves.len() as f64);
                }
            }
            assert!(
                all_near(means.rewards.as_ref().unwrap(), &rewards),
                "{name}"
            );
            let cost = costs.iter().sum::<f64>() / costs.len() as f64;
            match means.cost {
                Some(mean) => assert!(near(mean, cost), "{name}: {mean} {cost}"),
                None => assert!(costs.is_empty(), "{name}"),
            }
        }
    }
}

#[test]
fn the_costliest_moves_are_those_whose_mistakes_cost_most() {
    for (name, settings) in GAMES {
        let (_folder, solved) = solved(name, settings);
        let mut plain = Plain::new(&solved);
        let mut sums: BTreeMap<(RoleId, String), (u128, u128, f64)> = BTreeMap::new();
        for of in plain.layers.concat() {
            let (Some(mover), moves) = plain.moves(&of) else {
                continue;
            };
            for it in moves {
                let sum = sums.entry((mover, it.text)).or_default();
                sum.0 += 1;
                if let Some(cost) = plain.cost(mover, &of, &it.next) {
                    sum.1 += 1;
                    sum.2 += cost;
                }
            }
        }
        let told = surveyed(&solved).costliest;
        let wrong = sums.values().filter(|it| it.1 > 0).count();
        assert_eq!(told.len(), wrong.min(10), "{name}");
        let mut costs: Vec<f64> = sums.values().map(|it| it.2).collect();
        costs.sort_by(|a, b| b.total_cmp(a));
        for (it, most) in told.iter().zip(costs) {
            let (states, mistakes, cost) = sums[&(it.role, it.text.clone())];
            assert_eq!((it.states, it.mistakes), (states, mistakes), "{name}");
            assert!(near(it.half_points as f64 / 2.0, cost) && near(cost, most));
        }
    }
}

#[test]
fn the_hardest_only_move_has_the_most_others_and_its_path_leads_there() {
    for (name, settings) in GAMES {
        let (_folder, solved) = solved(name, settings);
        let mut plain = Plain::new(&solved);
        let mut hardest = Vec::new();
        for of in plain.layers.concat() {
            if let (Some(mover), moves) = plain.moves(&of) {
                let keeps = moves
                    .iter()
                    .filter(|it| plain.cost(mover, &of, &it.next).is_none());
                if keeps.count() == 1 {
                    hardest.push((moves.len(), plain.outcome(&of).distance));
                }
            }
        }
        hardest.sort_unstable();
        let told = surveyed(&solved).hardest;
        let keys = told.iter().map(|it| (it.moves, it.distance));
        let expected = hardest.iter().rev().take(10).copied();
        assert!(keys.eq(expected), "{name}");
        for it in told {
            let there = solved.after_moves(&it.path.join("; ")).unwrap();
            let position = solved.position(&there).unwrap();
            assert_eq!(position.moves.len(), it.moves);
            assert!(position.best().map(|it| &it.text).eq([&it.text]), "{name}");
        }
    }
}

#[test]
fn perfect_against_random_play_is_the_mean_over_all_games() {
    for (name, settings) in GAMES {
        let (_folder, solved) = solved(name, settings);
        let contests = surveyed(&solved).contests.unwrap();
        let mut plain = Plain::new(&solved);
        let start = first(&solved);
        let roles = RoleId::all(solved.roles().len()).map(Some).chain([None]);
        assert!(contests.iter().map(|it| it.perfect).eq(roles), "{name}");
        for contest in &contests {
            let mean = plain.mean(&start, contest.perfect, &mut HashMap::new());
            assert!(
                all_near(&contest.rewards, &mean),
                "{name}: {contest:?} {mean:?}"
            );
        }
        if solved.roles().len() == 1 {
            assert!(all_near(&contests[0].rewards, &plain.points(&start)));
        }
    }
}

/// The seed is fixed, so this is no matter of luck.
#[test]
fn sampled_games_agree_with_the_exact_means() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let exact = surveyed(&solved).contests.unwrap();
    let sampled = sampled(&solved, 2000, &Stop::new()).unwrap().unwrap();
    let close = |(exact, found): (&Contest, &Contest)| {
        let sample = found.sample.as_ref().unwrap();
        assert_eq!((sample.games, sample.unfinished), (2000, 0));
        let means = exact.rewards.iter().zip(&found.rewards);
        let mut means = means.zip(&sample.errors);
        means.all(|((a, b), error)| (a - b).abs() <= 2.0 * error)
    };
    assert!(exact.iter().zip(&sampled).all(close), "{sampled:?}");
}

/// Random play on a board without an end goes round; that is no reason to fail.
#[test]
fn a_game_without_end_has_no_exact_means() {
    let (_folder, solved) = solved("mu-torere", &["points=6"]);
    assert_eq!(surveyed(&solved).contests, None);
}
