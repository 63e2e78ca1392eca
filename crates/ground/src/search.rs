//! The search for matches of one rule, by backtracking.

use gdl::{Rules, TermId, Terms};

use crate::atoms::{AtomId, Atoms, Key};
use crate::budget::{Budget, GroundError};
use crate::instances::{GroundCondition, Instances};
use crate::plan::{Age, Asked, Lookup, Matcher, Plan, Step};
use crate::program::{Condition, Kind, Pattern, Predicate};

/// Steps between two checks whether to stop.
const STOP_INTERVAL: u64 = 4096;

/// Work done, or the limit on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    pub instances: u64,
    pub steps: u64,
    /// Terms made; not all of them are atoms.
    pub terms: u64,
}

impl Effort {
    pub const UNLIMITED: Effort = Effort {
        instances: u64::MAX,
        steps: u64::MAX,
        terms: u64::MAX,
    };

    pub fn exceeds(self, limit: Effort) -> bool {
        self.instances > limit.instances || self.steps > limit.steps
    }
}

/// Lists that every search needs; kept to save allocations.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// A slot is read only after the step that fills it.
    slots: Vec<Option<TermId>>,
    /// The atoms of the match that belong to the instance.
    chosen: Vec<AtomId>,
    /// The arguments of terms under construction.
    arguments: Vec<TermId>,
    /// The heads of the matches found.
    pub heads: Vec<TermId>,
}

pub(crate) struct Search<'a> {
    pub terms: &'a mut Terms,
    pub predicates: &'a [Predicate],
    pub atoms: &'a Atoms,
    pub instances: &'a mut Instances,
    pub scratch: &'a mut Scratch,
    pub plan: &'a Plan,
    pub newest: Option<AtomId>,
    pub rules: &'a Rules,
    pub budget: &'a Budget,
    pub effort: &'a mut Effort,
    pub limit: Effort,
}

impl<'a> Search<'a> {
    /// Finds all matches: bodies go to the instances, if the rule is recorded,
    /// and heads to the scratch.
    pub fn start(&mut self) -> Result<(), GroundError> {
        self.scratch.slots.clear();
        self.scratch.slots.resize(self.plan.slots, None);
        self.scratch.chosen.clear();
        self.scratch.arguments.clear();
        self.scratch.heads.clear();
        let plan = self.plan;
        if let (Some(trigger), Some(newest)) = (&plan.trigger, self.newest) {
            if !self.matches(trigger, self.atoms.term(newest)) {
                return Ok(());
            }
            self.choose(newest);
        }
        self.run(&plan.steps)
    }

    fn choose(&mut self, atom: AtomId) {
        let predicate = self.atoms.predicate(atom);
        if self.predicates[predicate.index()].kind == Kind::Dynamic {
            self.scratch.chosen.push(atom);
        }
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
                        self.take(atom, *age, later)
                    }
                    Lookup::Argument(slot) => {
                        let argument = self.scratch.slots[*slot];
                        let atom = argument.and_then(|it| atoms.with_argument(*predicate, it));
                        self.take(atom, *age, later)
                    }
                }
            }
        }
    }

    /// Continues with every matching atom of the right age.
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
                let chosen = self.scratch.chosen.len();
                self.choose(atom);
                self.run(later)?;
                self.scratch.chosen.truncate(chosen);
            }
        }
        Ok(())
    }

    /// Continues with an atom that is known to match, if it is of the right
    /// age.
    fn take(
        &mut self,
        atom: Option<AtomId>,
        age: Age,
        later: &'a [Step],
    ) -> Result<(), GroundError> {
        let is_right = |atom: &AtomId| match (age, self.newest) {
            (Age::Older, Some(newest)) => *atom < newest,
            (Age::NotNewer, Some(newest)) => *atom <= newest,
            _ => true,
        };
        let Some(atom) = atom.filter(is_right) else {
            return Ok(());
        };
        self.count_step()?;
        let chosen = self.scratch.chosen.len();
        self.choose(atom);
        self.run(later)?;
        self.scratch.chosen.truncate(chosen);
        Ok(())
    }

    fn count_step(&mut self) -> Result<(), GroundError> {
        self.effort.steps += 1;
        if !self.effort.steps.is_multiple_of(STOP_INTERVAL) {
            return Ok(());
        }
        if let Some(reason) = self.budget.stop.requested() {
            return Err(GroundError::Stopped(reason));
        }
        if self.bytes() > self.budget.memory {
            return Err(self.too_large());
        }
        match self.effort.steps > self.limit.steps {
            true => Err(self.too_many()),
            false => Ok(()),
        }
    }

    /// Estimated memory of everything, in bytes.
    fn bytes(&self) -> u64 {
        // A term has a node, an entry in a table and about four arguments.
        const TERM: u64 = 48;
        let heads = self.scratch.heads.len() as u64 * 4;
        self.atoms.bytes() + self.instances.bytes() + heads + self.effort.terms * TERM
    }

    fn key(&mut self, asked: &[Asked]) -> Option<u64> {
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
                self.scratch.slots[*slot] = Some(term);
                true
            }
            Matcher::Bound(slot) => self.scratch.slots[*slot] == Some(term),
            Matcher::Ground(ground) => *ground == term,
            Matcher::Compound(name, matchers) => {
                self.terms.name_of(term) == *name
                    && self.terms.arguments(term).len() == matchers.len()
                    && (0..matchers.len()).all(|place| {
                        let argument = self.terms.arguments(term)[place];
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
        let head = self.instance(&plan.head)?;
        self.scratch.heads.push(head);
        if plan.is_recorded {
            let positive = self.scratch.chosen.as_slice();
            self.instances.body(positive, conditions.into_iter());
        }
        self.effort.instances += 1;
        match self.effort.instances > self.limit.instances {
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
                match self.predicates[atom.predicate.index()].is_static() {
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
    fn known(&mut self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Variable(slot) => self.scratch.slots[*slot],
            Pattern::Ground(term) => Some(*term),
            Pattern::Compound(name, patterns) => {
                let start = self.scratch.arguments.len();
                for pattern in patterns {
                    let Some(argument) = self.known(pattern) else {
                        self.scratch.arguments.truncate(start);
                        return None;
                    };
                    self.scratch.arguments.push(argument);
                }
                let found = self.terms.find(*name, &self.scratch.arguments[start..]);
                self.scratch.arguments.truncate(start);
                found
            }
        }
    }

    /// The term that a pattern stands for.
    fn instance(&mut self, pattern: &Pattern) -> Result<TermId, GroundError> {
        match pattern {
            Pattern::Variable(slot) => {
                Ok(self.scratch.slots[*slot]
                    .expect("the plan binds variables before they are read"))
            }
            Pattern::Ground(term) => Ok(*term),
            Pattern::Compound(name, patterns) => {
                let start = self.scratch.arguments.len();
                for pattern in patterns {
                    let argument = self.instance(pattern)?;
                    self.scratch.arguments.push(argument);
                }
                let term = self.terms.intern(*name, &self.scratch.arguments[start..]);
                self.scratch.arguments.truncate(start);
                self.effort.terms = self.effort.terms.max(term.index() as u64);
                match self.terms.depth(term) > self.budget.term_depth {
                    true => Err(self.too_deep()),
                    false => Ok(term),
                }
            }
        }
    }

    fn clause(&self) -> &'a gdl::Clause {
        &self.rules.clauses()[self.plan.clause]
    }

    fn too_many(&self) -> GroundError {
        let clause = self.clause();
        GroundError::TooManyInstances {
            rule: clause.head.to_string(),
            span: clause.span,
            limit: self.limit.instances,
        }
    }

    fn too_large(&self) -> GroundError {
        let clause = self.clause();
        GroundError::TooMuchMemory {
            rule: clause.head.to_string(),
            span: clause.span,
            limit: self.budget.memory,
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
