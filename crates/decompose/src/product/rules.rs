//! The rules of a game for each value of whose turn it is: moves of one role, their effects,
//! the end and the goals, as conditions on bits.
//!
//! In: a [`GroundGame`] and its facts. Out: [`Rules`]. Not here: parts.
//!
//! In each *context*, a value of the group that says whose turn it is, only one role can
//! have several legal moves: that is the proven fact [`Turn`](analysis::Turn). So a joint
//! move is a move of this role, and what the others do is implied. A move that changes the
//! context in two ways, depending on the state, is taken apart into two moves.

use analysis::{Facts, Holds, Invariants};
use game::{GoalValue, RoleId};
use ground::{BitState, FluentId, GroundGame, MoveId};
use packed::{Effect, FluentEffects, Literal, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::net::Net;
use crate::product::known::Known;
use crate::product::no_product::NoProduct;
use crate::signal::Signal;

/// The rules, by contexts.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub net: Net,
    /// The fluent of each bit. What the context determines has no bit, and neither has what
    /// nothing depends on.
    pub fluents: Vec<FluentId>,
    pub contexts: Vec<Context>,
    /// The fluent that holds in each context; none if there is only one.
    turn: Vec<FluentId>,
}

/// The rules where it is someone's turn.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// The role whose moves are listed; no other has two.
    pub role: RoleId,
    pub moves: Vec<Move>,
    pub terminal: Signal,
    pub goals: Vec<Vec<(GoalValue, Signal)>>,
}

/// A move, or one way in which it can change the context.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub mov: MoveId,
    pub legal: Signal,
    /// The bits that it changes where it is legal, and what each becomes.
    pub writes: Vec<(u32, Signal)>,
    /// The same before it was used that the move is legal there.
    pub plain: Vec<(u32, Signal)>,
    /// The context that it leads to.
    pub to: usize,
}

impl Rules {
    /// Reads the rules off the circuit, specialised to each context.
    ///
    /// # Errors
    ///
    /// [`NoProduct::Turn`], [`NoProduct::Waiting`], [`NoProduct::Loops`]: what is not proven.
    /// [`NoProduct::TooLarge`].
    pub fn new(
        game: &GroundGame,
        facts: &Facts,
        steps: usize,
        budget: &analysis::Budget,
    ) -> Result<Self, NoProduct> {
        let contexts = contexts(game, facts)?;
        if !game.circuit().loops().is_empty() {
            return Err(NoProduct::Loops);
        }
        let constants: Vec<FluentId> = facts.constants.iter().map(|it| it.0).collect();
        // What is known where a move is legal is put in here, alike for all moves.
        let plain = packed::Knobs {
            simplified_nodes: 0,
            ..packed::Knobs::default()
        };
        let effects = FluentEffects::within(game, &constants, &plain, steps);
        let effects = effects.ok_or(NoProduct::TooLarge)?;
        prove_waiting(game, facts, &contexts, budget)?;
        let known: Vec<FxHashMap<FluentId, bool>> = (0..contexts.len())
            .map(|at| determined(facts, &contexts, at))
            .collect();
        let unread: FxHashSet<FluentId> = facts.unread.iter().copied().collect();
        let mut fluents = effects.fluents.clone();
        fluents.retain(|it| !known[0].contains_key(it) && !unread.contains(it));
        fluents.sort_unstable();
        let mut translation = Translation {
            effects: &effects,
            places: fluents.iter().copied().zip(0..).collect(),
            turn: contexts.iter().filter_map(|it| it.0).collect(),
            net: Net::new(fluents.len()),
            signals: Vec::new(),
            steps,
        };
        let translated = contexts.iter().zip(&known);
        let translated = translated.map(|((_, role), known)| {
            let role = role.unwrap_or(RoleId::new(0));
            translation.context(game, role, known)
        });
        let contexts = translated.collect();
        Ok(Rules {
            contexts,
            turn: translation.turn,
            net: translation.net,
            fluents,
        })
    }

    /// How large they are: conditions, moves and what these write.
    pub fn size(&self) -> usize {
        let moves = self.contexts.iter().flat_map(|it| &it.moves);
        let writes = moves.map(|it| 1 + it.writes.len() + it.plain.len());
        self.net.len() + writes.sum::<usize>()
    }

    /// The context of a state.
    pub fn context(&self, state: &BitState) -> usize {
        let place = self.turn.iter().position(|&it| state.holds(it));
        place.unwrap_or(0)
    }
}

/// The fluent that holds in each context, and who may then have several moves.
type Turns = Vec<(Option<FluentId>, Option<RoleId>)>;

fn contexts(game: &GroundGame, facts: &Facts) -> Result<Turns, NoProduct> {
    match (&facts.turn, game.roles().len()) {
        (_, 1) => Ok(vec![(None, Some(RoleId::new(0)))]),
        (None, _) => Err(NoProduct::Turn),
        (Some(turn), _) => {
            let movers = turn.movers.iter();
            Ok(movers.map(|&(fluent, role)| (Some(fluent), role)).collect())
        }
    }
}

/// Proves that the roles that are not on turn have a move until the game is over.
fn prove_waiting(
    game: &GroundGame,
    facts: &Facts,
    contexts: &Turns,
    budget: &analysis::Budget,
) -> Result<(), NoProduct> {
    if game.roles().len() == 1 {
        return Ok(());
    }
    let waits = Invariants::ask(game, facts, budget, |states| {
        contexts.iter().all(|(fluent, mover)| {
            let mover = mover.unwrap_or(RoleId::new(0));
            let mut others = RoleId::all(game.roles().len()).filter(|&role| role != mover);
            others.all(|role| {
                let legal = game
                    .moves_of(role)
                    .map(|it| Holds::Node(game.legal(it), false));
                let turn = fluent.map(|fluent| Holds::Fluent(fluent, true));
                let goes_on = Holds::Node(game.terminal(), false);
                let helpless: Vec<Holds> = legal.chain(turn).chain([goes_on]).collect();
                states.exclude_all(&helpless)
            })
        })
    });
    match waits {
        true => Ok(()),
        false => Err(NoProduct::Waiting),
    }
}

/// The fluents whose values a context determines.
fn determined(facts: &Facts, contexts: &Turns, at: usize) -> FxHashMap<FluentId, bool> {
    let mut known = FxHashMap::default();
    for (place, (fluent, _)) in contexts.iter().enumerate() {
        known.extend(fluent.map(|fluent| (fluent, place == at)));
    }
    loop {
        let before = known.len();
        for it in &facts.duplicates {
            let (one, other) = (known.get(&it.fluent), known.get(&it.of));
            match (one.copied(), other.copied()) {
                (Some(value), None) => known.insert(it.of, value == it.equal),
                (None, Some(value)) => known.insert(it.fluent, value == it.equal),
                _ => None,
            };
        }
        if known.len() == before {
            return known;
        }
    }
}

/// Translates conditions on the fluents of the game into those on bits.
struct Translation<'a> {
    effects: &'a FluentEffects,
    places: FxHashMap<FluentId, u32>,
    /// The fluent that holds in each context.
    turn: Vec<FluentId>,
    net: Net,
    /// What each condition is in the current context.
    signals: Vec<Signal>,
    /// Conditions that may still be looked at to put in what is known.
    steps: usize,
}

impl Translation<'_> {
    fn context(
        &mut self,
        game: &GroundGame,
        role: RoleId,
        known: &FxHashMap<FluentId, bool>,
    ) -> Context {
        self.signals.clear();
        for number in 0..self.effects.net.len() {
            let signal = match self.effects.net.node(number) {
                Node::True => Signal::TRUE,
                Node::Bit(bit) => self.fluent(self.effects.fluents[*bit as usize], known),
                Node::And(parts) => {
                    let parts = parts.iter().map(|&part| self.signal(part)).collect();
                    self.net.and(parts)
                }
            };
            self.signals.push(signal);
        }
        let goals = RoleId::all(game.roles().len()).map(|role| {
            let conditions = &self.effects.goals[role.index()];
            let values = game.goals(role).iter().zip(conditions);
            let values = values.map(|((value, _), &it)| (value.clone(), self.signal(it)));
            values.filter(|(_, it)| *it != Signal::FALSE).collect()
        });
        let goals = goals.collect();
        let mut moves = Vec::new();
        for effect in self.effects.effects.iter().filter(|it| it.role == role) {
            self.take(effect, known, &mut moves);
        }
        Context {
            role,
            moves,
            terminal: self.signal(self.effects.terminal),
            goals,
        }
    }

    /// Adds a move, once for each context that it can lead to.
    fn take(&mut self, effect: &Effect, known: &FxHashMap<FluentId, bool>, moves: &mut Vec<Move>) {
        let becomes = |fluent: FluentId| {
            let write = effect.writes.iter();
            let mut write = write.filter(|(bit, _)| self.effects.fluents[*bit as usize] == fluent);
            let kept = Signal::TRUE.negated_if(!known[&fluent]);
            write.next().map_or(kept, |it| self.signal(it.1))
        };
        let mut turns: Vec<Signal> = self.turn.iter().map(|&it| becomes(it)).collect();
        if turns.is_empty() {
            turns.push(Signal::TRUE);
        }
        let writes = effect.writes.iter().filter_map(|&(bit, becomes)| {
            let place = self.places.get(&self.effects.fluents[bit as usize])?;
            Some((*place, self.signal(becomes)))
        });
        let mut writes: Vec<(u32, Signal)> = writes.collect();
        writes.sort_unstable();
        let mut plain = writes.clone();
        plain.retain(|&(bit, becomes)| becomes != Signal::fluent(bit as usize));
        for (to, turn) in turns.into_iter().enumerate() {
            let mut parts = self.net.conjuncts(self.signal(effect.legal));
            parts.extend(self.net.conjuncts(turn));
            let legal = self.net.and(parts);
            if legal == Signal::FALSE {
                continue;
            }
            moves.push(Move {
                mov: effect.mov,
                legal,
                writes: self.effects(&writes, legal),
                plain: plain.clone(),
                to,
            });
        }
    }

    /// What a move changes where it is legal. Where that takes too much, what is known is not
    /// put in: then more hangs together than must.
    fn effects(&mut self, writes: &[(u32, Signal)], legal: Signal) -> Vec<(u32, Signal)> {
        let mut known = Known::new(&self.net, &self.net.conjuncts(legal));
        let mut effects = Vec::new();
        for &(bit, becomes) in writes {
            if known.looked_at > self.steps {
                effects.push((bit, becomes));
                continue;
            }
            let now = known.simplify(&mut self.net, Signal::fluent(bit as usize));
            let becomes = known.simplify(&mut self.net, becomes);
            if becomes != now {
                effects.push((bit, becomes));
            }
        }
        self.steps = self.steps.saturating_sub(known.looked_at);
        effects
    }

    /// A fluent without a bit that no context determines is one that nothing depends on: any
    /// value will do.
    fn fluent(&self, fluent: FluentId, known: &FxHashMap<FluentId, bool>) -> Signal {
        match (known.get(&fluent), self.places.get(&fluent)) {
            (Some(value), _) => Signal::TRUE.negated_if(!value),
            (None, Some(&place)) => Signal::fluent(place as usize),
            (None, None) => Signal::FALSE,
        }
    }

    fn signal(&self, literal: Literal) -> Signal {
        self.signals[literal.node()].negated_if(literal.is_negated())
    }
}
