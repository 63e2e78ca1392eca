//! Takes a game apart, and tells what its parts are worth.

use decompose::{Decomposition, Dependencies, Undecomposed};
use ground::{GroundGame, StateMachine};

use crate::error::{Error, Unfinished};
use crate::event::Observer;
use crate::machine;
use crate::request::Request;
use crate::run::Run;
use crate::solve::Solving;
use crate::sum::SumSolution;

/// How many times smaller than the game a product of parts must be to be told: any game is
/// a product of its cells, which says nothing.
const LEAST_GAIN: f64 = 2.0;

/// A game taken apart.
pub struct Decomposed {
    /// The names of the roles, in role order.
    pub roles: Vec<String>,
    /// The ground game, for the names of fluents and moves.
    pub game: GroundGame,
    /// Its parts and what they are worth; or why it is not solved by parts.
    pub solved: Result<SumSolution, Undecomposed>,
    /// Which groups of fluents moves connect, if that was not too much.
    pub dependencies: Option<Dependencies>,
}

/// Takes a game apart, whether that pays or not. Of the request the game, the start, the
/// options and the limits count.
///
/// # Errors
///
/// [`Error::NotGround`] if the rules cannot be made ground; others as for
/// [`solve`](crate::solve()).
pub fn decompose(request: &Request, observer: Observer<'_>) -> Result<Decomposed, Unfinished> {
    let run = Run::new(&request.limits, &request.knobs, observer);
    let mut machine = machine::choose(request.engine, &request.game.rules, &run)?;
    let roles = machine::roles(&machine);
    let StateMachine::Ground(game) = &mut machine else {
        return Err(Error::NotGround.into());
    };
    let told = std::cell::Cell::new(false);
    let solving = Solving::new(request, &run, &told);
    let position = solving.position(game)?;
    let task = decompose::Task {
        game: position.game.game(),
        facts: &position.facts,
        start: &position.start,
        model: request.options.model,
        knobs: decompose::Knobs::default(),
        stop: &request.limits.stop,
    };
    let parts = Decomposition::solve(&task, &request.options, |it| {
        it.classes * LEAST_GAIN <= it.states
    });
    if let Some(reason) = request.limits.stop.requested() {
        return Err(Error::Analysis(analysis::AnalysisError::Stopped(reason)).into());
    }
    let dependencies = Dependencies::new(task.game, task.facts);
    let solved = match parts {
        Ok(parts) => solving
            .sum_solution(&position, &parts)?
            .ok_or_else(|| Error::Unreachable(String::new()))
            .map(Ok)?,
        Err(why) => Err(why),
    };
    Ok(Decomposed {
        roles,
        game: position.game.game().clone(),
        solved,
        dependencies,
    })
}
