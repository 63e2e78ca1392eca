//! The order in which a rule's atoms are searched, once one of them is given.

use std::collections::BTreeSet;

use gdl::{NameId, TermId, Terms};

use crate::atoms::{Atoms, Probe};
use crate::program::{Atom, Condition, Kind, Pattern, Predicate, PredicateId, Rule, Slot};

/// Fewest atoms of a growing relation, seen before a restart, for their number
/// to be used as an estimate.
const MIN_SEEN_ATOMS: usize = 20;

/// A pattern whose variables are marked as bound or not at this point of the
/// plan.
#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    Bind(Slot),
    Bound(Slot),
    Ground(TermId),
    Compound(NameId, Vec<Matcher>),
}

/// Which atoms are searched, besides the newest one that triggered the plan.
/// Together these ensure that an instance is found once: from its newest atom,
/// and if that occurs in it several times, from the first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Age {
    Any,
    Older,
    NotNewer,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Scan {
        predicate: PredicateId,
        matcher: Matcher,
        lookup: Lookup,
        age: Age,
    },
    /// A condition on static predicates only.
    Test(Condition),
}

#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    /// At most one atom can match: look it up.
    Exact(Pattern),
    /// The same for a relation of one argument.
    Argument(Slot),
    Index(usize, Vec<Asked>),
    All,
}

/// One part of an index key, for one probe.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Term(Pattern),
    Function(NameId, usize),
}

/// How the instances of a rule are found.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The number of the rule.
    pub rule: usize,
    /// The number of the clause that the rule comes from.
    pub clause: usize,
    pub slots: usize,
    pub head: Pattern,
    /// Whether matches are recorded as instances, or only make their heads
    /// known.
    pub is_recorded: bool,
    /// What the newest atom must match.
    pub trigger: Option<Matcher>,
    pub steps: Vec<Step>,
    /// The conditions that are part of the instance.
    pub conditions: Vec<Condition>,
}

pub(crate) struct Planner<'a> {
    pub predicates: &'a [Predicate],
    pub terms: &'a Terms,
    pub atoms: &'a mut Atoms,
}

impl Planner<'_> {
    /// Plans a rule, beginning with the positive atom at `trigger`. `grows` has
    /// the predicates whose atoms are still being found.
    pub fn plan(
        &mut self,
        number: usize,
        rule: &Rule,
        trigger: Option<usize>,
        grows: &dyn Fn(PredicateId) -> bool,
    ) -> Plan {
        let mut bound = BTreeSet::new();
        let mut steps = Vec::new();
        let (mut tests, conditions): (Vec<&Condition>, Vec<&Condition>) = rule
            .conditions
            .iter()
            .partition(|condition| self.is_test(condition));
        let trigger_matcher =
            trigger.map(|place| matcher(&rule.positive[place].pattern, &mut bound));
        let mut open: Vec<usize> = (0..rule.positive.len()).collect();
        open.retain(|&place| Some(place) != trigger);
        loop {
            take_ready(&mut tests, &bound, &mut steps);
            let Some(at) = self.cheapest(rule, &open, &bound) else {
                break;
            };
            let place = open.remove(at);
            let atom = &rule.positive[place];
            let age = match trigger {
                Some(trigger) if grows(atom.predicate) => match place < trigger {
                    true => Age::Older,
                    false => Age::NotNewer,
                },
                _ => Age::Any,
            };
            let lookup = self.lookup(atom, &bound);
            steps.push(Step::Scan {
                predicate: atom.predicate,
                matcher: matcher(&atom.pattern, &mut bound),
                lookup,
                age,
            });
        }
        Plan {
            rule: number,
            clause: rule.clause,
            slots: rule.slots,
            head: rule.head.pattern.clone(),
            is_recorded: self.predicates[rule.head.predicate.index()].kind == Kind::Dynamic,
            trigger: trigger_matcher,
            steps,
            conditions: conditions.into_iter().cloned().collect(),
        }
    }

    /// Whether a condition can be decided when its variables are known.
    fn is_test(&self, condition: &Condition) -> bool {
        let mut all = true;
        condition.for_each_atom(&mut |atom, _| {
            all &= self.predicates[atom.predicate.index()].is_static();
        });
        all
    }

    /// The place in `open` of the atom with the fewest candidates.
    fn cheapest(&mut self, rule: &Rule, open: &[usize], bound: &BTreeSet<Slot>) -> Option<usize> {
        let costs = open.iter().enumerate().map(|(at, &place)| {
            let cost = self.cost(&rule.positive[place], bound);
            (cost, at)
        });
        let cheapest = costs.min_by(|left, right| left.0.total_cmp(&right.0));
        cheapest.map(|(_, at)| at)
    }

    /// An estimate of how many atoms have to be looked at.
    fn cost(&mut self, atom: &Atom, bound: &BTreeSet<Slot>) -> f64 {
        if is_known(&atom.pattern, bound) {
            return 0.0;
        }
        let is_static = self.predicates[atom.predicate.index()].is_static();
        let is_seen = self.atoms.of(atom.predicate).len() >= MIN_SEEN_ATOMS;
        let is_known = is_static || is_seen;
        match self.lookup(atom, bound) {
            Lookup::Exact(_) | Lookup::Argument(_) => 0.0,
            Lookup::Index(index, _) if is_known => self.atoms.selectivity(atom.predicate, index),
            Lookup::All if is_known => self.atoms.of(atom.predicate).len() as f64,
            // Nothing is known yet of the others: fluents with something bound
            // are usually few, others many.
            Lookup::Index(_, asked) => {
                let terms = asked.iter().filter(|asked| matches!(asked, Asked::Term(_)));
                200.0 / 5.0_f64.powi(terms.count() as i32)
            }
            Lookup::All => 2000.0,
        }
    }

    fn exact(&mut self, atom: &Atom) -> Lookup {
        let arguments = match &atom.pattern {
            Pattern::Compound(_, arguments) => arguments.as_slice(),
            _ => &[],
        };
        match arguments {
            [Pattern::Variable(slot)] => {
                self.atoms.index_argument(atom.predicate, self.terms);
                Lookup::Argument(*slot)
            }
            _ => Lookup::Exact(atom.pattern.clone()),
        }
    }

    fn lookup(&mut self, atom: &Atom, bound: &BTreeSet<Slot>) -> Lookup {
        if is_known(&atom.pattern, bound) {
            return self.exact(atom);
        }
        let Pattern::Compound(_, arguments) = &atom.pattern else {
            unreachable!("an atom that is not known has arguments")
        };
        let (mut probes, mut asked, mut path) = (Vec::new(), Vec::new(), Vec::new());
        add_probes(arguments, bound, &mut path, &mut probes, &mut asked);
        match probes.is_empty() {
            true => Lookup::All,
            false => {
                let index = self.atoms.index_on(atom.predicate, probes, self.terms);
                Lookup::Index(index, asked)
            }
        }
    }
}

/// Moves the tests whose variables are bound into the steps.
fn take_ready(tests: &mut Vec<&Condition>, bound: &BTreeSet<Slot>, steps: &mut Vec<Step>) {
    tests.retain(|test| {
        let mut ready = true;
        test.for_each_variable(&mut |slot| ready &= bound.contains(&slot));
        if ready {
            steps.push(Step::Test((*test).clone()));
        }
        !ready
    });
}

fn matcher(pattern: &Pattern, bound: &mut BTreeSet<Slot>) -> Matcher {
    match pattern {
        Pattern::Variable(slot) if bound.insert(*slot) => Matcher::Bind(*slot),
        Pattern::Variable(slot) => Matcher::Bound(*slot),
        Pattern::Ground(term) => Matcher::Ground(*term),
        Pattern::Compound(name, arguments) => {
            let arguments = arguments.iter().map(|argument| matcher(argument, bound));
            Matcher::Compound(*name, arguments.collect())
        }
    }
}

fn is_known(pattern: &Pattern, bound: &BTreeSet<Slot>) -> bool {
    let mut known = true;
    pattern.for_each_variable(&mut |slot| known &= bound.contains(&slot));
    known
}

fn add_probes(
    arguments: &[Pattern],
    bound: &BTreeSet<Slot>,
    path: &mut Vec<u32>,
    probes: &mut Vec<Probe>,
    asked: &mut Vec<Asked>,
) {
    for (place, argument) in arguments.iter().enumerate() {
        path.push(place as u32);
        if is_known(argument, bound) {
            probes.push(Probe::Term(path.as_slice().into()));
            asked.push(Asked::Term(argument.clone()));
        } else if let Pattern::Compound(name, inner) = argument {
            probes.push(Probe::Function(path.as_slice().into()));
            asked.push(Asked::Function(*name, inner.len()));
            add_probes(inner, bound, path, probes, asked);
        }
        path.pop();
    }
}
