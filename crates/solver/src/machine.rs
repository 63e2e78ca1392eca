//! What positions are computed with: the ground game, or the rules as they are.

use game::Playable;
use gdl::Rules;
use ground::{Budget, StateMachine};

use crate::engine::Engine;
use crate::error::Error;
use crate::event::Event;
use crate::run::Run;

/// What an engine computes positions with. Where the engine is left to us it is the
/// ground game, if it does not become too large.
pub fn choose(asked: Engine, rules: &Rules, run: &Run<'_>) -> Result<StateMachine, Error> {
    let mut budget = Budget::new(run.limits.stop.clone());
    let machine = match asked {
        Engine::Reference => StateMachine::reference(rules, budget.stop)?,
        Engine::Explicit | Engine::Symbolic => StateMachine::ground(rules, &budget)?,
        Engine::Auto | Engine::Parts => {
            budget.instances = run.knobs.auto_instances;
            let chosen = StateMachine::choose(rules, &budget)?;
            if let Some(obstacle) = &chosen.obstacle {
                run.tell(Event::NotGround(obstacle));
            }
            chosen.machine
        }
    };
    if let StateMachine::Ground(game) = &machine {
        run.tell(Event::Grounded {
            fluents: game.game().fluents().len(),
            moves: game.game().moves().len(),
        });
    }
    Ok(machine)
}

/// The names of the roles, in role order.
pub fn roles(machine: &StateMachine) -> Vec<String> {
    match machine {
        StateMachine::Ground(game) => game.roles().to_vec(),
        StateMachine::Reference(game) => game.roles().to_vec(),
    }
}
