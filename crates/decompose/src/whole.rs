//! The whole game as a local one: all its fluents but those that say whose turn it is.
//!
//! In: a [`GroundGame`], its facts, and what holds when a role is on turn. Out: a
//! [`Whole`], whose actions are the moves of both roles, each as if it were that role's
//! turn. Not here: whether a position of it decides anything about the game
//! (`convention`).

use analysis::Facts;
use game::RoleId;
use ground::{BitState, FluentId, GroundGame, MoveId};
use packed::{FluentEffects, Literal, Node};
use rustc_hash::FxHashMap;

use crate::convention::Turns;
use crate::pieces::{Action, Builder, Keep, LocalGame, Piece, packed, split_all};
use crate::signal::Signal;

/// The whole game as a local one.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    game: LocalGame,
    /// The fluent of the game for each local fluent.
    fluents: Vec<FluentId>,
    /// The moves of the game for each action: several, if they do the same.
    moves: Vec<Vec<(RoleId, MoveId)>>,
}

/// A part of a position: fluents and moves that depend on each other and on no others.
#[derive(Clone, Debug)]
pub struct Part {
    /// The fluents that can still change and matter, in ascending order.
    pub fluents: Vec<FluentId>,
    /// The moves that can still be made, in ascending order.
    pub moves: Vec<MoveId>,
    pub(crate) game: LocalGame,
}

impl Part {
    /// The state of the part in a state of the game, a bit for each fluent, in these words.
    pub(crate) fn state(&self, state: &BitState, words: &mut Vec<u64>) {
        words.clear();
        words.extend(self.fluents.chunks(64).map(|chunk| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |word, (bit, &it)| {
                word | u64::from(state.holds(it)) << bit
            })
        }));
    }
}

impl Whole {
    /// `None` if the rules depend on each other in a cycle.
    pub fn new(game: &GroundGame, facts: &Facts, turns: &Turns) -> Option<Self> {
        let constants: Vec<FluentId> = facts.constants.iter().map(|it| it.0).collect();
        let on_turn: Vec<_> = RoleId::all(2).map(|role| turns.values(role)).collect();
        let knobs = packed::Knobs::default();
        let effects = FluentEffects::by_turn(game, &constants, &on_turn, &knobs)?;
        let mut fluents: Vec<FluentId> = effects.fluents.clone();
        fluents.retain(|fluent| !turns.has(*fluent));
        fluents.sort_unstable();
        let places = fluents.iter().enumerate();
        let places: FxHashMap<FluentId, usize> = places.map(|(at, it)| (*it, at)).collect();
        let mut translation = Translation {
            effects: &effects,
            turns,
            places,
            builder: Builder::new(fluents.len()),
            signals: Vec::new(),
        };
        let mut actions = Vec::new();
        let mut moves = Vec::new();
        for role in RoleId::all(2) {
            translation.take_turn(role);
            for effect in effects.effects.iter().filter(|it| it.role == role) {
                actions.push(translation.action(effect));
                moves.push((role, effect.mov));
            }
        }
        let values = vec![false; fluents.len()];
        let (game, merged) = translation.builder.finish(values, actions);
        let of = |places: Vec<u32>| places.into_iter().map(|it| moves[it as usize]).collect();
        Some(Whole {
            moves: merged.into_iter().map(of).collect(),
            fluents,
            game,
        })
    }

    /// The parts of a position, in the order of their first fluents.
    pub fn parts(&self, state: &BitState, keep: Keep) -> Vec<Part> {
        let pieces = self.pieces(state, keep);
        let mut parts: Vec<Part> = pieces.into_iter().map(|it| self.part(it)).collect();
        parts.sort_by(|a, b| a.fluents.cmp(&b.fluents));
        parts
    }

    /// The pieces of a position.
    pub fn pieces(&self, state: &BitState, keep: Keep) -> Vec<Piece> {
        let values = self.fluents.iter().map(|&it| state.holds(it));
        let position = packed(&values.collect::<Vec<bool>>());
        let pieces = split_all(&self.game, &[position], keep).pop();
        pieces.unwrap_or_default()
    }

    fn part(&self, piece: Piece) -> Part {
        let fluents = piece.fluents.iter().map(|&it| self.fluents[it as usize]);
        let actions = piece.actions.iter().flatten();
        let moves = actions.flat_map(|&it| &self.moves[it as usize]);
        let mut moves: Vec<MoveId> = moves.map(|(_, mov)| *mov).collect();
        moves.sort_unstable();
        Part {
            fluents: fluents.collect(),
            moves,
            game: piece.game,
        }
    }
}

/// Translates conditions on the fluents of the game into those of the local one.
struct Translation<'a> {
    effects: &'a FluentEffects,
    turns: &'a Turns,
    places: FxHashMap<FluentId, usize>,
    builder: Builder,
    /// What each node of the net is when it is the current role's turn.
    signals: Vec<Signal>,
}

impl Translation<'_> {
    /// From now on it is this role's turn.
    fn take_turn(&mut self, role: RoleId) {
        self.signals.clear();
        for number in 0..self.effects.net.len() {
            let signal = match self.effects.net.node(number) {
                Node::True => Signal::TRUE,
                Node::Bit(bit) => self.fluent(self.effects.fluents[*bit as usize], role),
                Node::And(parts) => {
                    let parts = parts.iter().map(|&part| self.signal(part)).collect();
                    self.builder.and(parts)
                }
            };
            self.signals.push(signal);
        }
    }

    fn fluent(&self, fluent: FluentId, role: RoleId) -> Signal {
        match self.turns.value(fluent, role) {
            Some(holds) => Signal::TRUE.negated_if(!holds),
            None => Signal::fluent(self.places[&fluent]),
        }
    }

    fn signal(&self, literal: Literal) -> Signal {
        self.signals[literal.node()].negated_if(literal.is_negated())
    }

    fn action(&self, effect: &packed::Effect) -> Action {
        let writes = effect.writes.iter().filter_map(|&(bit, becomes)| {
            let place = self.places.get(&self.effects.fluents[bit as usize])?;
            Some((*place as u32, self.signal(becomes)))
        });
        Action {
            role: effect.role.index() as u8,
            legal: self.signal(effect.legal),
            writes: writes.collect(),
        }
    }
}
