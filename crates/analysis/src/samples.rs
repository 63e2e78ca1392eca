//! Random games, 64 side by side, kept as a column of bits for each fluent.
//!
//! In: a game and a budget. Out: [`Samples`] of reachable states. They refute
//! guesses cheaply; they prove nothing.

use ground::{FluentId, GroundGame};

use crate::Budget;
use crate::knobs::Knobs;
use crate::random_games::RandomGames;

/// States that random play reached.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    /// For each fluent a word for each round, one bit for each of 64 games.
    pub columns: Vec<Vec<u64>>,
    /// For each round the games that continue: their states in the next round
    /// are successors of those in this one.
    pub moved: Vec<u64>,
    /// For each role the rounds and games in which it had several legal moves.
    pub choices: Vec<Vec<u64>>,
}

impl Samples {
    /// Plays games.
    pub fn new(game: &GroundGame, budget: &Budget) -> Self {
        let nodes = game.circuit().nodes().len() as u64;
        let rounds = budget.sampling / (nodes + 1);
        let mut games = RandomGames::new(game);
        let mut samples = Samples {
            columns: vec![Vec::new(); game.fluents().len()],
            moved: Vec::new(),
            choices: vec![Vec::new(); game.roles().len()],
        };
        for _ in 0..rounds.clamp(Knobs::ROUNDS.0, Knobs::ROUNDS.1) {
            if budget.stop.requested().is_some() {
                break;
            }
            for (column, &lanes) in samples.columns.iter_mut().zip(&games.state) {
                column.push(lanes);
            }
            samples.moved.push(games.round());
            for (choices, &lanes) in samples.choices.iter_mut().zip(&games.choices) {
                choices.push(lanes);
            }
        }
        samples
    }

    /// Whether at most one of the fluents holds in each state.
    pub fn at_most_one(&self, fluents: &[FluentId]) -> bool {
        let mut seen = vec![0; self.rounds()];
        fluents.iter().all(|fluent| {
            let column = &self.columns[fluent.index()];
            let free = seen.iter().zip(column).all(|(seen, new)| seen & new == 0);
            join(&mut seen, column);
            free
        })
    }

    /// Whether at least one of the fluents holds in each state.
    pub fn at_least_one(&self, fluents: &[FluentId]) -> bool {
        self.union(fluents).iter().all(|&lanes| lanes == u64::MAX)
    }

    /// The states in which one of the fluents holds.
    pub fn union(&self, fluents: &[FluentId]) -> Vec<u64> {
        let mut seen = vec![0; self.rounds()];
        for fluent in fluents {
            join(&mut seen, &self.columns[fluent.index()]);
        }
        seen
    }

    /// Whether a fluent holds in some states but not in all.
    pub fn varies(&self, fluent: FluentId) -> bool {
        let column = &self.columns[fluent.index()];
        let all = |lanes: u64| column.iter().all(|&it| it == lanes);
        !all(0) && !all(u64::MAX)
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.moved.len()
    }
}

fn join(column: &mut [u64], other: &[u64]) {
    for (lanes, new) in column.iter_mut().zip(other) {
        *lanes |= new;
    }
}
