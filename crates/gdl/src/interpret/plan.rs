//! Orders the conditions of a rule's body for evaluation.
//!
//! Negations are first pushed down to the atoms. A test comes as soon as its
//! variables are bound; the next atom is one that shares known terms or
//! variables. The order changes how long evaluation takes, not its result.

use rustc_hash::FxHashMap;

use super::relation::{Probe, Relation};
use crate::dependencies::{Dependencies, PredicateId};
use crate::terms::{NameId, TermId, Terms};
use crate::{Atom, Clause, Literal, Symbol, Term, TermKind};

/// The number of a variable in its rule.
pub(crate) type Slot = usize;

/// A term with variables, each marked as bound or not at this point of the
/// plan.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// The first occurrence of a variable: binds it.
    Bind(Slot),
    /// A variable that is bound.
    Bound(Slot),
    /// A term without variables.
    Ground(TermId),
    /// A function term with variables inside.
    Compound(NameId, Vec<Pattern>),
}

/// One condition, at its place in the order.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// For each atom that matches. `scan` numbers these steps in the rule.
    Scan {
        predicate: PredicateId,
        pattern: Pattern,
        lookup: Lookup,
        scan: usize,
    },
    /// If the atom does not hold.
    Absent {
        predicate: PredicateId,
        pattern: Pattern,
    },
    /// If the terms are different, or the same.
    Compare {
        left: Pattern,
        right: Pattern,
        equal: bool,
    },
    /// For each of the alternatives.
    Any(Vec<Vec<Step>>),
}

/// How to find the atoms that may match.
#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    /// At most one atom can match: look it up.
    Exact,
    /// By an index, with the key to look up.
    Index(usize, Vec<Asked>),
    /// All of them.
    All,
}

/// One part of an index key, for one probe.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Term(Pattern),
    Function(NameId, usize),
}

/// A rule, ready to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct CompiledRule {
    /// The predicate of the head.
    pub predicate: PredicateId,
    pub head: Pattern,
    pub body: Vec<Step>,
    pub slots: usize,
    /// The number of the clause in the sheet.
    pub clause: usize,
    /// The scans of atoms that depend on the head, each with the place of its
    /// predicate among the members of the component.
    pub recursive: Vec<(usize, usize)>,
}

/// Most steps in a rule's plan, counting those of every alternative.
const MAX_STEPS: usize = 100_000;

/// Compiles a clause of validated rules; `None` if its alternatives depend on
/// each other in so many ways that the plan would exceed [`MAX_STEPS`].
pub(crate) fn compile(
    clause: &Clause,
    number: usize,
    graph: &Dependencies,
    terms: &mut Terms,
    relations: &mut [Relation],
) -> Option<CompiledRule> {
    let literals = clause.literals();
    let mut planner = Planner {
        graph,
        terms,
        relations,
        slots: FxHashMap::default(),
        scans: Vec::new(),
        steps: 0,
    };
    let (body, bound) = planner.plan(literals.iter().collect(), Bound::default())?;
    let head = planner.atom_pattern(&clause.head, &mut bound.clone());
    let members = &graph.components()[graph.component_of(graph.head(number))].members;
    let scans = planner.scans.iter().enumerate();
    Some(CompiledRule {
        predicate: graph.head(number),
        head,
        body,
        slots: planner.slots.len(),
        clause: number,
        recursive: scans
            .filter_map(|(scan, predicate)| Some((scan, members.binary_search(predicate).ok()?)))
            .collect(),
    })
}

/// Which variables are bound, by slot.
#[derive(Clone, Debug, Default)]
struct Bound(Vec<bool>);

impl Bound {
    fn contains(&self, slot: Slot) -> bool {
        self.0.get(slot).copied().unwrap_or(false)
    }

    fn insert(&mut self, slot: Slot) {
        if self.0.len() <= slot {
            self.0.resize(slot + 1, false);
        }
        self.0[slot] = true;
    }

    fn common(mut self, other: Bound) -> Bound {
        for (slot, bound) in self.0.iter_mut().enumerate() {
            *bound &= other.contains(slot);
        }
        self
    }
}

type Plan = (Vec<Step>, Bound);

struct Planner<'a> {
    graph: &'a Dependencies,
    terms: &'a mut Terms,
    relations: &'a mut [Relation],
    slots: FxHashMap<Symbol, Slot>,
    scans: Vec<PredicateId>,
    steps: usize,
}

impl Planner<'_> {
    /// An order in which every test has its variables bound. One exists, as the
    /// body is safe; `None` if it takes too many steps.
    fn plan(&mut self, mut open: Vec<&Literal<'_>>, mut bound: Bound) -> Option<Plan> {
        let mut steps = Vec::new();
        while !open.is_empty() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            if let Some(place) = self.next_simple(&open, &bound) {
                let literal = open.remove(place);
                steps.push(self.simple_step(literal, &mut bound));
            } else if let Some((place, step, after)) = self.ready_alternatives(&open, &bound) {
                open.remove(place);
                steps.push(step);
                bound = after;
            } else {
                let (step, after) = self.split(open, &bound)?;
                steps.push(step);
                return Some((steps, after));
            }
        }
        Some((steps, bound))
    }

    /// A test whose variables are bound, or else the atom to try next.
    fn next_simple(&mut self, open: &[&Literal<'_>], bound: &Bound) -> Option<usize> {
        let costs = open.iter().enumerate().filter_map(|(place, literal)| {
            let cost = self.cost(literal, bound)?;
            Some((cost, place))
        });
        costs.min().map(|(_, place)| place)
    }

    /// Tests first, then atoms that share something known, then the rest; among
    /// equals the one that leaves the fewest terms open.
    fn cost(&mut self, literal: &Literal<'_>, bound: &Bound) -> Option<(u8, usize)> {
        match literal {
            Literal::Atom(atom) => {
                let (known, open) = self.count_leaves(atom, bound);
                let group = if open == 0 || known > 0 { 1 } else { 2 };
                Some((group, open))
            }
            Literal::Absent(atom) => (self.count_leaves(atom, bound).1 == 0).then_some((0, 0)),
            Literal::Compare(left, right, _) => {
                let mut open = 0;
                for term in [left, right] {
                    term.for_each_variable(&mut |name, _| {
                        open += usize::from(!bound.contains(self.slot(name)));
                    });
                }
                (open == 0).then_some((0, 0))
            }
            Literal::Any(_) => None,
        }
    }

    /// The numbers of known leaves of an atom (constants, bound variables) and
    /// of unknown ones.
    fn count_leaves(&mut self, atom: &Atom, bound: &Bound) -> (usize, usize) {
        let (mut known, mut open) = (0, 0);
        for argument in &atom.arguments {
            argument.for_each_term(&mut |term| match &term.kind {
                TermKind::Variable(name) if !bound.contains(self.slot(name)) => open += 1,
                TermKind::Compound(_, arguments) if !arguments.is_empty() => {}
                _ => known += 1,
            });
        }
        (known, open)
    }

    fn simple_step(&mut self, literal: &Literal<'_>, bound: &mut Bound) -> Step {
        match literal {
            Literal::Atom(atom) => self.scan(atom, bound),
            Literal::Absent(atom) => Step::Absent {
                predicate: self.predicate(atom),
                pattern: self.atom_pattern(atom, bound),
            },
            Literal::Compare(left, right, equal) => Step::Compare {
                left: self.pattern(left, bound),
                right: self.pattern(right, bound),
                equal: *equal,
            },
            Literal::Any(_) => unreachable!("alternatives are no simple step"),
        }
    }

    fn scan(&mut self, atom: &Atom, bound: &mut Bound) -> Step {
        let predicate = self.predicate(atom);
        let before = bound.clone();
        let pattern = self.atom_pattern(atom, bound);
        let lookup = self.lookup(predicate, &pattern, &before);
        self.scans.push(predicate);
        Step::Scan {
            predicate,
            pattern,
            lookup,
            scan: self.scans.len() - 1,
        }
    }

    fn lookup(&mut self, predicate: PredicateId, pattern: &Pattern, before: &Bound) -> Lookup {
        if is_known(pattern, before) {
            return Lookup::Exact;
        }
        let (mut probes, mut asked) = (Vec::new(), Vec::new());
        let Pattern::Compound(_, arguments) = pattern else {
            unreachable!("an atom that is not known has arguments")
        };
        let mut path = Vec::new();
        add_probes(arguments, before, &mut path, &mut probes, &mut asked);
        if probes.is_empty() {
            return Lookup::All;
        }
        Lookup::Index(self.relations[predicate.index()].index_on(probes), asked)
    }

    /// Alternatives that need nothing beyond what is bound.
    fn ready_alternatives(
        &mut self,
        open: &[&Literal<'_>],
        bound: &Bound,
    ) -> Option<(usize, Step, Bound)> {
        for (place, literal) in open.iter().enumerate() {
            let Literal::Any(alternatives) = literal else {
                continue;
            };
            // Checked first: planning in vain on every level of nested
            // alternatives would double the work with each level.
            let mut each = alternatives.iter();
            if !each.all(|literals| self.is_closed(literals, bound))
                || self.shares_what_it_leaves_open(open, place, bound)
            {
                continue;
            }
            let plans: Option<Vec<Plan>> = alternatives
                .iter()
                .map(|literals| self.plan(literals.iter().collect(), bound.clone()))
                .collect();
            let (step, after) = join(plans?, bound);
            return Some((place, step, after));
        }
        None
    }

    /// Whether a variable that only some of the alternatives at `place` bind is
    /// read elsewhere too: behind them it would be taken for a new one.
    fn shares_what_it_leaves_open(
        &mut self,
        open: &[&Literal<'_>],
        place: usize,
        bound: &Bound,
    ) -> bool {
        let mut after = bound.clone();
        self.bind_all(open[place], &mut after);
        let mut own = Bound::default();
        self.mention(open[place], &mut own);
        let mut elsewhere = Bound::default();
        for (_, literal) in open.iter().enumerate().filter(|&(other, _)| other != place) {
            self.mention(literal, &mut elsewhere);
        }
        let mut shared = (0..own.0.len()).filter(|&slot| own.contains(slot));
        shared.any(|slot| elsewhere.contains(slot) && !after.contains(slot))
    }

    /// Adds all variables of a literal.
    fn mention(&mut self, literal: &Literal<'_>, all: &mut Bound) {
        let mut visit = |name: &Symbol, _| all.insert(self.slot(name));
        match literal {
            Literal::Atom(atom) | Literal::Absent(atom) => atom.for_each_variable(&mut visit),
            Literal::Compare(left, right, _) => {
                left.for_each_variable(&mut visit);
                right.for_each_variable(&mut visit);
            }
            Literal::Any(alternatives) => {
                for literal in alternatives.iter().flatten() {
                    self.mention(literal, all);
                }
            }
        }
    }

    /// Whether these literals bind all that their tests need beyond `bound`:
    /// then they have a plan.
    fn is_closed(&mut self, literals: &[Literal<'_>], bound: &Bound) -> bool {
        let mut inside = bound.clone();
        for literal in literals {
            self.bind_all(literal, &mut inside);
        }
        literals.iter().all(|literal| match literal {
            Literal::Atom(_) => true,
            Literal::Absent(_) | Literal::Compare(..) => self.cost(literal, &inside).is_some(),
            Literal::Any(alternatives) => {
                let mut each = alternatives.iter();
                each.all(|literals| self.is_closed(literals, &inside))
            }
        })
    }

    /// Adds the variables that a literal binds if it holds.
    fn bind_all(&mut self, literal: &Literal<'_>, bound: &mut Bound) {
        match literal {
            Literal::Atom(atom) => {
                atom.for_each_variable(&mut |name, _| bound.insert(self.slot(name)));
            }
            Literal::Absent(_) | Literal::Compare(..) => {}
            Literal::Any(alternatives) => {
                let each = alternatives.iter().map(|literals| {
                    let mut inside = bound.clone();
                    for literal in literals {
                        self.bind_all(literal, &mut inside);
                    }
                    inside
                });
                if let Some(all) = each.reduce(Bound::common) {
                    *bound = all;
                }
            }
        }
    }

    /// Alternatives that need what others bind: each one is planned with all
    /// the rest.
    fn split(&mut self, mut open: Vec<&Literal<'_>>, bound: &Bound) -> Option<(Step, Bound)> {
        let is_any = |literal: &&Literal<'_>| matches!(literal, Literal::Any(_));
        let place = open.iter().position(is_any)?;
        let Literal::Any(alternatives) = open.remove(place) else {
            unreachable!("just found to be alternatives")
        };
        let plans: Option<Vec<Plan>> = alternatives
            .iter()
            .map(|literals| {
                let with_rest = literals.iter().chain(open.iter().copied()).collect();
                self.plan(with_rest, bound.clone())
            })
            .collect();
        Some(join(plans?, bound))
    }

    fn predicate(&self, atom: &Atom) -> PredicateId {
        let known = self.graph.id(&atom.relation, atom.arguments.len());
        known.expect("every atom's predicate is in the graph")
    }

    fn slot(&mut self, name: &Symbol) -> Slot {
        let next = self.slots.len();
        *self.slots.entry(name.clone()).or_insert(next)
    }

    fn atom_pattern(&mut self, atom: &Atom, bound: &mut Bound) -> Pattern {
        self.application(&atom.relation, &atom.arguments, bound)
    }

    fn pattern(&mut self, term: &Term, bound: &mut Bound) -> Pattern {
        match &term.kind {
            TermKind::Variable(name) => {
                let slot = self.slot(name);
                if bound.contains(slot) {
                    return Pattern::Bound(slot);
                }
                bound.insert(slot);
                Pattern::Bind(slot)
            }
            TermKind::Compound(name, arguments) => self.application(name, arguments, bound),
        }
    }

    fn application(&mut self, name: &Symbol, arguments: &[Term], bound: &mut Bound) -> Pattern {
        let name = self.terms.name(name);
        let patterns: Vec<Pattern> = arguments
            .iter()
            .map(|argument| self.pattern(argument, bound))
            .collect();
        let ground = patterns.iter().map(|pattern| match pattern {
            Pattern::Ground(term) => Some(*term),
            _ => None,
        });
        match ground.collect::<Option<Vec<TermId>>>() {
            Some(arguments) => Pattern::Ground(self.terms.intern(name, &arguments)),
            None => Pattern::Compound(name, patterns),
        }
    }
}

fn join(plans: Vec<Plan>, before: &Bound) -> (Step, Bound) {
    let (alternatives, bounds): (Vec<_>, Vec<Bound>) = plans.into_iter().unzip();
    // `(not (and))` has no alternative at all: what was bound stays bound.
    let after = bounds.into_iter().reduce(Bound::common);
    (
        Step::Any(alternatives),
        after.unwrap_or_else(|| before.clone()),
    )
}

/// Whether a pattern is a known term before the step it stands in.
fn is_known(pattern: &Pattern, before: &Bound) -> bool {
    match pattern {
        Pattern::Bind(_) => false,
        Pattern::Bound(slot) => before.contains(*slot),
        Pattern::Ground(_) => true,
        Pattern::Compound(_, arguments) => {
            arguments.iter().all(|argument| is_known(argument, before))
        }
    }
}

/// Collects what is known of an atom's arguments before it is looked up.
fn add_probes(
    arguments: &[Pattern],
    before: &Bound,
    path: &mut Vec<u32>,
    probes: &mut Vec<Probe>,
    asked: &mut Vec<Asked>,
) {
    for (place, argument) in arguments.iter().enumerate() {
        path.push(place as u32);
        if is_known(argument, before) {
            probes.push(Probe::Term(path.as_slice().into()));
            asked.push(Asked::Term(argument.clone()));
        } else if let Pattern::Compound(name, inner) = argument {
            probes.push(Probe::Function(path.as_slice().into()));
            asked.push(Asked::Function(*name, inner.len()));
            add_probes(inner, before, path, probes, asked);
        }
        path.pop();
    }
}
