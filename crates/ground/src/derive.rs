//! All atoms that may hold in some state, and all instances of rules by which
//! they may.
//!
//! Static predicates come first, exactly, component by component. Then one
//! fixpoint over the rest, relaxed: what may be true in one state may be true
//! in every state, what may be legal may be done, and negations of atoms that
//! are not static are left for the circuit to decide. So the atoms found are a
//! superset of those that hold in any reachable state, and every instance whose
//! body can hold is found.

use gdl::{Rules, TermId, Terms, strong_components};

use crate::atoms::{AtomId, Atoms, Key};
use crate::budget::{Budget, GroundError};
use crate::plan::{Age, Asked, Lookup, Matcher, Plan, Planner, Step};
use crate::program::{Condition, Pattern, PredicateId, Program};

/// How many steps pass between two looks at whether to stop.
const STOP_INTERVAL: u64 = 4096;

/// A condition without variables. Static ones have been decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroundCondition {
    Constant(bool),
    Holds(TermId),
    Absent(TermId),
    All(Vec<GroundCondition>),
    Any(Vec<GroundCondition>),
}

/// An instance of a rule: the atoms that must hold, and further conditions.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub head: AtomId,
    pub positive: Box<[AtomId]>,
    pub conditions: Box<[GroundCondition]>,
}

/// What was derived.
#[derive(Debug)]
pub(crate) struct Derived {
    pub terms: Terms,
    pub atoms: Atoms,
    pub instances: Vec<Instance>,
}

/// Derives all atoms and instances of a program.
///
/// # Errors
///
/// When the budget is exceeded.
pub(crate) fn derive(
    program: Program,
    rules: &Rules,
    predicates: &Keywords,
    budget: &Budget,
) -> Result<Derived, GroundError> {
    let mut deriver = Deriver {
        atoms: Atoms::new(program.predicates.len()),
        program,
        rules,
        keywords: predicates,
        budget,
        instances: Vec::new(),
        total: 0,
        steps: 0,
    };
    for members in deriver.static_components() {
        let start = deriver.atoms.len();
        deriver.run(&members, start)?;
    }
    let count = deriver.program.predicates.len() as u32;
    let rest = (0..count).map(PredicateId);
    let rest: Vec<PredicateId> = rest
        .filter(|&predicate| !deriver.is_static(predicate))
        .collect();
    let start = deriver.atoms.len();
    deriver.seed();
    deriver.run(&rest, start)?;
    Ok(Derived {
        terms: deriver.program.terms,
        atoms: deriver.atoms,
        instances: deriver.instances,
    })
}

/// The predicates of the language, as far as they make other atoms hold.
#[derive(Debug)]
pub(crate) struct Keywords {
    pub role: PredicateId,
    pub init: PredicateId,
    pub terminal: PredicateId,
    pub legal: PredicateId,
    pub goal: PredicateId,
    pub next: PredicateId,
    pub truth: PredicateId,
    pub does: PredicateId,
}

struct Deriver<'a> {
    program: Program,
    rules: &'a Rules,
    keywords: &'a Keywords,
    budget: &'a Budget,
    atoms: Atoms,
    instances: Vec<Instance>,
    /// The instances found so far.
    total: u64,
    steps: u64,
}

impl Deriver<'_> {
    fn is_static(&self, predicate: PredicateId) -> bool {
        self.program.predicates[predicate.index()].is_static
    }

    /// The static predicates, in the order in which they can be told.
    fn static_components(&self) -> Vec<Vec<PredicateId>> {
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); self.program.predicates.len()];
        for rule in &self.program.rules {
            let from = &mut edges[rule.head.predicate.index()];
            from.extend(rule.positive.iter().map(|atom| atom.predicate.index()));
            for condition in &rule.conditions {
                condition.for_each_atom(&mut |atom, _| from.push(atom.predicate.index()));
            }
        }
        let components = strong_components(&edges).into_iter();
        let ids = |members: Vec<usize>| -> Vec<PredicateId> {
            members
                .into_iter()
                .map(|member| PredicateId(member as u32))
                .collect()
        };
        let components = components.map(ids);
        components
            .filter(|members| self.is_static(members[0]))
            .collect()
    }

    /// What holds from the start on: fluents of the initial state, and those
    /// and the moves that do not depend on the state.
    fn seed(&mut self) {
        let Keywords {
            init,
            next,
            legal,
            truth,
            does,
            ..
        } = *self.keywords;
        for (from, to) in [(init, truth), (next, truth), (legal, does)] {
            for atom in self.atoms.of(from).to_vec() {
                self.carry_over(atom, to);
            }
        }
    }

    /// Derives all atoms of these predicates, given all others; atoms from
    /// `start` on are still to be taken up.
    fn run(&mut self, members: &[PredicateId], start: usize) -> Result<(), GroundError> {
        let mut grows = vec![false; self.program.predicates.len()];
        for member in members {
            grows[member.index()] = true;
        }
        let (at_once, by_trigger) = self.plans(&grows);
        for plan in &at_once {
            self.apply(plan, None)?;
        }
        let mut taken = start;
        while taken < self.atoms.len() {
            let atom = AtomId(taken as u32);
            taken += 1;
            for plan in &by_trigger[self.atoms.predicate(atom).index()] {
                self.apply(plan, Some(atom))?;
            }
        }
        Ok(())
    }

    /// The plans of the growing predicates' rules: those without a growing
    /// atom, and the others by the predicate that sets them off.
    fn plans(&mut self, grows: &[bool]) -> (Vec<Plan>, Vec<Vec<Plan>>) {
        let mut at_once = Vec::new();
        let mut by_trigger: Vec<Vec<Plan>> = vec![Vec::new(); grows.len()];
        let mut planner = Planner {
            predicates: &self.program.predicates,
            terms: &self.program.terms,
            atoms: &mut self.atoms,
        };
        let is_growing = |predicate: PredicateId| grows[predicate.index()];
        for (number, rule) in self.program.rules.iter().enumerate() {
            if !is_growing(rule.head.predicate) {
                continue;
            }
            let places = 0..rule.positive.len();
            let triggers: Vec<usize> = places
                .filter(|&place| is_growing(rule.positive[place].predicate))
                .collect();
            if triggers.is_empty() {
                at_once.push(planner.plan(number, rule, None, &is_growing));
            }
            for place in triggers {
                let plan = planner.plan(number, rule, Some(place), &is_growing);
                by_trigger[rule.positive[place].predicate.index()].push(plan);
            }
        }
        (at_once, by_trigger)
    }

    /// Finds the instances of a rule in which `newest` is the newest atom.
    fn apply(&mut self, plan: &Plan, newest: Option<AtomId>) -> Result<(), GroundError> {
        let mut found = Vec::new();
        let mut search = Search {
            program: &mut self.program,
            atoms: &self.atoms,
            budget: self.budget,
            rules: self.rules,
            plan,
            newest,
            slots: Vec::new(),
            chosen: Vec::new(),
            steps: &mut self.steps,
            total: &mut self.total,
            found: &mut found,
        };
        search.start()?;
        for found in found {
            self.add(plan, found);
        }
        Ok(())
    }

    fn add(&mut self, plan: &Plan, found: Match) {
        let predicate = self.program.rules[plan.rule].head.predicate;
        let new = self
            .atoms
            .insert(predicate, found.head, &self.program.terms);
        if self.is_static(predicate) {
            return;
        }
        if let Some(atom) = new {
            if predicate == self.keywords.next {
                self.carry_over(atom, self.keywords.truth);
            } else if predicate == self.keywords.legal {
                self.carry_over(atom, self.keywords.does);
            }
        }
        let head = self.atoms.id(found.head).expect("the atom was just added");
        self.instances.push(Instance {
            head,
            positive: found.positive,
            conditions: found.conditions,
        });
    }

    /// Lets another predicate hold of the same arguments.
    fn carry_over(&mut self, atom: AtomId, to: PredicateId) {
        let arguments = self.program.terms.arguments(self.atoms.term(atom)).to_vec();
        let name = self.program.predicates[to.index()].name;
        let term = self.program.terms.intern(name, &arguments);
        self.atoms.insert(to, term, &self.program.terms);
    }
}

/// What one match of a rule comes to.
struct Match {
    head: TermId,
    positive: Box<[AtomId]>,
    conditions: Box<[GroundCondition]>,
}

/// The search for matches, by backtracking.
struct Search<'a> {
    program: &'a mut Program,
    atoms: &'a Atoms,
    budget: &'a Budget,
    rules: &'a Rules,
    plan: &'a Plan,
    newest: Option<AtomId>,
    /// A slot is read only behind the step that fills it.
    slots: Vec<Option<TermId>>,
    /// The atoms of the match that are not static.
    chosen: Vec<AtomId>,
    steps: &'a mut u64,
    total: &'a mut u64,
    found: &'a mut Vec<Match>,
}

impl<'a> Search<'a> {
    fn start(&mut self) -> Result<(), GroundError> {
        self.slots = vec![None; self.program.rules[self.plan.rule].slots];
        let plan = self.plan;
        if let (Some(trigger), Some(newest)) = (&plan.trigger, self.newest) {
            if !self.matches(trigger, self.atoms.term(newest)) {
                return Ok(());
            }
            self.choose(newest);
        }
        self.run(&plan.steps)
    }

    fn choose(&mut self, atom: AtomId) -> bool {
        let predicate = self.atoms.predicate(atom);
        let counts = !self.program.predicates[predicate.index()].is_static;
        if counts {
            self.chosen.push(atom);
        }
        counts
    }

    fn run(&mut self, steps: &'a [Step]) -> Result<(), GroundError> {
        let Some((step, later)) = steps.split_first() else {
            return self.emit();
        };
        match step {
            Step::Test(condition) => match self.ground(condition)? {
                GroundCondition::Constant(true) => self.run(later),
                _ => Ok(()),
            },
            Step::Scan {
                predicate,
                matcher,
                lookup,
                age,
            } => {
                let atoms = self.atoms;
                match lookup {
                    Lookup::All => self.scan(atoms.of(*predicate), *age, matcher, later),
                    Lookup::Index(index, asked) => match self.key(asked) {
                        Some(key) => {
                            let candidates = atoms.candidates(*predicate, *index, key);
                            self.scan(candidates, *age, matcher, later)
                        }
                        None => Ok(()),
                    },
                    Lookup::Exact(pattern) => {
                        let atom = self.known(pattern).and_then(|term| atoms.id(term));
                        self.scan(atom.as_slice(), *age, matcher, later)
                    }
                }
            }
        }
    }

    /// Goes on with every atom of the right age that matches.
    fn scan(
        &mut self,
        candidates: &[AtomId],
        age: Age,
        matcher: &Matcher,
        later: &'a [Step],
    ) -> Result<(), GroundError> {
        let end = match (age, self.newest) {
            (Age::Older, Some(newest)) => candidates.partition_point(|&atom| atom < newest),
            (Age::NotNewer, Some(newest)) => candidates.partition_point(|&atom| atom <= newest),
            _ => candidates.len(),
        };
        for &atom in &candidates[..end] {
            self.count_step()?;
            if self.matches(matcher, self.atoms.term(atom)) {
                let chosen = self.chosen.len();
                self.choose(atom);
                self.run(later)?;
                self.chosen.truncate(chosen);
            }
        }
        Ok(())
    }

    fn count_step(&mut self) -> Result<(), GroundError> {
        *self.steps += 1;
        match self.budget.stop.requested() {
            Some(reason) if self.steps.is_multiple_of(STOP_INTERVAL) => {
                Err(GroundError::Stopped(reason))
            }
            _ => Ok(()),
        }
    }

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

    fn matches(&mut self, matcher: &Matcher, term: TermId) -> bool {
        match matcher {
            Matcher::Bind(slot) => {
                self.slots[*slot] = Some(term);
                true
            }
            Matcher::Bound(slot) => self.slots[*slot] == Some(term),
            Matcher::Ground(ground) => *ground == term,
            Matcher::Compound(name, matchers) => {
                self.program.terms.name_of(term) == *name
                    && self.program.terms.arguments(term).len() == matchers.len()
                    && (0..matchers.len()).all(|place| {
                        let argument = self.program.terms.arguments(term)[place];
                        self.matches(&matchers[place], argument)
                    })
            }
        }
    }

    fn emit(&mut self) -> Result<(), GroundError> {
        let plan = self.plan;
        let mut conditions = Vec::new();
        for condition in &plan.conditions {
            match self.ground(condition)? {
                GroundCondition::Constant(true) => {}
                GroundCondition::Constant(false) => return Ok(()),
                open => conditions.push(open),
            }
        }
        let head = self.program.rules[plan.rule].head.pattern.clone();
        let found = Match {
            head: self.instance(&head)?,
            positive: self.chosen.as_slice().into(),
            conditions: conditions.into(),
        };
        self.found.push(found);
        *self.total += 1;
        match *self.total > self.budget.instances {
            true => Err(self.too_many()),
            false => Ok(()),
        }
    }

    /// A condition without its variables, as far as it can be decided.
    fn ground(&mut self, condition: &Condition) -> Result<GroundCondition, GroundError> {
        let constant = GroundCondition::Constant;
        Ok(match condition {
            Condition::Compare(left, right, equal) => {
                constant((self.instance(left)? == self.instance(right)?) == *equal)
            }
            Condition::Holds(atom) | Condition::Absent(atom) => {
                let wanted = matches!(condition, Condition::Holds(_));
                let term = self.instance(&atom.pattern)?;
                match self.program.predicates[atom.predicate.index()].is_static {
                    true => constant(self.atoms.id(term).is_some() == wanted),
                    false if wanted => GroundCondition::Holds(term),
                    false => GroundCondition::Absent(term),
                }
            }
            Condition::All(parts) => self.ground_parts(parts, true)?,
            Condition::Any(parts) => self.ground_parts(parts, false)?,
        })
    }

    /// All of the parts, or with `false` any: `neutral` parts do not count.
    fn ground_parts(
        &mut self,
        parts: &[Condition],
        neutral: bool,
    ) -> Result<GroundCondition, GroundError> {
        let mut open = Vec::new();
        for part in parts {
            match self.ground(part)? {
                GroundCondition::Constant(value) if value == neutral => {}
                GroundCondition::Constant(value) => return Ok(GroundCondition::Constant(value)),
                part => open.push(part),
            }
        }
        Ok(match (open.is_empty(), neutral) {
            (true, _) => GroundCondition::Constant(neutral),
            (false, true) => GroundCondition::All(open),
            (false, false) => GroundCondition::Any(open),
        })
    }

    /// The term that a pattern stands for, if it was ever made.
    fn known(&self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Variable(slot) => self.slots[*slot],
            Pattern::Ground(term) => Some(*term),
            Pattern::Compound(name, patterns) => {
                let arguments = patterns.iter().map(|pattern| self.known(pattern));
                let arguments = arguments.collect::<Option<Vec<TermId>>>()?;
                self.program.terms.find(*name, &arguments)
            }
        }
    }

    /// The term that a pattern stands for.
    fn instance(&mut self, pattern: &Pattern) -> Result<TermId, GroundError> {
        match pattern {
            Pattern::Variable(slot) => {
                Ok(self.slots[*slot].expect("the plan binds variables before they are read"))
            }
            Pattern::Ground(term) => Ok(*term),
            Pattern::Compound(name, patterns) => {
                let arguments = patterns.iter().map(|pattern| self.instance(pattern));
                let arguments = arguments.collect::<Result<Vec<TermId>, GroundError>>()?;
                let term = self.program.terms.intern(*name, &arguments);
                match self.program.terms.depth(term) > self.budget.term_depth {
                    true => Err(self.too_deep()),
                    false => Ok(term),
                }
            }
        }
    }

    fn clause(&self) -> &'a gdl::Clause {
        let clause = self.program.rules[self.plan.rule].clause;
        &self.rules.clauses()[clause]
    }

    fn too_many(&self) -> GroundError {
        let clause = self.clause();
        GroundError::TooManyInstances {
            rule: clause.head.to_string(),
            span: clause.span,
            limit: self.budget.instances,
        }
    }

    fn too_deep(&self) -> GroundError {
        let clause = self.clause();
        GroundError::TermTooDeep {
            rule: clause.head.to_string(),
            span: clause.span,
            limit: self.budget.term_depth,
        }
    }
}
