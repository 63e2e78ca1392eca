//! Evaluation of rules: all instances of their bodies that hold, and the
//! fixpoints over rules that depend on each other.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::plan::{Asked, CompiledRule, Lookup, Pattern, Step};
use super::relation::{Key, Relation};
use super::{Budget, InterpretError};
use crate::dependencies::PredicateId;
use crate::terms::{TermId, Terms};

/// The rules of predicates that depend on each other.
#[derive(Debug)]
pub(crate) struct RuleGroup {
    pub members: Vec<PredicateId>,
    pub rules: Vec<CompiledRule>,
    pub recursive: bool,
    pub through_negation: bool,
}

/// Everything that holds, with the counters that the budget bounds.
#[derive(Debug)]
pub(crate) struct Database {
    pub terms: Terms,
    pub relations: Vec<Relation>,
    pub budget: Budget,
    /// Instances since the state was set.
    pub instances: u64,
    /// Atoms looked at since the start.
    pub steps: u64,
}

/// The negative literals whose truth is assumed in one round of the alternating
/// fixpoint.
struct Assumption {
    members: Vec<PredicateId>,
    holds: FxHashSet<TermId>,
}

/// Restricts one scan to the newest facts.
struct Delta {
    scan: usize,
    places: Range<usize>,
}

impl Database {
    /// Derives all atoms of a group. All that it depends on must be derived.
    ///
    /// # Errors
    ///
    /// When the budget is exceeded, or an atom depends on its own negation.
    pub fn derive(&mut self, group: &RuleGroup) -> Result<(), InterpretError> {
        // `true` and `does` have no rules: their atoms are given.
        if group.rules.is_empty() {
            return Ok(());
        }
        if group.through_negation {
            return self.derive_well_founded(group);
        }
        self.derive_least(group, None)
    }

    /// The well-founded model by the alternating fixpoint (Van Gelder):
    /// assuming that nothing of the group holds gives an overestimate; assuming
    /// the overestimate gives an underestimate, and so on until neither
    /// changes.
    fn derive_well_founded(&mut self, group: &RuleGroup) -> Result<(), InterpretError> {
        let mut assumption = Assumption {
            members: group.members.clone(),
            holds: FxHashSet::default(),
        };
        loop {
            self.derive_least(group, Some(&assumption))?;
            let over = self.atoms_of(group);
            let under_before = std::mem::replace(&mut assumption.holds, over.clone());
            self.derive_least(group, Some(&assumption))?;
            let under = self.atoms_of(group);
            if under == over {
                return Ok(());
            }
            if under == under_before {
                return Err(self.undefined(&over, &under));
            }
            assumption.holds = under;
        }
    }

    fn atoms_of(&self, group: &RuleGroup) -> FxHashSet<TermId> {
        let relations = group
            .members
            .iter()
            .map(|member| &self.relations[member.index()]);
        relations
            .flat_map(|relation| relation.facts().iter().copied())
            .collect()
    }

    fn undefined(&self, over: &FxHashSet<TermId>, under: &FxHashSet<TermId>) -> InterpretError {
        let mut atoms: Vec<TermId> = over.difference(under).copied().collect();
        atoms.sort_by(|&left, &right| self.terms.compare(left, right));
        InterpretError::Undefined {
            atom: self.terms.text(atoms[0]),
        }
    }

    /// The least model of the group's rules, semi-naively: after the first
    /// round only instances that use something new are searched.
    fn derive_least(
        &mut self,
        group: &RuleGroup,
        assumption: Option<&Assumption>,
    ) -> Result<(), InterpretError> {
        for member in &group.members {
            self.relations[member.index()].clear();
        }
        for rule in &group.rules {
            self.apply(rule, None, assumption)?;
        }
        match group.recursive {
            true => self.close(group, assumption),
            false => Ok(()),
        }
    }

    /// Repeats rounds, from what the first has found, until nothing new is
    /// derived.
    fn close(
        &mut self,
        group: &RuleGroup,
        assumption: Option<&Assumption>,
    ) -> Result<(), InterpretError> {
        let mut old = vec![0; group.members.len()];
        loop {
            let members = group.members.iter();
            let known: Vec<usize> = members
                .map(|member| self.relations[member.index()].len())
                .collect();
            if known == old {
                return Ok(());
            }
            for rule in &group.rules {
                for &(scan, member) in &rule.recursive {
                    let places = old[member]..known[member];
                    if !places.is_empty() {
                        self.apply(rule, Some(Delta { scan, places }), assumption)?;
                    }
                }
            }
            old = known;
        }
    }

    /// Adds the heads of all instances of a rule.
    fn apply(
        &mut self,
        rule: &CompiledRule,
        delta: Option<Delta>,
        assumption: Option<&Assumption>,
    ) -> Result<(), InterpretError> {
        refresh_indexes(&rule.body, &mut self.relations, &self.terms);
        let mut search = Search {
            terms: &mut self.terms,
            relations: &self.relations,
            budget: &self.budget,
            instances: &mut self.instances,
            steps: &mut self.steps,
            rule,
            delta,
            assumption,
            slots: vec![None; rule.slots],
            found: Vec::new(),
        };
        search.run(&rule.body, None)?;
        let found = search.found;
        let relation = &mut self.relations[rule.predicate.index()];
        for fact in found {
            relation.insert(fact);
        }
        Ok(())
    }
}

fn refresh_indexes(steps: &[Step], relations: &mut [Relation], terms: &Terms) {
    for step in steps {
        match step {
            Step::Scan {
                predicate,
                lookup: Lookup::Index(index, _),
                ..
            } => relations[predicate.index()].refresh(*index, terms),
            Step::Any(alternatives) => {
                for steps in alternatives {
                    refresh_indexes(steps, relations, terms);
                }
            }
            _ => {}
        }
    }
}

/// What remains to do after a list of steps.
struct Rest<'a> {
    steps: &'a [Step],
    rest: Option<&'a Rest<'a>>,
}

/// The search for the instances of one rule, by backtracking.
struct Search<'a> {
    terms: &'a mut Terms,
    relations: &'a [Relation],
    budget: &'a Budget,
    instances: &'a mut u64,
    steps: &'a mut u64,
    rule: &'a CompiledRule,
    delta: Option<Delta>,
    assumption: Option<&'a Assumption>,
    /// A slot is read only after the step that fills it, so backtracking need
    /// not undo anything.
    slots: Vec<Option<TermId>>,
    found: Vec<TermId>,
}

impl<'a> Search<'a> {
    fn run(&mut self, steps: &[Step], rest: Option<&Rest<'_>>) -> Result<(), InterpretError> {
        let Some((step, later)) = steps.split_first() else {
            return match rest {
                Some(rest) => self.run(rest.steps, rest.rest),
                None => self.emit(),
            };
        };
        match step {
            Step::Scan {
                predicate,
                pattern,
                lookup,
                scan,
            } => {
                let relation = &self.relations[predicate.index()];
                self.count_step()?;
                let places = match &self.delta {
                    Some(delta) if delta.scan == *scan => delta.places.clone(),
                    _ => 0..relation.len(),
                };
                self.scan(relation, pattern, lookup, places, later, rest)
            }
            Step::Absent { predicate, pattern } => match self.holds(*predicate, pattern) {
                true => Ok(()),
                false => self.run(later, rest),
            },
            Step::Compare { left, right, equal } => {
                let same = self.instance(left)? == self.instance(right)?;
                match same == *equal {
                    true => self.run(later, rest),
                    false => Ok(()),
                }
            }
            Step::Any(alternatives) => {
                let rest = Rest { steps: later, rest };
                for steps in alternatives {
                    self.run(steps, Some(&rest))?;
                }
                Ok(())
            }
        }
    }

    fn count_step(&mut self) -> Result<(), InterpretError> {
        *self.steps += 1;
        self.budget.check_stop(*self.steps)
    }

    /// Continues with every atom that matches.
    fn scan(
        &mut self,
        relation: &'a Relation,
        pattern: &Pattern,
        lookup: &Lookup,
        places: Range<usize>,
        later: &[Step],
        rest: Option<&Rest<'_>>,
    ) -> Result<(), InterpretError> {
        match lookup {
            Lookup::Exact => {
                let place = self.known(pattern).and_then(|atom| relation.place(atom));
                match place {
                    Some(place) if places.contains(&place) => self.run(later, rest),
                    _ => Ok(()),
                }
            }
            Lookup::Index(index, asked) => {
                let Some(key) = self.key(asked) else {
                    return Ok(());
                };
                for &place in relation.candidates(*index, key) {
                    let place = place as usize;
                    self.count_step()?;
                    if places.contains(&place) && self.matches(pattern, relation.facts()[place]) {
                        self.run(later, rest)?;
                    }
                }
                Ok(())
            }
            Lookup::All => {
                for &fact in &relation.facts()[places] {
                    self.count_step()?;
                    if self.matches(pattern, fact) {
                        self.run(later, rest)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The key to look up in an index; `None` if one of its terms was never
    /// made.
    fn key(&self, asked: &[Asked]) -> Option<u64> {
        let mut key = Key::default();
        for part in asked {
            match part {
                Asked::Term(pattern) => key.term(self.known(pattern)?),
                Asked::Function(name, arity) => key.function(*name, *arity),
            }
        }
        Some(key.finish())
    }

    fn holds(&self, predicate: PredicateId, pattern: &Pattern) -> bool {
        let Some(atom) = self.known(pattern) else {
            return false;
        };
        match self.assumption {
            Some(assumption) if assumption.members.contains(&predicate) => {
                assumption.holds.contains(&atom)
            }
            _ => self.relations[predicate.index()].place(atom).is_some(),
        }
    }

    /// Matches a ground term, binding variables on the way.
    fn matches(&mut self, pattern: &Pattern, term: TermId) -> bool {
        match pattern {
            Pattern::Bind(slot) => {
                self.slots[*slot] = Some(term);
                true
            }
            Pattern::Bound(slot) => self.slots[*slot] == Some(term),
            Pattern::Ground(ground) => *ground == term,
            Pattern::Compound(name, patterns) => {
                self.terms.name_of(term) == *name
                    && self.terms.arguments(term).len() == patterns.len()
                    && (0..patterns.len()).all(|place| {
                        let argument = self.terms.arguments(term)[place];
                        self.matches(&patterns[place], argument)
                    })
            }
        }
    }

    /// The term that a pattern with bound variables stands for, if it was ever
    /// made: one that was not cannot be in any relation.
    fn known(&self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Bind(slot) | Pattern::Bound(slot) => self.slots[*slot],
            Pattern::Ground(term) => Some(*term),
            Pattern::Compound(name, patterns) => {
                let arguments = patterns.iter().map(|pattern| self.known(pattern));
                self.terms
                    .find(*name, &arguments.collect::<Option<Vec<TermId>>>()?)
            }
        }
    }

    /// The term that a pattern with bound variables stands for.
    fn instance(&mut self, pattern: &Pattern) -> Result<TermId, InterpretError> {
        match pattern {
            Pattern::Bind(slot) | Pattern::Bound(slot) => {
                Ok(self.slots[*slot].expect("the plan binds variables before they are read"))
            }
            Pattern::Ground(term) => Ok(*term),
            Pattern::Compound(name, patterns) => {
                let arguments = patterns.iter().map(|pattern| self.instance(pattern));
                let arguments = arguments.collect::<Result<Vec<TermId>, InterpretError>>()?;
                let term = self.terms.intern(*name, &arguments);
                match self.terms.depth(term) > self.budget.term_depth {
                    true => Err(self.budget.too_deep(self.rule.clause)),
                    false => Ok(term),
                }
            }
        }
    }

    /// Counts an instance of the rule and keeps its head.
    fn emit(&mut self) -> Result<(), InterpretError> {
        *self.instances += 1;
        self.budget
            .check_instances(*self.instances, self.rule.clause)?;
        let rule = self.rule;
        let head = self.instance(&rule.head)?;
        self.found.push(head);
        Ok(())
    }
}
