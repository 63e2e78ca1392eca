//! All atoms that may hold in some state, and all instances of rules by which
//! they may.
//!
//! Static predicates come first, exactly, component by component. Then one
//! relaxed fixpoint over the rest: what may be true in one state may be true in
//! every state, what may be legal may be done, and negations of atoms that are
//! not static are left for the circuit to decide. So the atoms found are a
//! superset of those that hold in any reachable state, and every instance whose
//! body can hold is found.
//!
//! If that fixpoint turns out large it is restarted, with rules rewritten and
//! joins reordered by the relation sizes seen so far.

use gdl::{Rules, Terms, strong_components};

use crate::atoms::{AtomId, Atoms};
use crate::budget::{Budget, GroundError, Rewriting};
use crate::demand::{self, guard};
use crate::instances::Instances;
use crate::plan::{Plan, Planner};
use crate::program::{Kind, Predicate, PredicateId, Program};
use crate::project::project;
use crate::search::{Effort, Scratch, Search};

/// Numbers of instances after which rules are examined again; each is many times
/// the last, so that the work thrown away is a small part.
const REVIEW_INSTANCES: [u64; 2] = [100_000, 1_000_000];

/// Number of matches after which a static relation is postponed, if only a part
/// of it is needed.
const POSTPONE_MATCHES: u64 = 1_000_000;

/// Search steps per instance beyond which the order of joins counts as bad.
const MAX_STEPS_PER_INSTANCE: u64 = 30;

/// Smallest share of all matches for which restricting rules is worth it.
const MIN_SHARE: f64 = 0.5;

/// What was derived.
#[derive(Debug)]
pub(crate) struct Derived {
    pub terms: Terms,
    pub predicates: Vec<Predicate>,
    pub atoms: Atoms,
    pub instances: Instances,
}

/// Derives all atoms and instances of a program.
///
/// # Errors
///
/// When the budget is exceeded.
pub(crate) fn derive(
    program: Program,
    rules: &Rules,
    keywords: &Keywords,
    budget: &Budget,
) -> Result<Derived, GroundError> {
    let mut deriver = Deriver {
        atoms: Atoms::new(program.predicates.len()),
        by_rule: vec![0; program.rules.len()],
        program,
        rules,
        keywords,
        budget,
        instances: Instances::default(),
        effort: Effort::default(),
        scratch: Scratch::default(),
        has_postponed: false,
    };
    deriver.derive_static()?;
    deriver.derive_dynamic()?;
    Ok(Derived {
        terms: deriver.program.terms,
        predicates: deriver.program.predicates,
        atoms: deriver.atoms,
        instances: deriver.instances,
    })
}

/// The predicates of the language that make other atoms hold.
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

/// The rules of growing predicates, and how far they have been evaluated.
struct Fixpoint {
    /// Plans of the rules without a growing atom; each is run once.
    at_once: Vec<Plan>,
    /// The others, by the predicate that triggers them.
    by_trigger: Vec<Vec<Plan>>,
    /// How many plans of `at_once` have been run.
    followed: usize,
    /// The atom to process next.
    next: usize,
}

struct Deriver<'a> {
    program: Program,
    rules: &'a Rules,
    keywords: &'a Keywords,
    budget: &'a Budget,
    atoms: Atoms,
    instances: Instances,
    /// The number of matches found for each rule.
    by_rule: Vec<u64>,
    effort: Effort,
    scratch: Scratch,
    /// Whether static relations were postponed to the fixpoint of the rest.
    has_postponed: bool,
}

impl Deriver<'_> {
    fn is_static(&self, predicate: PredicateId) -> bool {
        self.program.predicates[predicate.index()].is_static()
    }

    fn derive_static(&mut self) -> Result<(), GroundError> {
        for members in self.static_components() {
            if !self.is_static(members[0]) {
                continue;
            }
            let (start, before) = (self.atoms.len(), self.effort);
            let limit = self.patient(before, POSTPONE_MATCHES);
            match self.run_component(&members, limit) {
                Err(GroundError::TooManyInstances { .. }) if self.may_go_on() => {}
                outcome => {
                    outcome?;
                    continue;
                }
            }
            self.atoms.truncate(start);
            self.effort = before;
            if !self.postpone(&members) {
                self.run_component(&members, self.whole_budget())?;
            }
        }
        Ok(())
    }

    fn run_component(&mut self, members: &[PredicateId], limit: Effort) -> Result<(), GroundError> {
        let mut grows = vec![false; self.program.predicates.len()];
        for member in members {
            grows[member.index()] = true;
        }
        let mut fixpoint = self.plan(&grows, self.atoms.len());
        self.run(&mut fixpoint, Effort::UNLIMITED, limit)
            .map(|_| ())
    }

    /// Postpones large static relations, and what depends on them, to the
    /// fixpoint of the rest, if only a part of them is needed there. They are
    /// then treated like any relation that depends on the state.
    fn postpone(&mut self, members: &[PredicateId]) -> bool {
        if self.budget.demand == Rewriting::Never {
            return false;
        }
        let kinds: Vec<Kind> = self.program.predicates.iter().map(|it| it.kind).collect();
        for member in members {
            self.program.predicates[member.index()].kind = Kind::Dynamic;
        }
        self.program.spread_dynamic();
        let fixed = [self.keywords.role, self.keywords.init];
        let may_be = fixed.iter().all(|&it| self.is_static(it))
            && demand::could_guard(&self.program, members);
        if !may_be {
            for (predicate, kind) in self.program.predicates.iter_mut().zip(kinds) {
                predicate.kind = kind;
            }
        }
        self.has_postponed |= may_be;
        may_be
    }

    /// The static predicates, in the order in which they can be derived.
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
            let ids = members.into_iter().map(|member| PredicateId(member as u32));
            ids.collect()
        };
        let components = components.map(ids);
        components
            .filter(|members| self.is_static(members[0]))
            .collect()
    }

    fn derive_dynamic(&mut self) -> Result<(), GroundError> {
        let (start, before) = (self.atoms.len(), self.effort);
        if self.has_postponed || self.budget.demand == Rewriting::Always {
            guard(&mut self.program);
        }
        if self.budget.projection == Rewriting::Always {
            project(&mut self.program, &self.atoms, None);
        }
        let mut fixpoint = self.begin(start, before);
        for patience in REVIEW_INSTANCES {
            let pause = self.patient(before, patience);
            let limit = self.patient(before, patience * 4);
            match self.run(&mut fixpoint, pause, limit) {
                Ok(true) => return Ok(()),
                // Nothing suggests a better way: keep going.
                Ok(false) if !self.rewrite(patience) && self.effort.steps < pause.steps => {}
                Ok(false) => fixpoint = self.begin(start, before),
                Err(GroundError::TooManyInstances { .. }) if self.may_go_on() => {
                    self.rewrite(patience);
                    fixpoint = self.begin(start, before);
                }
                Err(error) => return Err(error),
            }
        }
        self.run(&mut fixpoint, Effort::UNLIMITED, self.whole_budget())
            .map(|_| ())
    }

    fn whole_budget(&self) -> Effort {
        Effort {
            instances: self.budget.instances,
            ..Effort::UNLIMITED
        }
    }

    fn patient(&self, before: Effort, patience: u64) -> Effort {
        let instances = before.instances + patience;
        Effort {
            instances: instances.min(self.budget.instances),
            steps: before.steps + patience * MAX_STEPS_PER_INSTANCE,
            ..Effort::UNLIMITED
        }
    }

    fn may_go_on(&self) -> bool {
        self.effort.instances <= self.budget.instances
    }

    /// Rewrites rules by what has been found so far; returns whether any
    /// changed.
    fn rewrite(&mut self, patience: u64) -> bool {
        let is_last = patience == REVIEW_INSTANCES[REVIEW_INSTANCES.len() - 1];
        let may_guard = self.budget.demand == Rewriting::WhenLarge && !self.has_postponed;
        let guards =
            is_last && may_guard && demand::share(&self.program, &self.by_rule) > MIN_SHARE;
        let rules = self.program.rules.len();
        if self.budget.projection == Rewriting::WhenLarge {
            project(&mut self.program, &self.atoms, Some(&self.by_rule));
        }
        if guards {
            guard(&mut self.program);
        }
        self.program.rules.len() > rules
    }

    /// Restarts the fixpoint of what is not static, from nothing.
    fn begin(&mut self, start: usize, before: Effort) -> Fixpoint {
        let kinds = self.program.predicates.iter().map(|it| it.kind);
        let grows: Vec<bool> = kinds.map(|kind| kind != Kind::Static).collect();
        self.atoms.grow(grows.len());
        // The atoms found so far are still there and show the sizes of
        // relations.
        let fixpoint = self.plan(&grows, start);
        self.atoms.truncate(start);
        self.instances.clear();
        self.effort = Effort {
            terms: self.effort.terms,
            ..before
        };
        self.by_rule = vec![0; self.program.rules.len()];
        self.seed();
        fixpoint
    }

    /// Adds what holds from the start: the fluents of the initial state, and the
    /// fluents and moves that do not depend on the state.
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

    /// Derives all atoms that the plans lead to, given all others. Returns true
    /// when that is done, false when paused at the effort `pause`.
    fn run(
        &mut self,
        fixpoint: &mut Fixpoint,
        pause: Effort,
        limit: Effort,
    ) -> Result<bool, GroundError> {
        while let Some(plan) = fixpoint.at_once.get(fixpoint.followed) {
            self.apply(plan, None, limit)?;
            fixpoint.followed += 1;
        }
        while fixpoint.next < self.atoms.len() {
            if self.effort.exceeds(pause) {
                return Ok(false);
            }
            let atom = AtomId(fixpoint.next as u32);
            fixpoint.next += 1;
            for plan in &fixpoint.by_trigger[self.atoms.predicate(atom).index()] {
                self.apply(plan, Some(atom), limit)?;
            }
        }
        Ok(true)
    }

    /// Plans the rules of growing predicates; atoms from `start` on are still to
    /// be processed.
    fn plan(&mut self, grows: &[bool], start: usize) -> Fixpoint {
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
        Fixpoint {
            at_once,
            by_trigger,
            followed: 0,
            next: start,
        }
    }

    /// Finds the matches of a rule in which `newest` is the newest atom.
    fn apply(
        &mut self,
        plan: &Plan,
        newest: Option<AtomId>,
        limit: Effort,
    ) -> Result<(), GroundError> {
        let mut search = Search {
            terms: &mut self.program.terms,
            predicates: &self.program.predicates,
            atoms: &self.atoms,
            instances: &mut self.instances,
            scratch: &mut self.scratch,
            plan,
            newest,
            rules: self.rules,
            budget: self.budget,
            effort: &mut self.effort,
            limit,
        };
        let outcome = search.start();
        // Kept also after a search that was cut short: its heads show sizes.
        let heads = std::mem::take(&mut self.scratch.heads);
        self.by_rule[plan.rule] += heads.len() as u64;
        for &head in &heads {
            self.add(plan, head);
        }
        self.scratch.heads = heads;
        outcome
    }

    fn add(&mut self, plan: &Plan, head: gdl::TermId) {
        let predicate = self.program.rules[plan.rule].head.predicate;
        let new = self.atoms.insert(predicate, head, &self.program.terms);
        if !plan.is_recorded {
            return;
        }
        if let Some(atom) = new {
            if predicate == self.keywords.next {
                self.carry_over(atom, self.keywords.truth);
            } else if predicate == self.keywords.legal {
                self.carry_over(atom, self.keywords.does);
            }
        }
        let head = self.atoms.id(head).expect("the atom was just added");
        self.instances.head(head);
    }

    /// Adds the atom of predicate `to` with the same arguments.
    fn carry_over(&mut self, atom: AtomId, to: PredicateId) {
        let arguments = self.program.terms.arguments(self.atoms.term(atom)).to_vec();
        let name = self.program.predicates[to.index()].name;
        let term = self.program.terms.intern(name, &arguments);
        self.atoms.insert(to, term, &self.program.terms);
    }
}
