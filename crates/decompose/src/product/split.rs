//! A game taken apart: its parts with their states merged into classes.
//!
//! In: a ground game, its facts, a start. Out: a [`Split`], or why there is none
//! ([`NoProduct`]). Not here: what states are worth (`solved`).

use analysis::Facts;
use game::{Obstacle, Stop};
use ground::{BitState, FluentId, GroundGame, MoveId};
use thiserror::Error;

use crate::knobs::Knobs;
use crate::pieces::{Signal, packed};
use crate::positions::Unfinished;
use crate::product::classes::Classes;
use crate::product::columns::{Columns, IDLE, only_part};
use crate::product::families::{Family, families};
use crate::product::machine::{Blueprint, Machine};
use crate::product::net::{Net, Supports};
use crate::product::partition::Partition;
use crate::product::rules::Rules;
use crate::product::sum::{ContextTerms, FamilyTerms, Quotients};
use crate::product::views::Views;

/// Why a game is not solved as a product of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProduct {
    /// Several roles, and it is not proven whose turn it is.
    #[error("it is not proven whose turn it is")]
    Turn,
    /// A role that is not on turn may lack a move to wait with.
    #[error("it is not proven that who is not on turn can wait")]
    Waiting,
    /// Rules depend on each other in a cycle.
    #[error("rules depend on each other in a cycle")]
    Loops,
    /// The product would hardly be smaller than the game.
    #[error("its parts together are about as large as the game")]
    DoesNotPay,
    /// There are no two parts in which there is something to choose.
    #[error("the game does not fall into parts")]
    OnePart,
    /// The states of a part were not all found.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The product has no answer. The game has none either, or there are too many states.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
}

/// What is to be taken apart.
#[derive(Clone, Copy)]
pub struct SplitTask<'a> {
    /// The game.
    pub game: &'a GroundGame,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// Where it begins.
    pub start: &'a BitState,
    /// What bounds the work.
    pub knobs: Knobs,
    /// A request to stop.
    pub stop: &'a Stop,
}

/// A game taken apart.
#[derive(Clone, Debug)]
pub struct Split {
    rules: Rules,
    parts: Vec<ProductPart>,
    quotients: Quotients,
    start: Option<u64>,
    knobs: Knobs,
}

/// A part, and how many states it has.
#[derive(Clone, Debug)]
pub struct ProductPart {
    /// Its fluents, in ascending order.
    pub fluents: Vec<FluentId>,
    /// The moves that do something to it, in ascending order.
    pub moves: Vec<MoveId>,
    machine: Machine,
}

/// How much work a product is, beside the game as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Most states that the product has: the product of the numbers of classes.
    pub classes: f64,
    /// Most states that the game has: the product of the numbers of states.
    pub states: f64,
}

/// Most conditions on other parts that the effects in a part may read.
const MOST_INPUTS: usize = 6;

impl Split {
    /// Takes a game apart.
    ///
    /// # Errors
    ///
    /// [`NoProduct`]: what is not proven, that it has no parts, or what did not come to its
    /// end.
    pub fn find(task: &SplitTask<'_>) -> Result<Self, NoProduct> {
        let budget = analysis::Budget::new(task.stop.clone());
        let rules = Rules::new(task.game, task.facts, &budget)?;
        let supports = Supports::new(&rules.net, task.knobs.support_bits);
        let supports = supports.ok_or(Unfinished::TooMany)?;
        let partition = Partition::find(&rules, task.facts, &supports);
        let mut partition = partition.ok_or(NoProduct::OnePart)?;
        let draft = loop {
            if partition.parts < 2 {
                return Err(NoProduct::OnePart);
            }
            let draft = Draft::new(&rules, &supports, &partition);
            match draft.crowded(&supports, &partition) {
                Some((one, other)) => partition.join(one, other),
                None => break draft,
            }
        };
        let mut classes = Vec::new();
        let mut parts = Vec::new();
        for (place, blueprint) in draft.blueprints.iter().enumerate() {
            let fluents: Vec<FluentId> = blueprint
                .bits
                .iter()
                .map(|&bit| rules.fluents[bit as usize])
                .collect();
            let start = packed(
                &fluents
                    .iter()
                    .map(|&it| task.start.holds(it))
                    .collect::<Vec<_>>(),
            );
            let most = task.knobs.part_entries;
            let machine = Machine::list(&rules.net, blueprint, start, most, task.stop)?;
            let families = draft.families.iter().flatten();
            let families: Vec<&[u32]> = families.map(|it| &*it.columns[place]).collect();
            classes.push(Classes::new(&machine.moved(families)));
            parts.push(ProductPart {
                fluents,
                moves: draft.moves(&rules, place),
                machine,
            });
        }
        let quotients = draft.quotients(task.game, &rules, &supports, &partition, classes);
        let mut split = Split {
            rules,
            parts,
            quotients,
            start: None,
            knobs: task.knobs,
        };
        if !split.quotients.fits() {
            return Err(Unfinished::TooMany.into());
        }
        split.start = split.code(task.start);
        Ok(split)
    }

    /// The parts, in the order of their first fluents.
    pub fn parts(&self) -> &[ProductPart] {
        &self.parts
    }

    /// How many classes the states of each part fall into.
    pub fn classes(&self) -> impl Iterator<Item = usize> {
        self.quotients.parts.iter().map(|it| it.count)
    }

    /// Bounds on the states of the product and of the game.
    pub fn estimate(&self) -> Estimate {
        let contexts = self.quotients.contexts.len() as f64;
        let product = |counts: &mut dyn Iterator<Item = usize>| {
            counts.fold(contexts, |all, count| all * count as f64)
        };
        Estimate {
            classes: product(&mut self.classes()),
            states: product(&mut self.parts.iter().map(ProductPart::states)),
        }
    }

    /// The number of a state in the product; `None` if a part does not have its state.
    pub(crate) fn code(&self, state: &BitState) -> Option<u64> {
        let classes = self.parts.iter().zip(&self.quotients.parts);
        let classes = classes.map(|(part, classes)| {
            let holds = part.fluents.iter().map(|&it| state.holds(it));
            let state = packed(&holds.collect::<Vec<bool>>());
            Some(classes.of[part.machine.find(&state)?])
        });
        let classes = classes.collect::<Option<Vec<u32>>>()?;
        self.quotients.code(self.rules.context(state), &classes)
    }

    pub(crate) fn quotients(&self) -> &Quotients {
        &self.quotients
    }

    pub(crate) fn start(&self) -> Option<u64> {
        self.start
    }

    pub(crate) fn knobs(&self) -> &Knobs {
        &self.knobs
    }
}

impl ProductPart {
    /// How many states it has, whatever the other parts do.
    pub fn states(&self) -> usize {
        self.machine.len()
    }
}

/// The parts before their states are listed.
struct Draft {
    columns: Columns,
    families: Vec<Vec<Family>>,
    views: Views,
    blueprints: Vec<Blueprint>,
}

impl Draft {
    fn new(rules: &Rules, supports: &Supports, partition: &Partition) -> Self {
        let Partition { part, parts } = partition;
        let columns = Columns::new(rules, supports, part, *parts);
        let families = families(&columns);
        let net = &rules.net;
        let mut views = Views::new(*parts);
        let mut see = |signal| views.term(net, supports, part, signal);
        for context in &rules.contexts {
            see(context.terminal);
            context.goals.iter().flatten().for_each(|(_, it)| {
                see(*it);
            });
        }
        for guard in families.iter().flatten().flat_map(|it| &it.guards) {
            see(*guard);
        }
        let inputs: Vec<Vec<Signal>> = (0..*parts)
            .map(|it| inputs(net, supports, part, it, &columns))
            .collect();
        for input in inputs.iter().flatten() {
            see(*input);
        }
        let blueprints = inputs
            .into_iter()
            .enumerate()
            .map(|(place, inputs)| Blueprint {
                bits: (0..part.len() as u32)
                    .filter(|&bit| part[bit as usize] == place)
                    .collect(),
                columns: columns.of[place].clone(),
                inputs,
                seen: views.seen[place].clone(),
                goes_on: rules
                    .contexts
                    .iter()
                    .map(|it| goes_on(net, supports, part, place, it.terminal))
                    .collect(),
            });
        let blueprints = blueprints.collect();
        Draft {
            columns,
            families,
            views,
            blueprints,
        }
    }

    /// A part that reads too much of others, and one of these.
    fn crowded(&self, supports: &Supports, partition: &Partition) -> Option<(usize, usize)> {
        let mut parts = self.blueprints.iter().enumerate();
        let (place, crowded) = parts.find(|(_, it)| it.inputs.len() > MOST_INPUTS)?;
        let read = supports.bits(*crowded.inputs.first()?).next()?;
        let other = partition.part[read];
        Some((place.min(other), place.max(other)))
    }

    /// The moves that do something to a part.
    fn moves(&self, rules: &Rules, part: usize) -> Vec<MoveId> {
        let contexts = rules.contexts.iter().zip(&self.columns.rows);
        let moves = contexts.flat_map(|(context, rows)| context.moves.iter().zip(rows));
        let moves = moves.filter(|(_, row)| row.columns[part] != IDLE);
        let mut moves: Vec<MoveId> = moves.map(|(mov, _)| mov.mov).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn quotients(
        &self,
        game: &GroundGame,
        rules: &Rules,
        supports: &Supports,
        partition: &Partition,
        classes: Vec<Classes>,
    ) -> Quotients {
        let mut views = self.views.clone();
        let mut see = |signal: &Signal| views.term(&rules.net, supports, &partition.part, *signal);
        let inputs = self.blueprints.iter();
        let inputs = inputs
            .map(|it| it.inputs.iter().map(&mut see).collect())
            .collect();
        let mut first_family = 0;
        let mut contexts = Vec::new();
        for (context, families) in rules.contexts.iter().zip(&self.families) {
            let mut of_role = |goals: &Vec<(game::GoalValue, Signal)>| {
                let goals = goals.iter();
                goals.map(|(value, it)| (value.clone(), see(it))).collect()
            };
            let goals = context.goals.iter().map(&mut of_role).collect();
            let families = families.iter().map(|it| FamilyTerms {
                guards: it.guards.iter().map(&mut see).collect(),
                to: it.to,
            });
            let families: Vec<FamilyTerms> = families.collect();
            let count = families.len();
            contexts.push(ContextTerms {
                role: context.role,
                terminal: see(&context.terminal),
                goals,
                first_family,
                families,
            });
            first_family += count;
        }
        Quotients {
            roles: game.roles().to_vec(),
            parts: classes,
            inputs,
            contexts,
            views,
        }
    }
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

/// Signals of a part without which play is over.
fn goes_on(
    net: &Net,
    supports: &Supports,
    part: &[usize],
    own: usize,
    terminal: Signal,
) -> Vec<Signal> {
    let signals = net.conjuncts(!terminal).into_iter();
    signals
        .filter(|&it| only_part(supports, part, it) == Some(own))
        .collect()
}
