//! Which groups of fluents depend on each other: the graph whose components are parts.
//!
//! In: a ground game and its facts. Out: [`Dependencies`], to be looked at. Nothing is
//! proven by it: that parts are independent is decided elsewhere, fluent by fluent.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Facts, Group};
use ground::{FluentId, GroundGame};
use packed::{FluentEffects, Literal, Net, Node};
use rustc_hash::FxHashMap;

use crate::convention::Turns;

/// Groups of fluents, and which of them moves connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependencies {
    /// The groups. Those that tell whose turn it is are left out.
    pub groups: Vec<Group>,
    /// Pairs of groups, by place, and how many moves read or write both.
    pub joined: BTreeMap<(usize, usize), usize>,
}

/// Nodes of conditions that are visited: some seconds' work.
const MOST_VISITS: usize = 50_000_000;

/// Groups that one move may join two by two; beyond that it joins each with the next.
const MOST_PAIRED: usize = 12;

impl Dependencies {
    /// Finds the dependencies; `None` if rules depend on each other in a cycle, or are too
    /// many.
    pub fn new(game: &GroundGame, facts: &Facts) -> Option<Self> {
        let turns = Turns::candidates(facts).into_iter().next();
        let is_turn = |it: &FluentId| turns.as_ref().is_some_and(|turns| turns.has(*it));
        let groups = facts.partition().iter();
        let groups = groups.filter(|it| !it.fluents.iter().any(is_turn)).cloned();
        let groups: Vec<Group> = groups.collect();
        let effects = effects(game, facts, turns.as_ref())?;
        let places = groups.iter().enumerate();
        let places = places.flat_map(|(place, it)| it.fluents.iter().map(move |it| (*it, place)));
        let places: FxHashMap<FluentId, usize> = places.collect();
        let place = |bit: u32| places.get(&effects.fluents[bit as usize]).copied();
        let mut supports = Supports::new(&effects.net);
        let mut joined: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for effect in &effects.effects {
            let mut touched: BTreeSet<usize> = BTreeSet::new();
            touched.extend(effect.writes.iter().filter_map(|it| place(it.0)));
            let conditions = effect.writes.iter().map(|it| it.1);
            let bits = supports.of(conditions.chain([effect.legal]))?;
            touched.extend(bits.into_iter().filter_map(place));
            for pair in pairs(&touched) {
                *joined.entry(pair).or_default() += 1;
            }
        }
        Some(Dependencies { groups, joined })
    }

    /// The groups that are connected, by place.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut of: Vec<usize> = (0..self.groups.len()).collect();
        for &(one, other) in self.joined.keys() {
            let (keep, drop) = (of[one].min(of[other]), of[one].max(of[other]));
            of.iter_mut()
                .filter(|it| **it == drop)
                .for_each(|it| *it = keep);
        }
        let mut components: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (group, first) in of.into_iter().enumerate() {
            components.entry(first).or_default().push(group);
        }
        components.into_values().collect()
    }
}

fn effects(game: &GroundGame, facts: &Facts, turns: Option<&Turns>) -> Option<FluentEffects> {
    let constants: Vec<FluentId> = facts.constants.iter().map(|it| it.0).collect();
    let knobs = packed::Knobs::default();
    match turns {
        Some(turns) => {
            let on_turn: Vec<_> = game::RoleId::all(2).map(|it| turns.values(it)).collect();
            FluentEffects::by_turn(game, &constants, &on_turn, &knobs)
        }
        None => FluentEffects::new(game, &constants, &knobs),
    }
}

fn pairs(touched: &BTreeSet<usize>) -> Vec<(usize, usize)> {
    let all: Vec<usize> = touched.iter().copied().collect();
    let mut pairs = Vec::new();
    for (place, &one) in all.iter().enumerate() {
        let others = match all.len() {
            0..=MOST_PAIRED => &all[place + 1..],
            _ => &all[place + 1..(place + 2).min(all.len())],
        };
        pairs.extend(others.iter().map(|&other| (one, other)));
    }
    pairs
}

/// The bits that conditions depend on.
struct Supports<'a> {
    net: &'a Net,
    visited: Vec<u32>,
    search: u32,
    left: usize,
}

impl<'a> Supports<'a> {
    fn new(net: &'a Net) -> Self {
        Supports {
            visited: vec![0; net.len()],
            net,
            search: 0,
            left: MOST_VISITS,
        }
    }

    fn of(&mut self, conditions: impl Iterator<Item = Literal>) -> Option<Vec<u32>> {
        self.search += 1;
        let mut open: Vec<usize> = conditions.map(Literal::node).collect();
        let mut bits = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut self.visited[node], self.search) == self.search {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            match self.net.node(node) {
                Node::True => {}
                Node::Bit(bit) => bits.push(*bit),
                Node::And(parts) => open.extend(parts.iter().map(|it| it.node())),
            }
        }
        Some(bits)
    }
}
