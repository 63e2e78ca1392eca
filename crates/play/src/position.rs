//! A state with all its moves, best first, and their cost.
//!
//! In: outcomes of the state and of its successors. Out: a judgement of each move,
//! in the words of `docs/semantics.md`.

use std::cmp::Ordering;

use game::{Model, Reward, RoleId, Value};
use table::solution::Outcome;

use crate::State;

/// A state with its moves.
#[derive(Clone, Debug)]
pub struct Position {
    /// The state.
    pub state: State,
    /// What it is worth; `None` if that is not known.
    pub outcome: Option<Outcome>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The role that has a choice.
    pub mover: Option<RoleId>,
    /// The mover's moves, best first; where nobody has a choice, the only joint
    /// move.
    pub moves: Vec<Choice>,
}

/// A move with its result.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its place among the mover's moves in the order of the rules, from 0.
    pub number: usize,
    /// The mover's move in KIF; the list of all moves where nobody has a choice.
    pub text: String,
    /// The state that it leads to.
    pub next: State,
    /// What that is worth; `None` if that is not known.
    pub outcome: Option<Outcome>,
    /// How good the move is.
    pub judgement: Judgement,
}

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Nobody has a choice.
    Forced,
    /// No other move keeps the value.
    Only,
    /// It keeps the value and, where there is one, the distance.
    Best,
    /// It keeps only the value.
    Inaccuracy,
    /// The next state is worse for the mover, by [`Model::loss`] if that is a
    /// number.
    Mistake(Option<Reward>),
    /// Too little is known: in a partial solution, or in an unresolved state.
    Unjudged,
}

impl Judgement {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Forced => "forced",
            Judgement::Only => "only",
            Judgement::Best => "best",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake(_) => "mistake",
            Judgement::Unjudged => "unknown",
        }
    }

    /// Whether there is no better move.
    pub fn is_best(self) -> bool {
        matches!(self, Judgement::Only | Judgement::Best)
    }

    /// Whether the value is kept for certain.
    fn keeps(self) -> bool {
        self.is_best() || self == Judgement::Inaccuracy
    }
}

impl Choice {
    pub(crate) fn new(number: usize, text: String, next: State, outcome: Option<Outcome>) -> Self {
        Choice {
            number,
            text,
            next,
            outcome,
            judgement: Judgement::Forced,
        }
    }
}

impl Position {
    /// The best moves; empty if they are not known.
    pub fn best(&self) -> impl Iterator<Item = &Choice> {
        self.moves.iter().filter(|it| it.judgement.is_best())
    }

    /// How many moves lose value, and how many moves there are.
    pub fn mistakes(&self) -> (usize, usize) {
        let lost = |it: &&Choice| matches!(it.judgement, Judgement::Mistake(_));
        (self.moves.iter().filter(lost).count(), self.moves.len())
    }

    /// Whether exactly one move keeps the value.
    pub fn has_only_move(&self) -> bool {
        let only = |it: &Choice| it.judgement == Judgement::Only;
        self.moves.iter().any(only)
    }

    /// Judges all moves, and puts the best first.
    pub(crate) fn judge(&mut self, model: Model) {
        let Some(mover) = self.mover else { return };
        let own = resolved(self.outcome.as_ref());
        for choice in &mut self.moves {
            choice.judgement = match (own, resolved(choice.outcome.as_ref())) {
                (Some(own), Some(next)) => judgement(model, mover, own, next),
                _ => Judgement::Unjudged,
            };
        }
        let all = self.moves.iter().map(|it| it.judgement);
        let unjudged = all.clone().any(|it| it == Judgement::Unjudged);
        if !unjudged && all.filter(|it| it.keeps()).count() == 1 {
            let kept = self.moves.iter_mut().find(|it| it.judgement.keeps());
            if let Some(kept) = kept {
                kept.judgement = Judgement::Only;
            }
        }
        let own = own.cloned();
        // Stable: moves that are equally good stay in the order of the rules.
        self.moves
            .sort_by(|a, b| better_first(model, mover, own.as_ref(), a, b));
    }
}

fn resolved(outcome: Option<&Outcome>) -> Option<&Outcome> {
    outcome.filter(|it| it.value != Value::Unresolved)
}

fn judgement(model: Model, mover: RoleId, own: &Outcome, next: &Outcome) -> Judgement {
    if model.compare_values(mover, &next.value, &own.value) == Ordering::Less {
        let cost = match (&own.value, &next.value) {
            (Value::Rewards(from), Value::Rewards(to)) => Some(model.loss(mover, from, to)),
            _ => None,
        };
        return Judgement::Mistake(cost);
    }
    let nearer = own.distance.map(|distance| distance.checked_sub(1));
    match nearer {
        Some(nearer) if next.distance != nearer => Judgement::Inaccuracy,
        _ => Judgement::Best,
    }
}

/// Known before unknown; the better value; then the distance that is nearest to
/// the right one.
fn better_first(
    model: Model,
    mover: RoleId,
    own: Option<&Outcome>,
    a: &Choice,
    b: &Choice,
) -> Ordering {
    match (resolved(a.outcome.as_ref()), resolved(b.outcome.as_ref())) {
        (Some(a), Some(b)) => model
            .compare_values(mover, &b.value, &a.value)
            .then_with(|| detour(mover, own, a).cmp(&detour(mover, own, b))),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// How far the distance of a successor is from what the mover wants. If the value
/// is kept, the state's own distance decides. If it is lost, a role that is ahead
/// wants the end soon, and any other wants it late.
fn detour(mover: RoleId, own: Option<&Outcome>, next: &Outcome) -> u64 {
    let Some(distance) = next.distance else {
        return 0;
    };
    let kept = own.filter(|own| own.value == next.value);
    if let Some(wanted) = kept.and_then(|own| own.distance) {
        return distance.abs_diff(wanted.saturating_sub(1));
    }
    let leads = match &next.value {
        Value::Rewards(rewards) => rewards.role_count() == 1 || rewards.leader() == Some(mover),
        _ => false,
    };
    match leads {
        true => distance,
        false => u64::MAX - distance,
    }
}
