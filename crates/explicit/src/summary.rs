//! The summary of a solved game, with best play from the start.
//!
//! In: layers and labels. Out: a [`Solution`].

use game::{
    Bucket, Count, Initial, Line, Model, Options, Playable, RoleId, Solution, Value, Warning,
    WorthByLayer, joint_text,
};
use ground::{BitState, MoveId, Simulator};
use packed::Packing;
use packed::layers::places;
use table::StoreError;

use crate::backward::labels::{Label, Labels};
use crate::backward::pass::Values;
use crate::backward::valued::NO_DISTANCE;
use crate::backward::valued::Valued;
use crate::forward::pass::Layers;
use table::Archive;

/// What a summary is computed from.
pub(crate) struct Summary<'a, 'b> {
    pub game: &'a mut Simulator,
    pub packing: &'a Packing,
    pub archive: &'a Archive<'b>,
    pub layers: &'a Layers,
    pub values: &'a Values,
    pub labels: &'a Labels,
    pub model: Model,
    pub options: &'a Options,
}

/// A label with its distance.
type Mark = (Label, Option<u64>);

/// A move and where it leads.
struct Choice {
    mov: MoveId,
    to: BitState,
    mark: Mark,
}

impl Summary<'_, '_> {
    pub fn solution<const W: usize>(mut self, start: &BitState) -> Result<Solution, StoreError> {
        let reached = self.layers.reached();
        Ok(Solution {
            model: self.model,
            level: self.options.level,
            infinite: None,
            cyclic: false,
            states: reached.states,
            terminals: reached.terminals,
            layers: reached.layers,
            initial: self.initial::<W>(start)?,
            buckets: self.buckets(),
            unresolved: 0,
            warnings: self.warnings(),
        })
    }

    fn warnings(&self) -> Vec<Warning> {
        let goals = Warning::goals_out_of_range(&self.labels.values);
        let idle = Warning::idle_options(self.options, false);
        goals.into_iter().chain(idle).collect()
    }

    /// The values that occur, best for the first role first.
    fn buckets(&self) -> Vec<Bucket> {
        let counted = self.worth().into_iter().flatten();
        let counted = counted.map(|(rewards, states)| (Value::Rewards(rewards), states));
        Bucket::in_order(self.model, counted)
    }

    /// What the states of each layer are worth.
    pub fn worth(&self) -> WorthByLayer {
        let rewards = |&(label, states): &(Label, u64)| {
            let rewards = self.labels.values[usize::from(label)].clone();
            (rewards, Count::from(states))
        };
        let layers = self.values.counts.iter();
        layers.map(|it| it.iter().map(rewards).collect()).collect()
    }

    fn initial<const W: usize>(&mut self, start: &BitState) -> Result<Initial, StoreError> {
        let mark = mark(&self.valued(0)?, 0);
        let mut initial = Initial {
            value: Value::Rewards(self.labels.values[usize::from(mark.0)].clone()),
            distance: mark.1,
            mover: None,
            best_moves: Vec::new(),
            line: Vec::new(),
        };
        let (mut mark, mut depth) = (mark, 0);
        let line = Line::follow(start.clone(), |state| {
            let Ok(terminal) = self.game.is_terminal(state);
            if terminal {
                return Ok(None);
            }
            let (mover, choices) = self.choices::<W>(depth, state)?;
            let best = choices
                .iter()
                .filter(|choice| self.is_best(mover, mark, choice.mark));
            let best: Vec<&Choice> = best.collect();
            let Some(first) = best.first() else {
                return Ok(None);
            };
            let text = |choice: &&Choice| self.game.move_text(&choice.mov);
            if depth == 0 && mover.is_some() {
                initial.mover = mover;
                initial.best_moves = best.iter().map(text).collect();
            }
            let told = match mover {
                Some(_) => text(first),
                None => {
                    let Ok(legal) = self.game.legal_moves(state);
                    let joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
                    joint_text(self.game, &joint)
                }
            };
            mark = first.mark;
            depth += 1;
            Ok(Some((told, first.to.clone())))
        });
        initial.line = line?.moves;
        Ok(initial)
    }

    fn is_best(&self, mover: Option<RoleId>, now: Mark, then: Mark) -> bool {
        let value = |mark: Mark| Value::Rewards(self.labels.values[usize::from(mark.0)].clone());
        let (before, after) = (value(now), value(then));
        mover.is_none_or(|it| self.model.is_best(it, (&before, now.1), (&after, then.1)))
    }

    /// Who has a choice in a state, and the choices; if nobody has, the only
    /// joint move.
    fn choices<const W: usize>(
        &mut self,
        depth: usize,
        state: &BitState,
    ) -> Result<(Option<RoleId>, Vec<Choice>), StoreError> {
        let Ok(legal) = self.game.legal_moves(state);
        let mover = legal.iter().position(|moves| moves.len() > 1);
        let role = mover.unwrap_or(0);
        let first: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
        let joint = |&mov: &MoveId| {
            let mut joint = first.clone();
            joint[role] = mov;
            joint
        };
        let joints: Vec<Vec<MoveId>> = legal[role].iter().map(joint).collect();
        let Ok(states) = self.game.successors(state, &joints);
        let moves = legal[role].iter().copied().zip(states);
        let moves: Vec<(MoveId, BitState)> = moves.collect();
        let packed = moves.iter().map(|(_, to)| self.packing.pack::<W>(to));
        let packed: Vec<_> = packed.collect();
        let places = places(self.archive, depth + 1, &packed)?;
        let valued = self.valued(depth + 1)?;
        let choice = |((mov, to), place): (_, Option<usize>)| {
            let place = place.expect("a layer has all successors of the one before");
            let mark = mark(&valued, place);
            Choice { mov, to, mark }
        };
        let choices: Vec<Choice> = moves.into_iter().zip(places).map(choice).collect();
        let differs = choices.iter().any(|choice| choice.to != choices[0].to);
        let mover = mover.filter(|_| differs).map(RoleId::new);
        Ok((mover, choices))
    }

    fn valued(&self, layer: usize) -> Result<Valued, StoreError> {
        let size = self.layers.sizes[layer] as usize;
        self.values.read(self.archive, layer, size, self.labels)
    }
}

fn mark(valued: &Valued, place: usize) -> Mark {
    let distance = valued.distances.get(place).copied();
    let distance = distance.filter(|&distance| distance != NO_DISTANCE);
    (valued.labels[place], distance.map(u64::from))
}
