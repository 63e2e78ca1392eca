//! The parts of a game before their states are listed.
//!
//! In: [`Rules`] and a partition of their bits. Out: a [`Draft`]: for each part its columns,
//! what they read of other parts, and what is seen of it.

use ground::{FluentId, MoveId};

use crate::net::Net;
use crate::product::columns::{Columns, IDLE};
use crate::product::families::{Family, families};
use crate::product::machine::{Blueprint, goes_on};
use crate::product::outputs::{ContextRules, FamilyRules, Outputs};
use crate::product::partition::Partition;
use crate::product::rules::Rules;
use crate::product::supports::Supports;
use crate::product::views::Views;
use crate::signal::Signal;

/// The parts before their states are listed.
pub(crate) struct Draft {
    columns: Columns,
    families: Vec<Vec<Family>>,
    pub views: Views,
    pub blueprints: Vec<Blueprint>,
}

/// Most conditions on other parts that the effects in a part may read.
const MOST_INPUTS: usize = 6;

impl Draft {
    /// Takes the moves apart, and looks at the parts from above.
    pub fn new(rules: &Rules, supports: &Supports, partition: &Partition) -> Self {
        let Partition { part, parts } = partition;
        let net = &rules.net;
        let columns = Columns::new(rules, supports, part, *parts);
        let families = families(&columns);
        let of_part = |it| inputs(net, supports, part, it, &columns);
        let inputs: Vec<Vec<Signal>> = (0..*parts).map(of_part).collect();
        let outputs = outputs(rules, &families, inputs.clone());
        let views = Views::new(net, supports, part, *parts, &outputs);
        let blueprint = |(place, inputs)| {
            let contexts = rules.contexts.iter();
            let goes_on = contexts.map(|it| goes_on(net, supports, part, place, it.terminal));
            let bits = (0..part.len() as u32).filter(|&bit| part[bit as usize] == place);
            Blueprint {
                bits: bits.collect(),
                columns: columns.of[place].clone(),
                inputs,
                seen: views.seen[place].clone(),
                goes_on: goes_on.collect(),
            }
        };
        let blueprints = inputs.into_iter().enumerate().map(blueprint).collect();
        Draft {
            columns,
            families,
            views,
            blueprints,
        }
    }

    /// A part that reads too much of others, and one of these.
    pub fn crowded(&self, supports: &Supports, partition: &Partition) -> Option<(usize, usize)> {
        let mut parts = self.blueprints.iter().enumerate();
        let (place, crowded) = parts.find(|(_, it)| it.inputs.len() > MOST_INPUTS)?;
        let read = supports.bits(*crowded.inputs.first()?).next()?;
        let other = partition.part[read];
        Some((place.min(other), place.max(other)))
    }

    /// For each family of each context its columns in a part.
    pub fn families_in(&self, part: usize) -> Vec<&[u32]> {
        let families = self.families.iter().flatten();
        families.map(|it| &*it.columns[part]).collect()
    }

    /// The fluents of a part, in ascending order.
    pub fn fluents(&self, rules: &Rules, part: usize) -> Vec<FluentId> {
        let bits = self.blueprints[part].bits.iter();
        bits.map(|&it| rules.fluents[it as usize]).collect()
    }

    /// The moves that do something to a part.
    pub fn moves(&self, rules: &Rules, part: usize) -> Vec<MoveId> {
        let contexts = rules.contexts.iter().zip(&self.columns.rows);
        let moves = contexts.flat_map(|(context, rows)| context.moves.iter().zip(rows));
        let moves = moves.filter(|(_, row)| row.columns[part] != IDLE);
        let mut moves: Vec<MoveId> = moves.map(|(mov, _)| mov.mov).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

fn outputs(rules: &Rules, families: &[Vec<Family>], inputs: Vec<Vec<Signal>>) -> Outputs {
    let mut first_family = 0;
    let mut contexts = Vec::new();
    for (context, families) in rules.contexts.iter().zip(families) {
        let rules = families.iter().map(|it| FamilyRules {
            guards: it.guards.clone(),
            to: it.to,
        });
        contexts.push(ContextRules {
            role: context.role,
            terminal: context.terminal,
            goals: context.goals.clone(),
            first_family,
            families: rules.collect(),
        });
        first_family += families.len();
    }
    Outputs { contexts, inputs }
}

/// The conditions on other parts alone that the effects in a part read.
fn inputs(
    net: &Net,
    supports: &Supports,
    part: &[usize],
    own: usize,
    columns: &Columns,
) -> Vec<Signal> {
    let writes = columns.of[own].iter().flat_map(|column| &column.writes);
    let mut open: Vec<usize> = writes.map(|it| it.1.number()).collect();
    let mut visited = vec![false; net.len()];
    let mut inputs = Vec::new();
    while let Some(number) = open.pop() {
        if std::mem::replace(&mut visited[number], true) {
            continue;
        }
        let signal = Signal::of(number);
        let is_own = |bit: usize| part[bit] == own;
        if supports.bits(signal).all(is_own) {
            continue;
        }
        if !supports.bits(signal).any(is_own) {
            inputs.push(signal);
            continue;
        }
        open.extend(net.parts(number).iter().map(|it| it.number()));
    }
    inputs.sort_unstable();
    inputs
}
