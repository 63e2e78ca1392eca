//! The states of a part, listed: all that moves lead to, whatever is seen of the others.
//!
//! In: the columns of a part, what its effects read of other parts, what is seen of it.
//! Out: a [`Machine`]. Not here: which of its states are alike (`classes`).
//!
//! Each state is expanded in all contexts, and for all values of what is read of other parts.
//! So no state is missing that the part has in a reachable state of the game. States that say
//! that play is over, whatever the others say, are not expanded.

use std::ops::Range;

use game::Stop;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::knobs::Knobs;
use crate::net::Net;
use crate::positions::Unfinished;
use crate::product::classes::Transitions;
use crate::product::columns::{Column, only_part};
use crate::product::matters::Pattern;
use crate::product::supports::Supports;
use crate::signal::Signal;

/// What a part depends on, and what is seen of it.
#[derive(Clone, Debug)]
pub(crate) struct Blueprint {
    /// The bits of the part, in ascending order.
    pub bits: Vec<u32>,
    pub columns: Vec<Column>,
    /// Conditions on other parts that effects read. A *letter* has a bit for each.
    pub inputs: Vec<Signal>,
    /// What is seen of the part: each holds if all its signals do.
    pub seen: Vec<Vec<Signal>>,
    /// For each context signals that all hold until the part says that play is over.
    pub goes_on: Vec<Vec<Signal>>,
}

/// There is no such state: the column is not legal.
const NOWHERE: u32 = u32::MAX;

/// The states of a part, and where its columns lead.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    letters: usize,
    columns: usize,
    ids: FxHashMap<Box<[u64]>, u32>,
    /// For each state, letter and column the next state.
    next: Vec<u32>,
    /// For each state what is seen, a bit for each condition.
    seen: Vec<Pattern>,
}

impl Machine {
    /// Lists the states from `start` on, a bit for each fluent of the part.
    ///
    /// # Errors
    ///
    /// [`Unfinished`]: there are too many states, or the request to stop.
    pub fn list(
        net: &Net,
        blueprint: &Blueprint,
        start: Box<[u64]>,
        knobs: &Knobs,
        stop: &Stop,
    ) -> Result<Self, Unfinished> {
        let code = Code::new(net, blueprint);
        let mut machine = Machine {
            letters: 1 << blueprint.inputs.len(),
            columns: blueprint.columns.len(),
            ids: FxHashMap::default(),
            next: Vec::new(),
            seen: Vec::new(),
        };
        let mut states = vec![start.clone()];
        machine.ids.insert(start, 0);
        let mut done = 0;
        while done < states.len() {
            if let Some(reason) = stop.requested() {
                return Err(Unfinished::Stopped(reason));
            }
            let chunk = done..states.len().min(done + 64);
            done = chunk.end;
            machine.expand(blueprint, &code, &mut states, chunk);
            if machine.next.len() > knobs.part_entries {
                return Err(Unfinished::TooMany);
            }
        }
        Ok(machine)
    }

    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// The different patterns, in the order in which they are seen first.
    pub fn patterns(&self) -> Vec<Pattern> {
        let mut known: FxHashSet<&Pattern> = FxHashSet::default();
        let new = self.seen.iter().filter(|it| known.insert(it));
        new.cloned().collect()
    }

    /// From now on other patterns are seen in place of these.
    pub fn show(&mut self, patterns: &FxHashMap<Pattern, Pattern>) {
        for seen in &mut self.seen {
            if let Some(other) = patterns.get(seen) {
                seen.clone_from(other);
            }
        }
    }

    /// What moves do to the states; for each family of each context its columns.
    pub fn moved<'a>(&'a self, families: Vec<&'a [u32]>) -> Moved<'a> {
        Moved {
            machine: self,
            families,
        }
    }

    /// The number of a state.
    pub fn find(&self, state: &[u64]) -> Option<usize> {
        self.ids.get(state).map(|&id| id as usize)
    }

    /// Where a column leads; `None` if it is not legal.
    fn next(&self, state: usize, letter: usize, column: u32) -> Option<u32> {
        let place = (state * self.letters + letter) * self.columns + column as usize;
        Some(self.next[place]).filter(|&next| next != NOWHERE)
    }

    fn expand(
        &mut self,
        blueprint: &Blueprint,
        code: &Code,
        states: &mut Vec<Box<[u64]>>,
        chunk: Range<usize>,
    ) {
        let lanes = chunk.len();
        let first = self.next.len();
        let row = self.letters * self.columns;
        self.next.resize(first + lanes * row, NOWHERE);
        let holding = code.holding(&states[chunk.clone()]);
        let mut open = u64::MAX >> (64 - lanes);
        for letter in 0..self.letters {
            let planes = code.evaluate(&holding, letter);
            if letter == 0 {
                self.see(blueprint, code, &planes, lanes);
                open &= !code.over(blueprint, &planes);
            }
            for (number, column) in blueprint.columns.iter().enumerate() {
                let mut legal = open & code.all(&column.legal, &planes);
                let writes = code.writes(column, &planes);
                while legal != 0 {
                    let lane = legal.trailing_zeros() as usize;
                    legal &= legal - 1;
                    let mut next = states[chunk.start + lane].clone();
                    for &(place, becomes) in &writes {
                        let word = &mut next[place / 64];
                        let holds = becomes >> lane & 1;
                        *word = *word & !(1 << (place % 64)) | holds << (place % 64);
                    }
                    let new = self.ids.len() as u32;
                    let id = *self.ids.entry(next).or_insert_with_key(|next| {
                        states.push(next.clone());
                        new
                    });
                    self.next[first + lane * row + letter * self.columns + number] = id;
                }
            }
        }
    }

    fn see(&mut self, blueprint: &Blueprint, code: &Code, planes: &[u64], lanes: usize) {
        let words = blueprint.seen.len().div_ceil(64);
        let mut seen = vec![vec![0_u64; words]; lanes];
        for (place, signals) in blueprint.seen.iter().enumerate() {
            let holds = code.all(signals, planes);
            for (lane, seen) in seen.iter_mut().enumerate() {
                seen[place / 64] |= (holds >> lane & 1) << (place % 64);
            }
        }
        self.seen.extend(seen.into_iter().map(Box::from));
    }
}

/// The states of a part, and the columns of each family.
pub(crate) struct Moved<'a> {
    machine: &'a Machine,
    families: Vec<&'a [u32]>,
}

impl Moved<'_> {
    /// How often a family is looked at, if each is once.
    pub fn entries(&self) -> usize {
        let states = self.machine.len() * self.machine.letters;
        states.saturating_mul(self.families.len())
    }
}

impl Transitions for Moved<'_> {
    fn len(&self) -> usize {
        self.machine.len()
    }

    fn letters(&self) -> usize {
        self.machine.letters
    }

    fn families(&self) -> usize {
        self.families.len()
    }

    fn seen(&self, state: usize) -> &[u64] {
        &self.machine.seen[state]
    }

    fn add_next(&self, state: usize, letter: usize, family: usize, next: &mut Vec<u32>) {
        let columns = self.families[family].iter();
        next.extend(columns.filter_map(|&column| self.machine.next(state, letter, column)));
    }
}

/// The signals that a part needs, evaluated for 64 states at once.
struct Code {
    /// The place of each bit of the part.
    places: FxHashMap<u32, usize>,
    /// Where the plane of each signal is, by its number.
    planes: FxHashMap<usize, usize>,
    steps: Vec<Step>,
}

/// How a plane is computed.
enum Step {
    Always,
    Bit(usize),
    Input(usize),
    /// All of these planes, each negated or not.
    All(Vec<(usize, bool)>),
}

impl Code {
    fn new(net: &Net, blueprint: &Blueprint) -> Self {
        let places: FxHashMap<u32, usize> = blueprint.bits.iter().copied().zip(0..).collect();
        let inputs: FxHashMap<usize, usize> = blueprint
            .inputs
            .iter()
            .map(|it| it.number())
            .zip(0..)
            .collect();
        let columns = blueprint.columns.iter();
        let roots = columns.flat_map(|column| {
            let writes = column.writes.iter().map(|it| &it.1);
            column.legal.iter().chain(writes)
        });
        let roots = roots.chain(blueprint.seen.iter().chain(&blueprint.goes_on).flatten());
        let mut open: Vec<usize> = roots.map(|it| it.number()).collect();
        open.push(0);
        let mut needed = Vec::new();
        let mut visited = vec![false; net.len()];
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut visited[number], true) {
                needed.push(number);
                if !inputs.contains_key(&number) {
                    open.extend(net.parts(number).iter().map(|it| it.number()));
                }
            }
        }
        // Signals come after those that they read.
        needed.sort_unstable();
        let planes: FxHashMap<usize, usize> = needed.iter().copied().zip(0..).collect();
        let step = |&number: &usize| match (inputs.get(&number), number) {
            (Some(&input), _) => Step::Input(input),
            (None, 0) => Step::Always,
            (None, bit) if bit <= net.bits() => Step::Bit(places[&(bit as u32 - 1)]),
            (None, gate) => {
                let parts = net.parts(gate).iter();
                Step::All(
                    parts
                        .map(|it| (planes[&it.number()], it.is_negated()))
                        .collect(),
                )
            }
        };
        let steps = needed.iter().map(step).collect();
        Code {
            places,
            planes,
            steps,
        }
    }

    /// For each bit of the part in which of these states it holds.
    fn holding(&self, states: &[Box<[u64]>]) -> Vec<u64> {
        let mut holding = vec![0; self.places.len()];
        for (lane, state) in states.iter().enumerate() {
            for (place, holding) in holding.iter_mut().enumerate() {
                *holding |= (state[place / 64] >> (place % 64) & 1) << lane;
            }
        }
        holding
    }

    fn evaluate(&self, holding: &[u64], letter: usize) -> Vec<u64> {
        let mut planes: Vec<u64> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let plane = match step {
                Step::Always => u64::MAX,
                Step::Bit(place) => holding[*place],
                Step::Input(input) if letter >> input & 1 == 1 => u64::MAX,
                Step::Input(_) => 0,
                Step::All(parts) => {
                    let parts = parts.iter();
                    parts.fold(u64::MAX, |all, &(place, negated)| {
                        all & (planes[place] ^ if negated { u64::MAX } else { 0 })
                    })
                }
            };
            planes.push(plane);
        }
        planes
    }

    fn plane(&self, signal: Signal, planes: &[u64]) -> u64 {
        let plane = planes[self.planes[&signal.number()]];
        if signal.is_negated() { !plane } else { plane }
    }

    /// The places of the bits that a column changes, and in which states each becomes true.
    fn writes(&self, column: &Column, planes: &[u64]) -> Vec<(usize, u64)> {
        let writes = column.writes.iter();
        let writes = writes.map(|(bit, it)| (self.places[bit], self.plane(*it, planes)));
        writes.collect()
    }

    fn all(&self, signals: &[Signal], planes: &[u64]) -> u64 {
        let planes = signals.iter().map(|&it| self.plane(it, planes));
        planes.fold(u64::MAX, |all, plane| all & plane)
    }

    /// Where the part alone says in each context that play is over.
    fn over(&self, blueprint: &Blueprint, planes: &[u64]) -> u64 {
        let goes_on = blueprint.goes_on.iter();
        goes_on.fold(u64::MAX, |over, signals| over & !self.all(signals, planes))
    }
}

/// Signals of a part without which play is over.
pub(crate) fn goes_on(
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
