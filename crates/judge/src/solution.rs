//! The summary of values, with best play from the start.
//!
//! In: [`Values`], their game, to name the moves, and a function that numbers
//! states. Out: a [`Solution`].

use game::{Bucket, Count, Initial, JointMoves, Layer, Line, Playable, Solution, joint_text};

use crate::{StateId, Values};

/// Returns the number of a state that was valued.
pub type Number<'a, S, E> = &'a mut dyn FnMut(&S) -> Result<StateId, E>;

/// A move of the mover, with the state that it leads to and its number.
pub(crate) type Best<G> = (<G as Playable>::Move, <G as Playable>::State, StateId);

impl Values {
    /// Summarises what is known of a game from `start` on.
    ///
    /// # Errors
    ///
    /// The game's own, and those of `number`.
    ///
    /// # Panics
    ///
    /// If `game` is not the game that was valued.
    pub fn solution<G: Playable, E: From<G::Error>>(
        &self,
        game: &mut G,
        start: &G::State,
        layers: Vec<Layer>,
        number: Number<'_, G::State, E>,
    ) -> Result<Solution, E> {
        let labels = &self.labels.of;
        let ids = || self.vertices.ids();
        Ok(Solution {
            model: self.model,
            level: self.level,
            infinite: self.infinite.clone(),
            cyclic: self.infinite.is_some(),
            states: self.vertices.len() as Count,
            terminals: ids().filter(|&id| self.vertices.is_terminal(id)).count() as Count,
            layers,
            initial: self.initial(game, start, number)?,
            buckets: self.buckets(),
            unresolved: labels.iter().filter(|label| label.is_none()).count() as Count,
            warnings: self.warnings.clone(),
        })
    }

    fn initial<G: Playable, E: From<G::Error>>(
        &self,
        game: &mut G,
        start: &G::State,
        number: Number<'_, G::State, E>,
    ) -> Result<Initial, E> {
        let id = number(start)?;
        let best = self.best_moves(game, start, id, number)?;
        Ok(Initial {
            value: self.value(id).clone(),
            distance: self.distance(id),
            mover: self.vertices.mover(id),
            best_moves: best.iter().map(|(mov, ..)| game.move_text(mov)).collect(),
            line: self.line(game, start, number)?,
        })
    }

    /// The moves of best play from a state.
    fn line<G: Playable, E: From<G::Error>>(
        &self,
        game: &mut G,
        from: &G::State,
        number: Number<'_, G::State, E>,
    ) -> Result<Vec<String>, E> {
        let next = |state: &G::State| {
            let id = number(state)?;
            self.first_best(game, state, id, number)
        };
        Ok(Line::follow(from.clone(), next)?.moves)
    }

    /// The first best move, or the joint move where nobody has a choice.
    fn first_best<G: Playable, E: From<G::Error>>(
        &self,
        game: &mut G,
        state: &G::State,
        id: StateId,
        number: Number<'_, G::State, E>,
    ) -> Result<Option<(String, G::State)>, E> {
        if self.vertices.is_terminal(id) || self.labels.of[id.index()].is_none() {
            return Ok(None);
        }
        if self.vertices.mover(id).is_some() {
            let best = self.best_moves(game, state, id, number)?.into_iter().next();
            return Ok(best.map(|(mov, next, _)| (game.move_text(&mov), next)));
        }
        let legal = game.legal_moves(state)?;
        let moves = JointMoves::new(&legal);
        let next = game.successor(state, moves.joint())?;
        Ok(Some((joint_text(game, moves.joint()), next)))
    }

    /// The mover's best moves in a state; none where nobody has a choice or the
    /// value is unresolved.
    pub(crate) fn best_moves<G: Playable, E: From<G::Error>>(
        &self,
        game: &mut G,
        state: &G::State,
        id: StateId,
        number: Number<'_, G::State, E>,
    ) -> Result<Vec<Best<G>>, E> {
        let mut best = Vec::new();
        let Some(mover) = self.vertices.mover(id) else {
            return Ok(best);
        };
        let legal = game.legal_moves(state)?;
        // Only the mover's move matters: the others' first ones represent all.
        let mut moves = JointMoves::varying(&legal, mover);
        let joints = legal[mover.index()].iter().map(|_| {
            let joint = moves.joint().to_vec();
            moves.advance();
            joint
        });
        let joints: Vec<Vec<G::Move>> = joints.collect();
        let states = game.successors(state, &joints)?;
        for (mov, next) in legal[mover.index()].iter().zip(states) {
            let to = number(&next)?;
            if self.is_best(id, to) {
                best.push((mov.clone(), next, to));
            }
        }
        Ok(best)
    }

    /// The values that occur, best for the first role first.
    fn buckets(&self) -> Vec<Bucket> {
        let mut counts: Vec<Count> = vec![0; self.labels.values.len()];
        for label in self.labels.of.iter().flatten() {
            counts[label.index()] += 1;
        }
        Bucket::in_order(self.model, self.labels.values.iter().cloned().zip(counts))
    }
}
