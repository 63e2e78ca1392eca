//! The choice of what plays a game: the ground game where the rules can be made
//! ground at a bounded cost, the interpreter where they cannot.
//!
//! In: [`Rules`] and a budget. Out: a [`StateMachine`], with the reason if it is
//! the interpreter. Solving a game and probing its solution both choose here.

use ::game::Stop;
use gdl::{InterpretError, Interpreter, Rules};

use crate::{Budget, GroundError, GroundGame, Simulator};

/// Instances of rules up to which grounding is preferred when the user chose no
/// engine: beyond that it may take longer than solving the game with the
/// interpreter.
pub const AUTO_INSTANCES: u64 = 3_000_000;

/// What plays a game state by state.
#[derive(Debug)]
pub enum StateMachine {
    /// The ground game, one bit for each fluent.
    Ground(Simulator),
    /// The rules with their variables, as they are.
    Reference(Interpreter),
}

/// A state machine, and why it was chosen.
#[derive(Debug)]
pub struct Chosen {
    /// What was chosen.
    pub machine: StateMachine,
    /// Why the rules could not be made ground; if set, the machine is the
    /// interpreter.
    pub obstacle: Option<GroundError>,
}

impl StateMachine {
    /// Makes the rules ground within a budget, or else takes them as they are.
    ///
    /// # Errors
    ///
    /// [`InterpretError`] if the interpreter does not take the rules either;
    /// [`InterpretError::Stopped`] on request.
    pub fn choose(rules: &Rules, budget: &Budget) -> Result<Chosen, InterpretError> {
        let obstacle = match StateMachine::ground(rules, budget) {
            Ok(machine) => {
                return Ok(Chosen {
                    machine,
                    obstacle: None,
                });
            }
            Err(GroundError::Stopped(reason)) => return Err(InterpretError::Stopped(reason)),
            Err(obstacle) => obstacle,
        };
        Ok(Chosen {
            machine: StateMachine::reference(rules, budget.stop.clone())?,
            obstacle: Some(obstacle),
        })
    }

    /// Makes the rules ground.
    ///
    /// # Errors
    ///
    /// [`GroundError`] if that exceeds the budget or is impossible.
    pub fn ground(rules: &Rules, budget: &Budget) -> Result<Self, GroundError> {
        let game = GroundGame::new(rules, budget)?;
        Ok(StateMachine::Ground(Simulator::new(game)))
    }

    /// Takes the rules as they are, at the interpreter's usual budget for each
    /// state.
    ///
    /// # Errors
    ///
    /// [`InterpretError`] if preparing them exceeds that budget.
    pub fn reference(rules: &Rules, stop: Stop) -> Result<Self, InterpretError> {
        let game = Interpreter::new(rules, gdl::Budget::new(stop))?;
        Ok(StateMachine::Reference(game))
    }
}

#[cfg(test)]
mod tests {
    use ::game::StopReason;

    use super::*;

    /// A game with 27,000 instances of one rule.
    fn rules() -> Rules {
        let mut text = "(role r) (init (n 1)) (goal r 0) (<= terminal (true (n 2)))
            (<= (next (n ?x)) (does r (go ?x ?y ?z)))
            (<= (legal r (go ?x ?y ?z)) (number ?x) (number ?y) (number ?z))\n"
            .to_owned();
        for number in 0..30 {
            text.push_str(&format!("(number {number})\n"));
        }
        let source = gdl::Source::new("test", text.as_bytes());
        gdl::load(&source, None).rules.unwrap()
    }

    #[test]
    fn the_budget_decides_and_the_reason_is_told() {
        let mut budget = Budget::new(Stop::new());
        let chosen = StateMachine::choose(&rules(), &budget).unwrap();
        assert!(matches!(chosen.machine, StateMachine::Ground(_)));
        assert_eq!(chosen.obstacle, None);
        budget.instances = 1000;
        let chosen = StateMachine::choose(&rules(), &budget).unwrap();
        assert!(matches!(chosen.machine, StateMachine::Reference(_)));
        let limit = chosen.obstacle.unwrap();
        assert!(matches!(
            limit,
            GroundError::TooManyInstances { limit: 1000, .. }
        ));
    }

    #[test]
    fn who_is_asked_to_stop_does_not_choose() {
        let stop = Stop::new();
        stop.request(StopReason::Time);
        let stopped = StateMachine::choose(&rules(), &Budget::new(stop)).err();
        assert_eq!(stopped, Some(InterpretError::Stopped(StopReason::Time)));
    }
}
