//! A game taken apart: its parts with their states merged into classes.
//!
//! In: a ground game, its facts, a start. Out: a [`Split`], or why there is none
//! ([`NoProduct`]). Not here: what states are worth (`solved`).

use analysis::Facts;
use game::{Model, Stop};
use ground::{BitState, FluentId, GroundGame, MoveId};

use crate::knobs::Knobs;
use crate::pieces::packed;
use crate::positions::Unfinished;
use crate::product::classes::Classes;
use crate::product::dominated::without_dominated;
use crate::product::draft::Draft;
use crate::product::fold::Level;
use crate::product::machine::Machine;
use crate::product::matters::{Pattern, representatives};
use crate::product::no_product::NoProduct;
use crate::product::partition::Partition;
use crate::product::rules::Rules;
use crate::product::sequences::{Sequences, count};
use crate::product::sum::Quotients;
use crate::product::supports::Supports;

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
    /// Dominated moves were left out.
    reduced: bool,
    /// For each part the columns of each family.
    families: Vec<Vec<Box<[u32]>>>,
    /// The parts before they were put together, if some were.
    found: Option<Level>,
}

/// A part, and how many states it has.
#[derive(Clone, Debug)]
pub struct ProductPart {
    /// Its fluents, in ascending order.
    pub fluents: Vec<FluentId>,
    /// The moves that do something to it, in ascending order.
    pub moves: Vec<MoveId>,
    machine: Machine,
    /// The class of each state, and how many there are.
    of: Vec<u32>,
    classes: usize,
}

/// How many more families than columns of a part there may be, if it has the most states.
const ENTRIES: usize = 4;

/// Steps that each stage of the search may take in the smallest game: milliseconds.
const LEAST_STEPS: usize = 1 << 18;

/// How many times more steps the search for a partition may take: they are cheap.
const PARTITION_STEPS: usize = 2;

/// How much work a product is, beside the game as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Most states that the product has: the product of the numbers of classes.
    pub classes: f64,
    /// Most states that the game has: the product of the numbers of states.
    pub states: f64,
}

impl Split {
    /// Takes a game apart.
    ///
    /// # Errors
    ///
    /// [`NoProduct`]: what is not proven, that it has no parts, or what did not come to its
    /// end.
    pub fn find(task: &SplitTask<'_>) -> Result<Self, NoProduct> {
        let budget = analysis::Budget::new(task.stop.clone());
        let size = task.game.circuit().nodes().len() + task.game.moves().len();
        let steps = size
            .saturating_mul(task.knobs.search_steps)
            .max(LEAST_STEPS);
        let rules = Rules::new(task.game, task.facts, steps, &budget)?;
        let supports = Supports::new(&rules.net, task.knobs.support_bits);
        let supports = supports.ok_or(Unfinished::TooMany)?;
        let partition = Partition::find(
            &rules,
            task.facts,
            &supports,
            steps.saturating_mul(PARTITION_STEPS),
        );
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
        let machines = list(task, &rules, &draft)?;
        Split::of(task, rules, draft, machines)
    }

    /// Merges the states of all parts, and puts parts together.
    fn of(
        task: &SplitTask<'_>,
        rules: Rules,
        draft: Draft,
        machines: Vec<Machine>,
    ) -> Result<Self, NoProduct> {
        let mut classes = Vec::new();
        let mut families = Vec::new();
        let mut parts = Vec::new();
        for (place, machine) in machines.into_iter().enumerate() {
            if let Some(reason) = task.stop.requested() {
                return Err(Unfinished::Stopped(reason).into());
            }
            let own = draft.families_in(place);
            let merged = Classes::new(&machine.moved(own.clone()));
            families.push(own.into_iter().map(Box::from).collect());
            parts.push(ProductPart {
                fluents: draft.fluents(&rules, place),
                moves: draft.moves(&rules, place),
                of: merged.of.clone(),
                classes: merged.count,
                machine,
            });
            classes.push(merged);
        }
        let mut level = Level {
            start: classes.iter().map(|it| it.of[0]).collect(),
            found: classes.len(),
            numbers: (0..classes.len()).collect(),
            parts: classes,
            net: draft.views.net,
            bits: draft.views.bits,
            outputs: draft.views.outputs,
            pairs: Vec::new(),
        };
        let found = level.may_fold(&task.knobs).then(|| level.clone());
        level.fold(&task.knobs, task.stop);
        let quotients = Quotients {
            roles: task.game.roles().to_vec(),
            level,
        };
        Ok(Split {
            start: quotients.code(rules.context(task.start), &quotients.level.start),
            rules,
            parts,
            quotients,
            knobs: task.knobs,
            reduced: false,
            families,
            found,
        })
    }

    /// The parts, in the order of their first fluents.
    pub fn parts(&self) -> &[ProductPart] {
        &self.parts
    }

    /// How many classes there are of each part that is left after parts were put together.
    pub fn folded(&self) -> impl Iterator<Item = usize> {
        self.quotients.level.parts.iter().map(|it| it.count)
    }

    /// Bounds on the states of the product and of the game.
    pub fn estimate(&self) -> Estimate {
        let contexts = self.quotients.level.outputs.contexts.len() as f64;
        let product = |counts: &mut dyn Iterator<Item = usize>| {
            counts.fold(contexts, |all, count| all * count as f64)
        };
        Estimate {
            classes: product(&mut self.folded()),
            states: product(&mut self.parts.iter().map(ProductPart::states)),
        }
    }

    /// The same without dominated moves in parts: fewer states, no distances, and values only
    /// of the states that are left; `None` if the roles do not want the opposite under the
    /// model, or domination is not decided.
    ///
    /// A product with cycles has no values then: [`NoProduct::Cyclic`].
    pub fn without_dominated(&self, model: Model) -> Option<Self> {
        let roles = self.quotients.roles.len();
        let mut reduced = self.clone();
        reduced.quotients.level = without_dominated(&self.quotients.level, model, roles)?;
        if let Some(found) = &mut reduced.found {
            *found = without_dominated(found, model, roles)?;
        }
        reduced.reduced = true;
        Some(reduced)
    }

    /// For each part how many sequences of at most `depth` moves it has, whoever makes them.
    pub fn sequences(&self, depth: usize) -> Vec<Sequences> {
        let part = |(place, part): (usize, &ProductPart)| {
            let families = self.families[place].iter().map(|it| &**it).collect();
            Sequences {
                moves: count(&part.machine.moved(families), depth),
                classes: count(&self.found().parts[place], depth),
            }
        };
        self.parts.iter().enumerate().map(part).collect()
    }

    /// The class of each part in a state; `None` if a part does not have its state.
    pub(crate) fn found_classes(&self, state: &BitState) -> Option<Vec<u32>> {
        let classes = self.parts.iter().map(|part| {
            let place = part.machine.find(&bits_of(&part.fluents, state))?;
            Some(part.of[place])
        });
        classes.collect()
    }

    /// The parts before they were put together.
    pub(crate) fn found(&self) -> &Level {
        self.found.as_ref().unwrap_or(&self.quotients.level)
    }

    pub(crate) fn roles(&self) -> usize {
        self.quotients.roles.len()
    }

    pub(crate) fn is_reduced(&self) -> bool {
        self.reduced
    }

    /// The number of a state in the product; `None` if a part does not have its state.
    pub(crate) fn code(&self, state: &BitState) -> Option<u64> {
        let classes = self.found_classes(state)?;
        let folded = self.quotients.level.folded(classes)?;
        self.quotients.code(self.rules.context(state), &folded)
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
    /// How many classes its states fall into.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// How many states it has, whatever the other parts do.
    pub fn states(&self) -> usize {
        self.machine.len()
    }
}

/// Lists the states of all parts; of what is seen of them only what matters is left.
fn list(task: &SplitTask<'_>, rules: &Rules, draft: &Draft) -> Result<Vec<Machine>, NoProduct> {
    let mut machines = Vec::new();
    for (place, blueprint) in draft.blueprints.iter().enumerate() {
        let start = bits_of(&draft.fluents(rules, place), task.start);
        let machine = Machine::list(&rules.net, blueprint, start, &task.knobs, task.stop)?;
        if machine.moved(draft.families_in(place)).entries() > ENTRIES * task.knobs.part_entries {
            return Err(Unfinished::TooMany.into());
        }
        machines.push(machine);
    }
    let patterns: Vec<Vec<Pattern>> = machines.iter().map(Machine::patterns).collect();
    let views = &draft.views;
    let stand_ins = representatives(&views.net, &views.bits, &views.outputs, &patterns);
    for ((machine, patterns), stand_ins) in machines
        .iter_mut()
        .zip(&patterns)
        .zip(stand_ins.iter().flatten())
    {
        let shown = stand_ins.iter().map(|&it| patterns[it].clone());
        machine.show(&patterns.iter().cloned().zip(shown).collect());
    }
    Ok(machines)
}

/// A bit for each of these fluents.
fn bits_of(fluents: &[FluentId], state: &BitState) -> Box<[u64]> {
    packed(
        &fluents
            .iter()
            .map(|&it| state.holds(it))
            .collect::<Vec<bool>>(),
    )
}
