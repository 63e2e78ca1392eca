//! Games whose last mover wins or loses, solved as sums of their parts.
//!
//! In: a ground game, its facts, a start. Out: a [`LastMover`], which knows the value of
//! every state; or why the game is no such sum ([`Unsuited`]). Not here: games whose
//! rewards depend on more.
//!
//! What is proven, and where: the roles move in turn, play ends when the role on turn has
//! no move, rewards depend on nothing else ([`Convention`], by the SAT solver); what a move
//! reads and writes lies in one part ([`crate::pieces`], by the structure of the rules);
//! play in each part ends ([`Unfinished::Cyclic`]); both roles have the same moves
//! ([`crate::worth`], position by position).

use std::collections::{BTreeMap, BTreeSet};

use analysis::Facts;
use cgt::{Genus, Nimber};
use game::{Bucket, Model, RoleId, Stop, Value};
use ground::{BitState, FluentId, GroundGame, MoveId};
use thiserror::Error;

use crate::convention::{Convention, Lacking};
use crate::finder::Finder;
use crate::knobs::Knobs;
use crate::parity::{self, Census, Parities};
use crate::pieces::Keep;
use crate::positions::{PositionId, Positions, Unfinished};
use crate::source::{Source, Sources};
use crate::theory::{Theory, Worth};
use crate::whole::{Part, Whole};

/// Why a game is not solved as a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// A condition is not proven.
    #[error(transparent)]
    Lacking(#[from] Lacking),
    /// The positions of a part were not all found.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// What is to be solved.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The game.
    pub game: &'a GroundGame,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// Where it begins.
    pub start: &'a BitState,
    /// Which rewards the roles prefer.
    pub model: Model,
    /// What bounds the work.
    pub knobs: Knobs,
    /// A request to stop.
    pub stop: &'a Stop,
}

/// A game whose last mover wins or loses, solved as the sum of its parts.
pub struct LastMover {
    /// Who moves when, and what an end is worth.
    pub convention: Convention,
    pub(crate) parts: Vec<SourcedPart>,
    pub(crate) sources: Sources,
    pub(crate) theory: Theory,
    /// By how many moves each position is reached, where roles have the same moves.
    pub(crate) parities: Vec<Parities>,
    /// Where it begins, and whose turn it is there.
    pub(crate) start: BitState,
    pub(crate) starts: RoleId,
    /// Whether the states of the parts and the turn tell states of the game apart.
    pub(crate) tells_states: bool,
    /// Fluents that are as at the start in all states.
    fixed: Vec<FluentId>,
    pub(crate) most_kinds: usize,
}

/// What is known of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What it is worth, and the number of moves to the end where that is known.
    Known(Value, Option<u64>),
    /// No moves lead to it.
    Unreachable,
    /// The search for it ran out.
    Unknown,
}

/// A part, and where its positions are.
#[derive(Debug)]
pub(crate) struct SourcedPart {
    pub part: Part,
    pub source: Source,
}

/// The moves of each part.
fn moves_of(parts: &[Part]) -> BTreeSet<&[MoveId]> {
    parts.iter().map(|it| it.moves.as_slice()).collect()
}

impl LastMover {
    /// Proves the conditions, finds the parts and solves each.
    ///
    /// # Errors
    ///
    /// [`Unsuited`]: the first condition that is not proven, or what did not come to its
    /// end.
    pub fn solve(task: &Task<'_>) -> Result<Self, Unsuited> {
        let Task {
            game, facts, model, ..
        } = *task;
        let budget = analysis::Budget::new(task.stop.clone());
        let convention = Convention::prove(game, facts, model, &budget)?;
        let whole = Whole::new(game, facts, &convention.turns).ok_or(Lacking::Loops)?;
        let mut sources = Sources::default();
        let mut parts = Vec::new();
        let needed = whole.parts(task.start, Keep::Needed);
        let all = whole.parts(task.start, Keep::All);
        // Fluents that no part needs join parts only if moves of several change them.
        let tells_states = moves_of(&needed) == moves_of(&all);
        let chosen = if tells_states { all } else { needed };
        let knobs = task.knobs.of_parts(chosen.len());
        for part in chosen {
            let source = sources.take(&part.game, &knobs, task.stop)?;
            parts.push(SourcedPart { part, source });
        }
        let sources = sources.numbered();
        let theory = Theory::new(&sources, convention.normal, task.knobs, task.stop);
        let theory = theory.map_err(Unfinished::Stopped)?;
        let sum = LastMover::of(convention, parts, sources, theory, task.start, task.knobs);
        Ok(match tells_states {
            true => sum.telling_states(game),
            false => sum,
        })
    }

    /// A sum of these parts that begins in a state.
    pub(crate) fn of(
        convention: Convention,
        parts: Vec<SourcedPart>,
        sources: Sources,
        theory: Theory,
        start: &BitState,
        knobs: Knobs,
    ) -> Self {
        let mut parities = Vec::new();
        // Which role's moves lead to a state counts only where they differ.
        if !matches!(theory.worth(), Worth::Games(..) | Worth::Unknown) {
            parities.resize(sources.pieces().len(), Parities::ANY);
            let tables = sources.tables().iter();
            parities.extend(tables.flat_map(Parities::of));
        }
        LastMover {
            starts: convention.turns.role(|it| start.holds(it)),
            start: start.clone(),
            convention,
            parts,
            sources,
            theory,
            parities,
            tells_states: false,
            fixed: Vec::new(),
            most_kinds: knobs.kinds,
        }
    }

    /// The same, if the states of the parts and the turn tell all states apart: then
    /// fluents that are in neither never change.
    pub(crate) fn telling_states(self, game: &GroundGame) -> Self {
        let of_parts = self.parts.iter().flat_map(|it| &it.part.fluents);
        let of_parts: BTreeSet<FluentId> = of_parts.copied().collect();
        let turns = &self.convention.turns;
        let fixed = game.fluent_ids();
        let fixed = fixed.filter(|it| !of_parts.contains(it) && !turns.has(*it));
        LastMover {
            fixed: fixed.collect(),
            tells_states: true,
            ..self
        }
    }

    /// What finds the states of each part that falls into pieces.
    fn finders(&self) -> Vec<Option<Finder<'_>>> {
        let parts = self.parts.iter();
        parts
            .map(|it| self.sources.finder(it.source, &it.part.game))
            .collect()
    }

    /// The positions that are played side by side in a state, in ascending order, and
    /// after how many moves they are reached; `None` if no moves lead to one of them.
    fn sum(
        &self,
        state: &BitState,
        finders: &mut [Option<Finder<'_>>],
    ) -> Option<(Vec<PositionId>, Parities)> {
        let mut sum = Vec::with_capacity(self.parts.len());
        let mut words = Vec::new();
        let mut parities = Parities::START;
        for (SourcedPart { part, source }, finder) in self.parts.iter().zip(finders) {
            part.state(state, &mut words);
            let first = sum.len();
            match finder {
                Some(finder) => finder.find(&words, &mut sum)?,
                None => self.sources.find(*source, &part.game, &words, &mut sum)?,
            }
            let of_part = sum.get(first).and_then(|it| self.parities.get(it.index()));
            parities = parities.plus(of_part.copied().unwrap_or(Parities::ANY));
        }
        sum.sort_unstable();
        Some((sum, parities))
    }

    /// Whether what no part has is as in states that can be reached.
    fn fits(&self, state: &BitState, role: RoleId) -> bool {
        let mut fixed = self.fixed.iter();
        self.convention.turns.tell(role, |it| state.holds(it))
            && fixed.all(|&it| state.holds(it) == self.start.holds(it))
    }

    /// What a state is worth.
    pub fn ask(&self, state: &BitState) -> Asked {
        self.ask_with(state, &mut self.finders())
    }

    /// What states are worth, in their order: faster than one by one where many differ by a
    /// move.
    pub fn ask_all(&self, states: &[&BitState]) -> Vec<Asked> {
        let mut finders = self.finders();
        let asked = states.iter().map(|it| self.ask_with(it, &mut finders));
        asked.collect()
    }

    fn ask_with(&self, state: &BitState, finders: &mut [Option<Finder<'_>>]) -> Asked {
        let role = self.convention.turns.role(|fluent| state.holds(fluent));
        if !self.fits(state, role) {
            return Asked::Unreachable;
        }
        match self.sum(state, finders) {
            Some((sum, parities)) if parities.has(role != self.starts) => {
                let wins = self.theory.wins(&self.sources, &sum, role);
                wins.map_or(Asked::Unknown, |wins| {
                    let rewards = self.convention.rewards(role, wins).clone();
                    Asked::Known(Value::Rewards(rewards), None)
                })
            }
            _ => Asked::Unreachable,
        }
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Whether a state can be reached; `None` if that is not known.
    pub fn reaches(&self, state: &BitState) -> Option<bool> {
        let role = self.convention.turns.role(|fluent| state.holds(fluent));
        let sum = self
            .sum(state, &mut self.finders())
            .filter(|_| self.fits(state, role));
        if !sum.is_some_and(|(_, parities)| parities.has(role != self.starts)) {
            return Some(false);
        }
        // The parities of pieces are not known, nor whose moves led to partizan positions.
        let listed = |it: &SourcedPart| self.sources.table(it.source).is_some();
        let is_exact = self.tells_states && self.is_impartial() && self.parts.iter().all(listed);
        is_exact.then_some(true)
    }

    /// A state that can be reached, each as likely as any other; `None` where states are
    /// not counted.
    pub(crate) fn draw(&self, below: &mut impl FnMut(u128) -> u128) -> Option<BitState> {
        if !self.tells_states || self.parities.is_empty() {
            return None;
        }
        let tables = self.parts.iter().map(|it| self.sources.table(it.source));
        let tables = tables.collect::<Option<Vec<_>>>()?;
        // Each state of the parts is reached with one turn at least: half of the draws last.
        let (drawn, role) = loop {
            let of_part = tables
                .iter()
                .map(|it| below(it.states().len() as u128) as usize);
            let drawn: Vec<usize> = of_part.collect();
            let role = RoleId::new(below(2) as usize);
            let reached = tables.iter().zip(&drawn);
            let reached = reached.map(|(table, place)| self.parities[table.first() + place]);
            if reached
                .fold(Parities::START, Parities::plus)
                .has(role != self.starts)
            {
                break (drawn, role);
            }
        };
        let turn = self.convention.turns.values(role);
        let mut holds: BTreeMap<FluentId, bool> = turn.into_iter().collect();
        for ((SourcedPart { part, .. }, table), place) in self.parts.iter().zip(tables).zip(drawn) {
            let state = &table.states()[place];
            let bit = |it: usize| state[it / 64] >> (it % 64) & 1 == 1;
            holds.extend(part.fluents.iter().zip(0..).map(|(&it, at)| (it, bit(at))));
        }
        let fluents = holds.len() + self.fixed.len();
        let as_drawn = |it| holds.get(&it).copied();
        Some(BitState::new(fluents, |it| {
            as_drawn(it).unwrap_or_else(|| self.start.holds(it))
        }))
    }

    /// How the worth of a state follows from its parts, in one of the words of
    /// `zermelo decompose`.
    pub fn combination(&self) -> &'static str {
        match self.theory.worth() {
            Worth::Nimbers(_) => "impartial-normal",
            Worth::Genera(..) => "impartial-misere",
            Worth::Games(..) => "partizan-normal",
            Worth::Unknown => "search",
        }
    }

    /// Counts the states that can be reached; `None` where that is not known: in sums with
    /// parts that are not listed state by state, and where roles have different moves.
    pub fn census(&self) -> Option<Census> {
        let tables = self.parts.iter().map(|it| self.sources.table(it.source));
        let tables = tables
            .collect::<Option<Vec<_>>>()
            .filter(|_| self.tells_states)?;
        let tables = tables.into_iter();
        let most = self.most_kinds;
        match self.theory.worth() {
            Worth::Nimbers(nimbers) => {
                let worth = |at: PositionId| Some(nimbers[at.index()]);
                let plus = |a, b| Some(a ^ b);
                parity::count(tables, most, Nimber::ZERO, worth, plus, Nimber::mover_wins)
            }
            Worth::Genera(_, Some(quotient)) => {
                let worth = |at: PositionId| Some(quotient.element(at));
                let plus = |a, b| Some(quotient.plus(a, b));
                parity::count(tables, most, 0, worth, plus, |it| quotient.mover_wins(it))
            }
            Worth::Genera(genera, None) => {
                let worth = |at: PositionId| genera[at.index()];
                let plus = |a, b| Genus::sum([a, b]);
                parity::count(
                    tables,
                    most,
                    Genus::END,
                    worth,
                    plus,
                    Genus::mover_wins_misere,
                )
            }
            Worth::Games(..) | Worth::Unknown => None,
        }
    }

    /// The states of a census by what they are worth.
    pub fn buckets(&self, model: Model, census: &Census) -> Vec<Bucket> {
        let other = RoleId::new(1 - self.starts.index());
        let by_turn = census.by_turn.iter().map(|(&(begins, wins), &states)| {
            let role = if begins { self.starts } else { other };
            let rewards = self.convention.rewards(role, wins).clone();
            (Value::Rewards(rewards), states)
        });
        Bucket::in_order(model, by_turn)
    }
}
