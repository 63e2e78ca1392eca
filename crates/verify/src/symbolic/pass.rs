//! The pass over all sections, in their order.
//!
//! In: a file in which every move leads to a later section. Out: the counts of what
//! was proven, or the error. When a section is checked, all predecessors of its states
//! have been: so a state that was not reached cannot be. Sections are read once, when
//! they are first needed, and kept until they have been checked.
//!
//! Whether moves ascend is checked on the way, as in `layered.rs`: until the end, a
//! wrong value or an unreached state may be due to a move that does not ascend. So the
//! error is kept, and from then on only moves are checked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek};

use biodivine_lib_bdd::Bdd;
use ground::GroundGame;

use super::choice::Step;
use super::ends::Ends;
use super::example::{Claims, Found, foreign, look_at};
use super::inside::Conditions;
use super::moves::Moves;
use super::places::{bytes, misplaced};
use super::rated::Rated;
use super::sets::set_of;
use super::turns::{Movers, Turns};
use crate::board::Board;
use crate::error::{VerifyError, Wrong};
use crate::exhaustive::Limits;
use crate::file::{Diagram, SolutionFile};
use crate::report::Progress;
use crate::tally::Tally;

/// A section in memory.
struct Loaded {
    diagram: Diagram,
    all: Bdd,
    /// The states that were reached, by the least number of moves so far.
    reached: BTreeMap<usize, Bdd>,
}

/// The game as sets.
pub struct Sheet<'a> {
    pub game: &'a GroundGame,
    pub conditions: Conditions<'a>,
    pub turns: Turns,
    /// For each role.
    pub moves: Vec<Moves>,
}

/// The pass.
pub struct Pass<'a, R> {
    pub file: &'a mut SolutionFile<R>,
    pub board: &'a mut Board,
    pub claims: Claims,
    pub sheet: Sheet<'a>,
    pub limits: &'a Limits,
    /// The numbers of the sections.
    sections: Vec<u64>,
    loaded: BTreeMap<usize, Loaded>,
    /// For each value how many states have it.
    counts: Vec<u128>,
    terminals: u128,
    layers: Vec<u128>,
    /// The first error, if all moves ascend.
    flaw: Option<Wrong>,
}

impl<'a, R: Read + Seek> Pass<'a, R> {
    /// Prepares the pass.
    pub fn new(
        file: &'a mut SolutionFile<R>,
        board: &'a mut Board,
        claims: Claims,
        sheet: Sheet<'a>,
        limits: &'a Limits,
    ) -> Self {
        Pass {
            sections: file.sections().map(|it| it.0).collect(),
            loaded: BTreeMap::new(),
            counts: vec![0; claims.values.all.len()],
            terminals: 0,
            layers: Vec::new(),
            flaw: None,
            file,
            board,
            claims,
            sheet,
            limits,
        }
    }

    /// Checks all sections; the start is in one of them, with this key.
    pub fn run(
        mut self,
        (section, key): (u64, &[bool]),
        look: &mut dyn FnMut(Progress),
    ) -> Result<Tally, VerifyError> {
        let all = self.sections.len();
        let start = self.sections.binary_search(&section);
        let only = self.sheet.conditions.space.only(key);
        let start = start.expect("the start was found there");
        self.load(start)?;
        let first = self.loaded.get_mut(&start);
        first.expect("it was just loaded").reached.insert(0, only);
        for place in 0..all {
            self.load(place)?;
            let here = self.loaded.remove(&place);
            self.section(place, here.expect("it was just loaded"))?;
            let sections = place + 1;
            look(Progress::Sections { sections, all });
        }
        match self.flaw {
            Some(wrong) => Err(wrong.into()),
            None => Ok(Tally::of(
                &self.claims.values,
                self.counts,
                self.terminals,
                self.layers,
            )),
        }
    }

    fn look_up(&self) -> Result<(), VerifyError> {
        let stopped = self.limits.stop.requested();
        stopped.map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    }

    /// Reads a section, if it has not been read.
    fn load(&mut self, place: usize) -> Result<(), VerifyError> {
        if self.loaded.contains_key(&place) {
            return Ok(());
        }
        self.look_up()?;
        let needed = self.file.listed_bytes(place).into();
        if needed > self.limits.memory.into() {
            let states = self.file.states();
            return Err(VerifyError::TooLarge { states, needed });
        }
        let number = self.sections[place];
        let diagram = self.file.diagram(place)?;
        if let Some(key) = misplaced(&diagram, &self.file.meta().encoding, number) {
            let key = bytes(&self.file.meta().encoding, &key);
            return Err(foreign(self.file, self.board, number, &key).into());
        }
        for (&outcome, count) in diagram.palette.iter().zip(diagram.counts()) {
            let value = &self.file.meta().outcomes[outcome as usize].value;
            let value = self.claims.values.number(value);
            let known = &mut self.counts[value as usize];
            *known = known.saturating_add(count);
        }
        let all = set_of(self.sheet.conditions.space, &diagram, |_| true);
        let reached = BTreeMap::new();
        let loaded = Loaded {
            diagram,
            all,
            reached,
        };
        self.loaded.insert(place, loaded);
        Ok(())
    }

    /// Checks a section.
    fn section(&mut self, place: usize, mut here: Loaded) -> Result<(), VerifyError> {
        let space = self.sheet.conditions.space;
        let layers = self.layers_of(&mut here);
        let mut reached = space.none();
        for (_, layer) in &layers {
            reached = space.or(&reached, layer);
        }
        if !space.within(&here.all, &reached) && self.flaw.is_none() {
            let unreached = space.minus(&here.all, &reached);
            let key = self.key(&unreached);
            let number = self.sections[place];
            self.flaw = Some(foreign(self.file, self.board, number, &key));
        }
        let ends = (self.sheet.conditions).inside(&reached, self.sheet.game.terminal())?;
        self.terminals = self.terminals.saturating_add(space.count(&ends));
        let going_on = space.minus(&reached, &ends);
        let movers = self.movers(place, &going_on)?;
        let mut later = BTreeSet::new();
        for (layer, states) in &layers {
            for (role, own) in movers.iter().enumerate() {
                let own = match layers.len() {
                    1 => own.clone(),
                    _ => space.and(own, states),
                };
                self.spread((place, *layer), role, &own, &mut later)?;
            }
        }
        if self.flaw.is_none() {
            let wrong = self.misjudged(&here, (&ends, &movers), &later)?;
            if let Some(wrong) = wrong {
                let wrong = self.explain(place, &wrong)?;
                self.flaw = Some(wrong);
            }
        }
        Ok(())
    }

    /// The states that were reached, by the least number of moves. (If the file does
    /// not count layers, all are in one.)
    fn layers_of(&mut self, here: &mut Loaded) -> Vec<(usize, Bdd)> {
        let space = self.sheet.conditions.space;
        let mut before = space.none();
        let mut layers = Vec::new();
        for (layer, states) in std::mem::take(&mut here.reached) {
            let new = space.minus(&states, &before);
            if new.is_false() {
                continue;
            }
            before = space.or(&before, &new);
            if self.layers.len() <= layer {
                self.layers.resize(layer + 1, 0);
            }
            self.layers[layer] = self.layers[layer].saturating_add(space.count(&new));
            layers.push((layer, new));
        }
        layers
    }

    /// The states of a section by movers.
    fn movers(&mut self, place: usize, going_on: &Bdd) -> Result<Vec<Bdd>, VerifyError> {
        match self.sheet.turns.divide(&self.sheet.conditions, going_on)? {
            Movers::Apart(movers) => Ok(movers),
            Movers::Stuck(states) => Err(self.explain(place, &states)?.into()),
            Movers::Several(states) => match self.explain(place, &states) {
                Ok(wrong) => Err(wrong.into()),
                // The interpreter finds that only one of the roles has an effect.
                Err(VerifyError::Differ { .. }) => Err(VerifyError::Unsuited {
                    why: "several roles have several legal moves at once",
                }),
                Err(error) => Err(error),
            },
        }
    }

    /// Makes all moves of a role from some states of a section, where it is the mover;
    /// records where they lead.
    fn spread(
        &mut self,
        (place, layer): (usize, usize),
        role: usize,
        states: &Bdd,
        later: &mut BTreeSet<usize>,
    ) -> Result<(), VerifyError> {
        let space = self.sheet.conditions.space;
        if states.is_false() {
            return Ok(());
        }
        for number in 0..self.sheet.moves[role].lost.len() {
            let lost = &self.sheet.moves[role].lost[number];
            if space.meet(states, lost) {
                let lost = space.and(states, lost);
                return Err(self.explain(place, &lost)?.into());
            }
        }
        let mut after = space.none();
        for cluster in &self.sheet.moves[role].clusters {
            self.look_up()?;
            after = space.or(&after, &cluster.after(space, states));
        }
        let counted = self.file.meta().layers.is_some();
        let layer = if counted { layer + 1 } else { 0 };
        for next in place + 1..self.sections.len() {
            if after.is_false() {
                return Ok(());
            }
            self.load(next)?;
            let found = self.loaded.get_mut(&next).expect("it was just loaded");
            let (here, rest) = match space.within(&after, &found.all) {
                true => (after.clone(), space.none()),
                false => (
                    space.and(&after, &found.all),
                    space.minus(&after, &found.all),
                ),
            };
            if !here.is_false() {
                later.insert(next);
                let known = found.reached.remove(&layer);
                let joined = known.map_or_else(|| here.clone(), |known| space.or(&known, &here));
                found.reached.insert(layer, joined);
            }
            after = rest;
        }
        if after.is_false() {
            return Ok(());
        }
        // Their predecessors show whether they are missing, or moves go back.
        let clusters = self.sheet.moves[role].clusters.iter();
        let before = clusters.map(|it| space.and(states, &it.before(space, &after)));
        let before = before.into_iter().find(|it| !it.is_false());
        let before = before.unwrap_or_else(|| states.clone());
        Err(self.explain(place, &before)?.into())
    }

    /// States of a section with wrong values or distances.
    fn misjudged(
        &self,
        here: &Loaded,
        (ends, movers): (&Bdd, &[Bdd]),
        later: &BTreeSet<usize>,
    ) -> Result<Option<Bdd>, VerifyError> {
        let meta = self.file.meta();
        let conditions = &self.sheet.conditions;
        let checked = Ends {
            conditions,
            game: self.sheet.game,
            outcomes: &meta.outcomes,
            distances: meta.distances,
        };
        let wrong = checked.misjudged(&here.diagram, ends)?;
        if wrong.is_some() {
            return Ok(wrong);
        }
        let after = later.iter().map(|place| &self.loaded[place].diagram);
        let after: Vec<&Diagram> = after.collect();
        let occurring: BTreeSet<u32> = (after.iter().flat_map(|it| &it.palette)).copied().collect();
        let rated = Rated {
            claims: &self.claims,
            outcomes: &meta.outcomes,
            here: &here.diagram.palette,
            after: &occurring.into_iter().collect::<Vec<u32>>(),
        };
        for (mover, own) in movers.iter().enumerate() {
            if own.is_false() {
                continue;
            }
            let step = Step {
                space: conditions.space,
                stop: &self.limits.stop,
                moves: &self.sheet.moves[mover],
                here: &here.diagram,
                after: &after,
            };
            let wrong = self.misjudged_by(mover, own, &step, &rated)?;
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
        Ok(None)
    }

    fn misjudged_by(
        &self,
        mover: usize,
        own: &Bdd,
        step: &Step<'_>,
        rated: &Rated<'_>,
    ) -> Result<Option<Bdd>, VerifyError> {
        let space = step.space;
        let unresolved = space.and(own, &step.here(&rated.unresolved()));
        if !unresolved.is_false() {
            return Ok(Some(unresolved));
        }
        for classes in rated.values(mover) {
            let wrong = step.misjudged(own, &classes)?;
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
        for value in rated.values_here() {
            let (outcomes, classes) = rated.distances(mover, value);
            if outcomes.is_empty() {
                continue;
            }
            let base = space.and(own, &step.here(&outcomes));
            let wrong = step.misjudged(&base, &classes)?;
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
        Ok(None)
    }

    /// The key of one of some states.
    fn key(&self, states: &Bdd) -> Vec<u8> {
        let key = self.sheet.conditions.space.pick(states);
        let encoding = &self.file.meta().encoding;
        bytes(encoding, &key.unwrap_or_default())
    }

    /// What the interpreter finds wrong with one of some states of a section.
    fn explain(&mut self, place: usize, states: &Bdd) -> Result<Wrong, VerifyError> {
        let key = self.key(states);
        let at = (self.sections[place], key.as_slice());
        match look_at(self.file, self.board, &self.claims, at)? {
            Found::Wrong(wrong) => Ok(*wrong),
            Found::Backward => Err(VerifyError::Unsuited {
                why: "a move does not lead to a later section",
            }),
            Found::Nothing(state) => Err(VerifyError::Differ {
                what: "what sets have found wrong".to_owned(),
                state,
            }),
        }
    }
}
