//! A piece as functions of its own fluents, whatever circuit they came from.
//!
//! In: a lump of a position. Out: which of its fluents hold, and for each action when it
//! is legal and what it writes, as tables of all cases. Two circuits of the same function
//! have the same table.

use super::local::Signal;
use super::split::{Lump, Position};
use super::trouble::Trouble;

/// Most fluents that a function may depend on.
const MAX_SUPPORT: usize = 14;

/// A function: a bit for each case of the fluents on which it depends. The first fluent
/// is the lowest bit of a case's number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    pub support: Vec<u32>,
    pub cases: Vec<u64>,
}

impl Table {
    fn new(support: Vec<u32>, holds: impl Fn(usize) -> bool) -> Self {
        let count = 1_usize << support.len();
        let mut cases = vec![0; count.div_ceil(64)];
        for case in (0..count).filter(|&it| holds(it)) {
            cases[case / 64] |= 1 << (case % 64);
        }
        Table { support, cases }
    }

    pub fn holds(&self, case: usize) -> bool {
        self.cases[case / 64] >> (case % 64) & 1 == 1
    }

    /// The number of cases in which it holds.
    pub fn weight(&self) -> u32 {
        self.cases.iter().map(|it| it.count_ones()).sum()
    }

    /// The number of cases with a fluent in which it holds.
    pub fn weight_with(&self, place: usize) -> u32 {
        let cases = (0..1_usize << self.support.len()).filter(|it| it >> place & 1 == 1);
        cases.filter(|&it| self.holds(it)).count() as u32
    }

    /// The same function without fluents that make no difference.
    fn reduced(self) -> Self {
        let all = 1_usize << self.support.len();
        let idle = (0..self.support.len())
            .find(|&place| (0..all).all(|case| self.holds(case) == self.holds(case ^ 1 << place)));
        let Some(place) = idle else {
            return self;
        };
        let mut support = self.support.clone();
        support.remove(place);
        let low = (1 << place) - 1;
        Table::new(support, |case| self.holds((case & !low) << 1 | case & low)).reduced()
    }

    /// The same function of other fluents, given the new number of each.
    pub fn renamed(&self, names: &[u32]) -> Self {
        let mut order: Vec<usize> = (0..self.support.len()).collect();
        order.sort_unstable_by_key(|&it| names[self.support[it] as usize]);
        let support = order.iter().map(|&it| names[self.support[it] as usize]);
        Table::new(support.collect(), |case| {
            let old = order.iter().enumerate();
            let old = old.fold(0, |old, (new, &it)| old | (case >> new & 1) << it);
            self.holds(old)
        })
    }
}

/// What a role can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Act {
    pub role: usize,
    pub legal: Table,
    /// By fluents, ascending.
    pub writes: Vec<(u32, Table)>,
}

impl Act {
    /// The same action on other fluents.
    pub fn renamed(&self, names: &[u32]) -> Self {
        let writes = self.writes.iter();
        let writes = writes.map(|(it, table)| (names[*it as usize], table.renamed(names)));
        let mut writes: Vec<(u32, Table)> = writes.collect();
        writes.sort_unstable();
        Act {
            role: self.role,
            legal: self.legal.renamed(names),
            writes,
        }
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    pub holds: Vec<bool>,
    /// Each once, ascending.
    pub acts: Vec<Act>,
}

impl Form {
    /// The form of a lump of a position, its fluents in their order there.
    pub fn new(position: &Position<'_>, lump: &Lump) -> Result<Self, Trouble> {
        let mut names = vec![None; position.holds.len()];
        for (name, &fluent) in (0..).zip(&lump.fluents) {
            names[fluent] = Some(name);
        }
        let forming = Forming { position, names };
        let acts = lump.actions.iter().map(|&it| forming.act(it));
        let mut acts: Vec<Act> = acts.collect::<Result<_, Trouble>>()?;
        acts.sort_unstable();
        acts.dedup();
        Ok(Form {
            holds: lump.fluents.iter().map(|&it| position.holds[it]).collect(),
            acts,
        })
    }
}

struct Forming<'a> {
    position: &'a Position<'a>,
    /// The numbers of the piece's fluents.
    names: Vec<Option<u32>>,
}

impl Forming<'_> {
    fn act(&self, action: usize) -> Result<Act, Trouble> {
        let action = &self.position.game.actions[action];
        let mut writes = Vec::new();
        for &(fluent, signal) in &action.writes {
            if let Some(name) = self.names[fluent] {
                let table = self.table(signal)?;
                // What stays as it is is not written.
                if table.support != [name] || table.cases != [2] {
                    writes.push((name, table));
                }
            }
        }
        writes.sort_unstable();
        Ok(Act {
            role: action.role,
            legal: self.table(action.legal)?,
            writes,
        })
    }

    fn table(&self, signal: Signal) -> Result<Table, Trouble> {
        if let Some(holds) = self.position.constant(signal) {
            return Ok(Table::new(Vec::new(), |_| holds));
        }
        let (fluents, gates) = self.position.support(signal);
        if fluents.len() > MAX_SUPPORT {
            return Err(Trouble::undecided(format!(
                "what an action reads or writes depends on more than {MAX_SUPPORT} fluents"
            )));
        }
        let game = self.position.game;
        let value = |case: usize| {
            let mut known: Vec<(usize, bool)> = Vec::with_capacity(gates.len());
            let read = |signal: Signal, known: &[(usize, bool)]| {
                if let Some(holds) = self.position.constant(signal) {
                    return holds;
                }
                let number = signal.number();
                let place = fluents.binary_search(&(number.wrapping_sub(1)));
                let holds = match place {
                    Ok(place) => case >> place & 1 == 1,
                    Err(_) => {
                        let place = known.binary_search_by_key(&number, |it| it.0);
                        place.is_ok_and(|place| known[place].1)
                    }
                };
                holds != signal.negated()
            };
            for &gate in &gates {
                let holds = game.gates[gate].iter().all(|&it| read(it, &known));
                known.push((game.gate_number(gate), holds));
            }
            read(signal, &known)
        };
        let names = fluents.iter().map(|&it| self.names[it]);
        let names: Option<Vec<u32>> = names.collect();
        let names = names.ok_or_else(|| Trouble::undecided("a piece reads another one"))?;
        Ok(Table::new(names, value).reduced())
    }
}
