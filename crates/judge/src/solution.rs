//! The summary of a table, with best play from the start.
//!
//! In: a [`Table`] and its game, to name the moves. Out: a [`Solution`].

use std::cmp::Ordering;
use std::hash::Hash;

use game::{Bucket, Count, Initial, Playable, RoleId, Solution, Value};

use crate::joint::{JointMoves, joint_text};
use crate::outcome::compare;
use crate::{StateId, Table};

/// The number of moves after which the line of best play is cut.
const LINE_LENGTH: usize = 200;

impl<S: Clone + Eq + Hash> Table<S> {
    /// Sums the table up.
    ///
    /// # Errors
    ///
    /// The game's own.
    ///
    /// # Panics
    ///
    /// If `game` is not the game that was solved.
    pub fn solution<G: Playable<State = S>>(&self, game: &mut G) -> Result<Solution, G::Error> {
        let labels = &self.labels.of;
        Ok(Solution {
            model: self.model,
            level: self.level,
            infinite: self.infinite.clone(),
            cyclic: self.is_cyclic(),
            states: Count::from(self.graph.state_count()),
            terminals: Count::from(self.graph.terminal_count()),
            layers: self.graph.layers(),
            initial: self.initial(game)?,
            buckets: self.buckets(),
            unresolved: labels.iter().filter(|label| label.is_none()).count() as Count,
            warnings: self.warnings.clone(),
        })
    }

    fn initial<G: Playable<State = S>>(&self, game: &mut G) -> Result<Initial, G::Error> {
        let start = self.entry(StateId::START);
        let best = self.best_moves(game, start.id)?;
        Ok(Initial {
            value: start.value.clone(),
            distance: start.distance,
            mover: self.graph.mover(start.id),
            best_moves: best.iter().map(|(mov, _)| game.move_text(mov)).collect(),
            line: self.line(game)?,
        })
    }

    /// Best play from the start: until the end, a state without a value, a
    /// state seen before, or the cut.
    fn line<G: Playable<State = S>>(&self, game: &mut G) -> Result<Vec<String>, G::Error> {
        let mut line = Vec::new();
        let mut seen = vec![false; self.labels.of.len()];
        let mut id = StateId::START;
        while line.len() < LINE_LENGTH && !seen[id.index()] {
            seen[id.index()] = true;
            let Some((text, next)) = self.first_best(game, id)? else {
                break;
            };
            line.push(text);
            id = next;
        }
        Ok(line)
    }

    /// The first best move, or what happens where nobody has a choice.
    fn first_best<G: Playable<State = S>>(
        &self,
        game: &mut G,
        id: StateId,
    ) -> Result<Option<(String, StateId)>, G::Error> {
        if self.graph.is_terminal(id) || self.labels.of[id.index()].is_none() {
            return Ok(None);
        }
        if self.graph.mover(id).is_some() {
            let best = self.best_moves(game, id)?.into_iter().next();
            return Ok(best.map(|(mov, next)| (game.move_text(&mov), next)));
        }
        let legal = game.legal_moves(self.graph.state(id))?;
        let moves = JointMoves::new(&legal);
        let next = self.next(game, id, moves.joint())?;
        Ok(Some((joint_text(game, moves.joint()), next)))
    }

    /// The values that occur, best for the first role first.
    fn buckets(&self) -> Vec<Bucket> {
        let mut counts: Vec<Count> = vec![0; self.labels.values.len()];
        for label in self.labels.of.iter().flatten() {
            counts[label.index()] += 1;
        }
        let counted = self.labels.values.iter().zip(counts);
        let mut buckets: Vec<Bucket> = counted
            .filter(|&(_, states)| states > 0)
            .map(|(value, states)| Bucket {
                value: value.clone(),
                states,
            })
            .collect();
        buckets.sort_by(|a, b| self.better_first(&a.value, &b.value));
        buckets
    }

    fn better_first(&self, a: &Value, b: &Value) -> Ordering {
        // Under `guaranteed` the own reward leaves ties: the greater vector
        // first then, for the sake of an order.
        compare(self.model, RoleId::new(0), b, a).then_with(|| b.cmp(a))
    }
}
