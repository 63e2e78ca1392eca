//! Conditions that depend on all parts at once, as decision diagrams.
//!
//! In: the circuit as functions of parts, for one turn. Out: proof that play ends
//! exactly if the role on turn cannot move, that the other one can wait until then, and
//! that the ends have the rewards that the claim gives them. A listed part is the number
//! of its state in binary; numbers beyond the last stand for the first, so that there is
//! nothing but states in which parts are as they are listed.

use biodivine_lib_bdd::{Bdd, BddVariable};
use game::{GoalValue, RoleId};
use ground::{GroundGame, Node, NodeId};

use super::claim::Claim;
use super::domain::{Domain, Frame, Function, Join, MAX_NODES, Shape};
use super::effects::Turn;
use super::setting::{Home, Setting};
use super::trouble::Trouble;
use crate::value::Value;

/// What the conditions are checked with.
pub struct Whole<'a> {
    pub game: &'a GroundGame,
    pub claim: &'a Claim,
    pub setting: &'a Setting,
    pub domain: &'a Domain,
    /// What fluents are, after it was proven which of no part never change.
    pub homes: &'a [Home],
}

fn too_large() -> Trouble {
    Trouble::undecided("when play ends is too large for a decision diagram")
}

impl Whole<'_> {
    /// Checks all conditions while a role is on turn.
    pub fn check(&self, role: usize, turn: &Turn) -> Result<(), Trouble> {
        let waits = self.game.legal(turn.waiting);
        let mut needed = vec![self.game.terminal(), waits];
        for role in RoleId::all(2) {
            needed.extend(self.game.goals(role).iter().map(|it| it.1));
        }
        let nodes = self.diagrams(turn, &needed)?;
        let of = |node: NodeId| nodes[node.index()].as_ref().ok_or_else(too_large);
        let ends = of(self.game.terminal())?;
        let stuck = self.stuck(turn)?;
        if *ends != stuck {
            return Err(Trouble::undecided(format!(
                "play may end while {} can move, or go on while it cannot",
                self.game.roles()[role]
            )));
        }
        if !joined(&ends.not(), of(waits)?, Join::Minus)?.is_false() {
            return Err(Trouble::undecided(format!(
                "{} may have no move to wait",
                self.game.roles()[1 - role]
            )));
        }
        let Value::Rewards(rewards) = &self.claim.stuck[role] else {
            return Err(Trouble::wrong("an end has no rewards"));
        };
        for (id, &reward) in RoleId::all(2).zip(rewards) {
            for (goal, node) in self.game.goals(id) {
                let right = matches!(goal, GoalValue::Integer(it) if 2 * i64::from(*it) == reward);
                let wrong = match right {
                    true => joined(ends, of(*node)?, Join::Minus)?,
                    false => joined(ends, of(*node)?, Join::And)?,
                };
                if !wrong.is_false() {
                    return Err(Trouble::undecided("ends may have other rewards"));
                }
            }
            let integer = |goal: &GoalValue| matches!(goal, GoalValue::Integer(it) if 2 * i64::from(*it) == reward);
            let known = self.game.goals(id).iter().any(|(goal, _)| integer(goal));
            if !known && !ends.is_false() {
                return Err(Trouble::wrong(
                    "the rewards of an end are none that there are",
                ));
            }
        }
        Ok(())
    }

    /// When no part has a move for the role on turn.
    fn stuck(&self, turn: &Turn) -> Result<Bdd, Trouble> {
        let mut stuck = self.domain.variables().mk_true();
        for effect in &turn.effects {
            let legal = self.diagram(&effect.legal).ok_or_else(too_large)?;
            stuck = joined(&stuck, &legal, Join::Minus)?;
        }
        Ok(stuck)
    }

    /// The diagrams of the nodes that some nodes need; `None` for all others.
    fn diagrams(&self, turn: &Turn, needed: &[NodeId]) -> Result<Vec<Option<Bdd>>, Trouble> {
        let circuit = self.game.circuit();
        let mut wanted = vec![false; circuit.nodes().len()];
        let mut open: Vec<usize> = needed.iter().map(|it| it.index()).collect();
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut wanted[place], true) {
                continue;
            }
            if turn.nodes[place] == Function::Mixed {
                open.extend(circuit.nodes()[place].reads().iter().map(|it| it.index()));
            }
        }
        let mut known: Vec<Option<Bdd>> = vec![None; wanted.len()];
        for place in (0..wanted.len()).filter(|&it| wanted[it]) {
            known[place] = match &turn.nodes[place] {
                Function::Mixed => Some(self.mixed(&circuit.nodes()[place], &known)?),
                function => self.diagram(function),
            };
        }
        Ok(known)
    }

    /// The diagram of a node of several parts, given those that it reads.
    fn mixed(&self, node: &Node, known: &[Option<Bdd>]) -> Result<Bdd, Trouble> {
        let read = |it: &NodeId| known[it.index()].as_ref().ok_or_else(too_large);
        let gate = |parts: &[NodeId], start: Bdd, how: Join| {
            let mut parts = parts.iter();
            parts.try_fold(start, |all, part| joined(&all, read(part)?, how))
        };
        let variables = self.domain.variables();
        match node {
            Node::Not(inner) => Ok(read(inner)?.not()),
            Node::And(parts) => gate(parts, variables.mk_true(), Join::And),
            Node::Or(parts) => gate(parts, variables.mk_false(), Join::Or),
            Node::Fluent(id) if self.homes[id.index()] == Home::Free => {
                Ok(self.domain.other(self.setting.others[id.index()]))
            }
            _ => Err(Trouble::undecided(
                "when play ends depends on rules that call each other in a circle",
            )),
        }
    }

    /// The diagram of a function of one part.
    fn diagram(&self, function: &Function) -> Option<Bdd> {
        match function {
            Function::Constant(true) => Some(self.domain.variables().mk_true()),
            Function::Constant(false) => Some(self.domain.variables().mk_false()),
            Function::Local(_, Shape::Diagram(set)) => Some((**set).clone()),
            Function::Local(part, Shape::Bits(_)) => match self.domain.frame(*part) {
                Frame::Listed {
                    states,
                    first,
                    bits,
                } => {
                    let numbers = Numbers {
                        domain: self.domain,
                        function,
                        states,
                        first,
                        digits: bits,
                    };
                    Some(numbers.diagram(0, bits))
                }
                Frame::Open { .. } => None,
            },
            Function::Mixed => None,
        }
    }
}

fn joined(one: &Bdd, other: &Bdd, how: Join) -> Result<Bdd, Trouble> {
    let set = Bdd::binary_op_with_limit(MAX_NODES, one, other, how.operator());
    set.ok_or_else(too_large)
}

/// A set of listed states by the binary digits of their numbers.
struct Numbers<'a> {
    domain: &'a Domain,
    function: &'a Function,
    states: usize,
    first: usize,
    digits: usize,
}

impl Numbers<'_> {
    /// The states from a number on that differ in the last digits only. The recursion is
    /// as deep as a number has digits.
    fn diagram(&self, from: usize, digits: usize) -> Bdd {
        let variables = self.domain.variables();
        let Some(rest) = digits.checked_sub(1) else {
            return match self.has(from) {
                true => variables.mk_true(),
                false => variables.mk_false(),
            };
        };
        let lo = self.diagram(from, rest);
        let hi = self.diagram(from + (1 << rest), rest);
        if lo == hi {
            return lo;
        }
        let digit = self.first + self.digits - digits;
        let digit = variables.mk_var(BddVariable::from_index(digit));
        Bdd::if_then_else(&digit, &hi, &lo)
    }

    fn has(&self, number: usize) -> bool {
        let number = if number < self.states { number } else { 0 };
        matches!(self.function, Function::Local(_, set) if set.has(number))
    }
}
