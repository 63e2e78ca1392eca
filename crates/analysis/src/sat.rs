//! The SAT solver, with its work counted.
//!
//! The only file that names batsat: a port of MiniSat to Rust, with
//! assumptions, cores and a hook to stop. Work is counted in conflicts and
//! propagations, so that the same question gets the same answer everywhere.

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};
use game::Stop;

use crate::Budget;
use crate::knobs::Knobs;

/// A variable or its negation.
pub(crate) type Lit = batsat::Lit;

/// What the solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// There is an assignment; [`Sat::value`] reads it.
    Possible,
    /// There is none; these assumptions are enough to exclude one.
    Impossible(Vec<Lit>),
    /// The budget ran out.
    Unknown,
}

/// Ends a search that has had too many conflicts.
struct Watch {
    conflicts: u64,
    limit: u64,
    stop: Stop,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.limit || self.stop.requested().is_some()
    }
}

/// What may still be spent, in conflicts and propagations.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    conflicts: u64,
    conflicts_per_question: u64,
    /// Conflicts that the current question may still cost.
    question: u64,
    propagations: u64,
    stop: Stop,
}

impl Effort {
    /// The whole budget, except for a fifth in reserve.
    pub fn new(budget: &Budget) -> Self {
        Effort {
            conflicts: budget.conflicts - budget.conflicts / 5,
            conflicts_per_question: budget.conflicts_per_question,
            question: budget.conflicts_per_question,
            propagations: budget.propagations - budget.propagations / 5,
            stop: budget.stop.clone(),
        }
    }

    /// Allows conflicts for a new question, whose cases share them.
    pub fn begin_question(&mut self, cases: usize) {
        self.question = self.conflicts_per_question + Knobs::CASE_CONFLICTS * cases as u64;
    }

    /// Adds the fifth that was in reserve.
    pub fn release(&mut self, budget: &Budget) {
        self.conflicts += budget.conflicts / 5;
        self.propagations += budget.propagations / 5;
    }

    /// Conflicts and propagations spent of a budget, in that order.
    pub fn spent(&self, budget: &Budget) -> (u64, u64) {
        (
            budget.conflicts - self.conflicts,
            budget.propagations - self.propagations,
        )
    }

    /// Charges work of another kind as `work` propagations.
    pub fn pay(&mut self, work: u64) {
        self.propagations = self.propagations.saturating_sub(work);
    }

    /// Whether less than `percent` percent of a budget is left.
    pub fn low(&self, budget: &Budget, percent: u64) -> bool {
        let below =
            |left: u64, all: u64| u128::from(left) * 100 < u128::from(all) * u128::from(percent);
        below(self.conflicts, budget.conflicts) || below(self.propagations, budget.propagations)
    }

    /// Whether nothing is left.
    pub fn exhausted(&self) -> bool {
        self.conflicts == 0 || self.propagations == 0 || self.stop.requested().is_some()
    }
}

/// Clauses, and a solver for them.
pub(crate) struct Sat {
    solver: Solver<Watch>,
    truth: Lit,
    /// Literals in all clauses; `paid` has those that were charged to the
    /// budget.
    size: u64,
    paid: u64,
}

impl Sat {
    /// No clauses yet.
    pub fn new() -> Self {
        let watch = Watch {
            conflicts: 0,
            limit: 0,
            stop: Stop::new(),
        };
        let options = SolverOpts {
            // Clauses about moves are long: minimising them in depth took half
            // of the time and did not pay.
            ccmin_mode: 1,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, watch);
        let truth = Lit::new(solver.new_var_default(), true);
        let mut sat = Sat {
            solver,
            truth,
            size: 0,
            paid: 0,
        };
        sat.add(&[truth]);
        sat
    }

    /// The literal that always holds, or never.
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Adds the clause that one of these holds.
    pub fn add(&mut self, clause: &[Lit]) {
        self.size += clause.len() as u64;
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// The number of literals in all clauses that were added.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Asks whether all of these can hold.
    pub fn ask(&mut self, assumptions: &[Lit], effort: &mut Effort) -> Answer {
        let unpaid = self.size - std::mem::replace(&mut self.paid, self.size);
        // Adding a literal takes about as long as four propagations.
        effort.pay(4 * unpaid);
        if effort.exhausted() {
            return Answer::Unknown;
        }
        let conflicts = self.solver.cb().conflicts;
        let propagations = self.solver.num_propagations();
        let watch = self.solver.cb_mut();
        watch.limit = conflicts + effort.conflicts.min(effort.question);
        watch.stop = effort.stop.clone();
        let found = self.solver.solve_limited(assumptions);
        // One conflict only shows that the assumptions exclude each other: that
        // is no search.
        let conflicts = (self.solver.cb().conflicts - conflicts).saturating_sub(1);
        let propagations = self.solver.num_propagations() - propagations;
        effort.conflicts = effort.conflicts.saturating_sub(conflicts);
        effort.question = effort.question.saturating_sub(conflicts);
        effort.pay(propagations);
        if found == lbool::TRUE {
            Answer::Possible
        } else if found == lbool::FALSE {
            Answer::Impossible(self.core(assumptions))
        } else {
            Answer::Unknown
        }
    }

    /// The assumptions that the last answer rests on.
    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        let used = |lit: &&Lit| self.solver.unsat_core_contains_var(lit.var());
        assumptions.iter().filter(used).copied().collect()
    }

    /// Whether a literal holds in the assignment that was found.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_names_the_assumptions_that_matter() {
        let mut effort = Effort::new(&Budget::new(Stop::new()));
        let mut sat = Sat::new();
        let [a, b, c] = [(); 3].map(|()| sat.variable());
        sat.add(&[!a, !b]);
        assert_eq!(sat.ask(&[a, c], &mut effort), Answer::Possible);
        assert!(sat.value(a) && !sat.value(b));
        let Answer::Impossible(mut core) = sat.ask(&[c, a, b], &mut effort) else {
            panic!("two that exclude each other were both possible");
        };
        core.sort();
        assert_eq!(core, [a, b]);
    }

    #[test]
    fn without_budget_nothing_is_known() {
        let mut budget = Budget::new(Stop::new());
        budget.conflicts = 0;
        let mut effort = Effort::new(&budget);
        let mut sat = Sat::new();
        let a = sat.variable();
        assert_eq!(sat.ask(&[a, !a], &mut effort), Answer::Unknown);
    }
}
