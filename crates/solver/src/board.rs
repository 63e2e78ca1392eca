//! What positions are computed with: the ground game, or the rules as they are.

use game::Playable;
use gdl::{Budget, Interpreter, Rules};
use ground::{GroundError, GroundGame, Simulator};

use crate::engine::Engine;
use crate::error::Error;
use crate::event::Event;
use crate::run::Run;

/// What computes positions.
pub enum Board {
    /// The ground game, one bit for each fluent.
    Ground(Simulator),
    /// The rules with their variables, as they are.
    Reference(Interpreter),
}

impl Board {
    /// The one that an engine takes. Where the engine is left to us it is the ground
    /// game, if it does not become too large.
    pub fn choose(asked: Engine, rules: &Rules, run: &Run<'_>) -> Result<Board, Error> {
        let mut budget = ground::Budget::new(run.limits.stop.clone());
        match asked {
            Engine::Reference => return Board::reference(rules, run),
            Engine::Explicit | Engine::Symbolic => {}
            Engine::Auto => budget.instances = run.knobs.auto_instances,
        }
        match GroundGame::new(rules, &budget) {
            Ok(game) => {
                run.tell(Event::Grounded {
                    fluents: game.fluents().len(),
                    moves: game.moves().len(),
                });
                Ok(Board::Ground(Simulator::new(game)))
            }
            Err(error @ GroundError::Stopped(_)) => Err(error.into()),
            Err(error) if asked == Engine::Auto => {
                run.tell(Event::NotGround(&error));
                Board::reference(rules, run)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn reference(rules: &Rules, run: &Run<'_>) -> Result<Board, Error> {
        let budget = Budget::new(run.limits.stop.clone());
        Ok(Board::Reference(Interpreter::new(rules, budget)?))
    }

    /// The names of the roles, in role order.
    pub fn roles(&self) -> Vec<String> {
        match self {
            Board::Ground(game) => game.roles().to_vec(),
            Board::Reference(game) => game.roles().to_vec(),
        }
    }
}
