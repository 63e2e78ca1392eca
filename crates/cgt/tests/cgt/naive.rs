//! The referee: games as plain lists of options, compared and played by the
//! definitions, without canonical forms, stops or theorems.

use std::collections::HashMap;

use cgt::{Exhausted, GameId, Games, Outcome};
use proptest::prelude::*;

/// Games whose options are numbers of earlier games.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    pub left: Vec<Vec<usize>>,
    pub right: Vec<Vec<usize>>,
    at_most: HashMap<(usize, usize), bool>,
    of_arena: HashMap<GameId, usize>,
}

impl Naive {
    fn push(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.left.push(left);
        self.right.push(right);
        self.left.len() - 1
    }

    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// a ≤ b: no Left option of a is ≥ b, no Right option of b is ≤ a.
    pub fn le(&mut self, a: usize, b: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(a, b)) {
            return known;
        }
        let (left, right) = (self.left[a].clone(), self.right[b].clone());
        let refuted = left.into_iter().any(|option| self.le(b, option))
            || right.into_iter().any(|option| self.le(option, a));
        self.at_most.insert((a, b), !refuted);
        !refuted
    }

    pub fn equal(&mut self, a: usize, b: usize) -> bool {
        self.le(a, b) && self.le(b, a)
    }

    /// The values of all games.
    pub fn values(&self, games: &mut Games) -> Result<Vec<GameId>, Exhausted> {
        let mut values: Vec<GameId> = Vec::new();
        for (left, right) in self.left.iter().zip(&self.right) {
            let of = |options: &[usize]| -> Vec<GameId> {
                options.iter().map(|&option| values[option]).collect()
            };
            let value = games.of_options(&of(left), &of(right))?;
            values.push(value);
        }
        Ok(values)
    }

    /// The canonical form as a game of the referee.
    pub fn unfold(&mut self, games: &mut Games, game: GameId) -> usize {
        if let Some(&known) = self.of_arena.get(&game) {
            return known;
        }
        let (left, right) = (games.left_options(game), games.right_options(game));
        let left = left
            .unwrap()
            .iter()
            .map(|&it| self.unfold(games, it))
            .collect();
        let right = right
            .unwrap()
            .iter()
            .map(|&it| self.unfold(games, it))
            .collect();
        let unfolded = self.push(left, right);
        self.of_arena.insert(game, unfolded);
        unfolded
    }

    /// Plays the sum out.
    pub fn outcome(&self, sum: &[usize]) -> Outcome {
        let mut known = HashMap::new();
        let left = self.starter_wins(sum, true, &mut known);
        Outcome::of(left, self.starter_wins(sum, false, &mut known))
    }

    fn starter_wins(
        &self,
        sum: &[usize],
        left: bool,
        known: &mut HashMap<(Vec<usize>, bool), bool>,
    ) -> bool {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&wins) = known.get(&(sum.clone(), left)) {
            return wins;
        }
        let side = if left { &self.left } else { &self.right };
        let wins = (0..sum.len()).any(|part| {
            side[sum[part]].iter().any(|&option| {
                let mut after = sum.clone();
                after[part] = option;
                !self.starter_wins(&after, !left, known)
            })
        });
        known.insert((sum, left), wins);
        wins
    }
}

/// Up to `most` games, each with options among the earlier ones.
pub fn naive(most: usize) -> impl Strategy<Value = Naive> {
    prop::collection::vec((any::<u16>(), any::<u16>()), 1..=most).prop_map(|masks| {
        let mut naive = Naive::default();
        for (at, (left, right)) in masks.into_iter().enumerate() {
            let options = |mask: u16| (0..at).filter(|option| mask >> option & 1 == 1).collect();
            naive.push(options(left), options(right));
        }
        naive
    })
}
