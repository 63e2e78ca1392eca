//! One move of a game as clauses: any state, any legal joint move, the next
//! state.
//!
//! In: a [`Formula`]. Out: a literal for each of its signals, made on request.
//! What is impossible here does not occur in any reachable state.
//!
//! A *whole* step has all rules: the state is not terminal, and each role makes
//! one legal move. A *part* has only the moves that matter to the signals that
//! were requested. It allows more, and is much smaller: it is enough for most
//! proofs, and others can be tried again on the whole.
//!
//! Variables of loops may have any values that agree with their definitions, not
//! just the least ones: that too allows more than is possible, which is safe.

use game::RoleId;
use ground::{FluentId, MoveId, NodeId};
use rustc_hash::FxHashMap;

use crate::formula::{Formula, Gate, Signal};
use crate::knobs::Knobs;
use crate::sat::{Lit, Sat};

/// The clauses of one move.
pub(crate) struct Step<'f> {
    formula: &'f Formula<'f>,
    /// The solver.
    pub sat: Sat,
    /// The literals of gates.
    literals: FxHashMap<usize, Lit>,
    fluents: FxHashMap<FluentId, Lit>,
    moves: FxHashMap<MoveId, Lit>,
    /// Variables of loops whose definitions are not added yet.
    pending: Vec<(Lit, Signal)>,
    /// Depth to which conditions of moves are included, in gates.
    legal_depth: u32,
}

impl<'f> Step<'f> {
    /// A part of a step, empty so far. After all nodes were requested, call
    /// [`Step::restrict_moves`].
    pub fn part(formula: &'f Formula<'f>) -> Self {
        Step {
            formula,
            sat: Sat::new(),
            literals: FxHashMap::default(),
            fluents: FxHashMap::default(),
            moves: FxHashMap::default(),
            pending: Vec::new(),
            legal_depth: Knobs::SHALLOW,
        }
    }

    /// A whole step.
    pub fn whole(formula: &'f Formula<'f>) -> Self {
        let game = formula.game();
        let mut step = Step::part(formula);
        step.legal_depth = u32::MAX;
        let terminal = step.literal(game.terminal());
        step.sat.add(&[!terminal]);
        for role in RoleId::all(game.roles().len()) {
            for mov in game.moves_of(role) {
                step.made(mov);
            }
        }
        step.restrict_moves();
        step
    }

    /// Adds for the requested moves that each role makes at most one, a legal
    /// one; and at least one, if these are all its moves.
    pub fn restrict_moves(&mut self) {
        let game = self.formula.game();
        // By role, which is by number: moves are numbered role by role.
        let mut all: Vec<MoveId> = self.moves.keys().copied().collect();
        all.sort_unstable();
        for role in RoleId::all(game.roles().len()) {
            let count = game.moves_of(role).count();
            let last = game.moves_of(role).last();
            let until = all.partition_point(|mov| last.is_some_and(|last| *mov <= last));
            let asked: Vec<MoveId> = all.drain(..until).collect();
            let made: Vec<Lit> = asked.iter().map(|mov| self.moves[mov]).collect();
            for (&mov, &made) in asked.iter().zip(&made) {
                let legal = self.limited(game.legal(mov), self.legal_depth);
                self.sat.add(&[!made, legal]);
            }
            if asked.len() == count {
                self.sat.add(&made);
            }
            let truth = self.sat.constant(true);
            self.at_most_one(truth, &made);
        }
    }

    /// The fluent in the state.
    pub fn fluent(&mut self, fluent: FluentId) -> Lit {
        let sat = &mut self.sat;
        *self.fluents.entry(fluent).or_insert_with(|| sat.variable())
    }

    /// The fluents that were requested, in the state.
    pub fn fluents(&self) -> impl Iterator<Item = FluentId> {
        self.fluents.keys().copied()
    }

    /// The move is made.
    pub fn made(&mut self, mov: MoveId) -> Lit {
        let sat = &mut self.sat;
        *self.moves.entry(mov).or_insert_with(|| sat.variable())
    }

    /// The fluent in the next state.
    pub fn next(&mut self, fluent: FluentId) -> Lit {
        self.literal(self.formula.game().next(fluent))
    }

    /// Whether the fluent holds in the state that was found.
    pub fn held(&self, fluent: FluentId) -> bool {
        let literal = self.fluents.get(&fluent);
        literal.is_some_and(|&literal| self.sat.value(literal))
    }

    /// Whether the move is part of the one that was found.
    pub fn was_made(&self, mov: MoveId) -> bool {
        let literal = self.moves.get(&mov);
        literal.is_some_and(|&literal| self.sat.value(literal))
    }

    /// A node of the circuit; adds its clauses if there are none yet.
    pub fn literal(&mut self, node: NodeId) -> Lit {
        self.limited(node, u32::MAX)
    }

    /// A node of the circuit; gates deeper than `depth` may have any value
    /// unless they were requested before.
    fn limited(&mut self, node: NodeId, depth: u32) -> Lit {
        let literal = self.build(self.formula.signal(node), depth);
        while let Some((variable, definition)) = self.pending.pop() {
            let definition = self.build(definition, depth);
            self.sat.add(&[!variable, definition]);
            self.sat.add(&[variable, !definition]);
        }
        literal
    }

    fn build(&mut self, signal: Signal, depth: u32) -> Lit {
        let mut open = vec![(signal, depth)];
        while let Some(&(top, depth)) = open.last() {
            let missing = self.missing(top, depth);
            if missing.is_empty() {
                open.pop();
                if !self.literals.contains_key(&top.gate()) {
                    let literal = self.define(top, depth);
                    self.literals.insert(top.gate(), literal);
                }
            }
            open.extend(
                missing
                    .into_iter()
                    .map(|part| (part, depth.saturating_sub(1))),
            );
        }
        self.known(signal)
    }

    /// The signals that have to be defined before a gate.
    fn missing(&self, signal: Signal, depth: u32) -> Vec<Signal> {
        match self.formula.gate(signal) {
            Gate::And(parts) if depth > 0 && !self.literals.contains_key(&signal.gate()) => {
                let parts = parts.iter().copied();
                parts
                    .filter(|it| !self.literals.contains_key(&it.gate()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn known(&self, signal: Signal) -> Lit {
        let literal = self.literals[&signal.gate()];
        if signal.negated() { !literal } else { literal }
    }

    /// A new literal for a gate; all that it reads must have theirs.
    fn define(&mut self, signal: Signal, depth: u32) -> Lit {
        match self.formula.gate(signal) {
            Gate::And(_) if depth == 0 => self.sat.variable(),
            Gate::False => self.sat.constant(false),
            Gate::Fluent(fluent) => self.fluent(*fluent),
            Gate::Made(moves) => {
                let none: Vec<Lit> = moves.iter().map(|&mov| !self.made(mov)).collect();
                !self.conjunction(&none)
            }
            Gate::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|&part| self.known(part)).collect();
                self.conjunction(&parts)
            }
            Gate::Variable(_) => {
                let variable = self.sat.variable();
                let plain = if signal.negated() { !signal } else { signal };
                let definition = self.formula.definition(plain);
                self.pending.extend(definition.map(|is| (variable, is)));
                variable
            }
        }
    }

    /// A literal that holds if and only if all of these do.
    fn conjunction(&mut self, parts: &[Lit]) -> Lit {
        if let [only] = parts {
            return *only;
        }
        let all = self.sat.variable();
        let mut clause: Vec<Lit> = parts.iter().map(|&part| !part).collect();
        clause.push(all);
        self.sat.add(&clause);
        for &part in parts {
            self.sat.add(&[!all, part]);
        }
        all
    }

    /// Adds that if `when` holds, at most one of these does.
    pub fn at_most_one(&mut self, when: Lit, literals: &[Lit]) {
        // Up to here pairs need fewer clauses than a ladder of "one so far".
        const PAIRS: usize = 6;
        if literals.len() <= PAIRS {
            for (place, &one) in literals.iter().enumerate() {
                for &other in &literals[..place] {
                    self.sat.add(&[!when, !one, !other]);
                }
            }
            return;
        }
        let mut before = literals[0];
        for &one in &literals[1..] {
            self.sat.add(&[!when, !one, !before]);
            let so_far = self.sat.variable();
            self.sat.add(&[!before, so_far]);
            self.sat.add(&[!one, so_far]);
            before = so_far;
        }
    }

    /// A literal that implies that in one of these all literals hold.
    pub fn any_of(&mut self, cases: &[Vec<Lit>]) -> Lit {
        let any = self.sat.variable();
        let mut clause = vec![!any];
        for case in cases {
            let here = self.sat.variable();
            for &literal in case {
                self.sat.add(&[!here, literal]);
            }
            clause.push(here);
        }
        self.sat.add(&clause);
        any
    }

    /// A literal that implies that two of these hold.
    pub fn two_of(&mut self, literals: &[Lit]) -> Lit {
        let two = self.sat.variable();
        let mut clause = vec![!two];
        let Some((&first, rest)) = literals.split_first() else {
            self.sat.add(&clause);
            return two;
        };
        let mut before = first;
        for &one in rest {
            let here = self.sat.variable();
            self.sat.add(&[!here, one]);
            self.sat.add(&[!here, before]);
            clause.push(here);
            let so_far = self.sat.variable();
            self.sat.add(&[!so_far, one, before]);
            before = so_far;
        }
        self.sat.add(&clause);
        two
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::sat::{Answer, Effort};
    use game::Stop;
    use ground::GroundGame;

    #[test]
    fn one_of_several_cases_holds_as_a_whole() {
        let text = "(role r) (init a) (init b) (init c) (legal r wait) (goal r 0)
            (<= (next a) (true b)) (<= (next b) (true c)) (<= (next c) (true a))
            (<= terminal (true a) (true b) (true c))";
        let source = gdl::Source::new("test", text.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        let game = GroundGame::new(&rules, &ground::Budget::new(Stop::new())).unwrap();
        let formula = Formula::new(&game);
        let mut effort = Effort::new(&Budget::new(Stop::new()));
        let mut step = Step::part(&formula);
        let fluents: Vec<FluentId> = game.fluent_ids().collect();
        let [a, b, c] = [0, 1, 2].map(|place| step.fluent(fluents[place]));
        let any = step.any_of(&[vec![a, b], vec![c]]);
        assert_eq!(step.sat.ask(&[any, !a], &mut effort), Answer::Possible);
        assert!(step.sat.value(c));
        assert_eq!(step.sat.ask(&[any, !c], &mut effort), Answer::Possible);
        assert!(step.sat.value(a) && step.sat.value(b));
        let neither = step.sat.ask(&[any, !b, !c], &mut effort);
        assert!(matches!(neither, Answer::Impossible(_)));
        let none = step.any_of(&[]);
        let none = step.sat.ask(&[none], &mut effort);
        assert!(matches!(none, Answer::Impossible(_)));
    }
}
