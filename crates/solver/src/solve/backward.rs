//! Endgame databases: backward from the ends, without a search forward.

use game::Level;
use ground::StateMachine;
use symbolic::{Endgames, SymbolicError};
use table::solution::Terms;

use super::{Position, Solving, safe};
use crate::engine::{Algorithm, Engine};
use crate::error::{AllStates, Error, Unfinished};
use crate::event::{Event, Observer, Phase};
use crate::machine;
use crate::request::Request;
use crate::run::Run;
use crate::target::{Target, Written};

/// The name of the algorithm.
const BACKWARD: &str = "backward";

/// An endgame database.
#[derive(Debug)]
pub struct Database {
    /// The names of the roles, in role order.
    pub roles: Vec<String>,
    /// What it has, in numbers.
    pub endgames: Endgames,
    /// The engine that made it.
    pub engine: Engine,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// Whether play always ends, if that is proven.
    pub cyclic: Option<bool>,
    /// The limit or the signal that ended the work, if it did not come to its end.
    pub stopped: Option<Error>,
    /// The file that was asked for, or why it is not there.
    pub file: Option<Result<Written, Unfinished>>,
}

/// Values all states from which play ends within some steps, whatever is played; without a
/// number of steps, as many as the limits allow.
///
/// A limit is an outcome: what is whole by then is the database, and is in the file.
///
/// # Errors
///
/// [`Unfinished`]: the request cannot be met, or a limit came before anything was whole.
pub fn backward(
    request: &Request,
    steps: Option<u64>,
    observer: Observer<'_>,
) -> Result<Database, Unfinished> {
    let run = Run::new(&request.limits, &request.knobs, observer);
    check(request)?;
    let mut machine = machine::choose(Engine::Symbolic, &request.game.rules, &run)?;
    let roles = machine::roles(&machine);
    let StateMachine::Ground(game) = &mut machine else {
        unreachable!("the symbolic engine takes ground games alone");
    };
    let told = std::cell::Cell::new(false);
    let solving = Solving::new(request, &run, &told);
    let mut target = solving.target(&roles, run.knobs.writer_share)?;
    let position = solving.position(game)?;
    let mut endgames = solving.endgames(&position, steps, target.as_mut())?;
    let always_ends = position.facts.always_ends();
    let cyclic = always_ends.then_some(false);
    let stopped = endgames.stopped.take().map(Error::Symbolic);
    let file = target.map(|target| {
        let terms = Terms {
            model: endgames.model,
            level: endgames.level,
            infinite: None,
            cyclic,
        };
        let written = match stopped.is_some() {
            true => target.finish_more(terms),
            false => target.finish_part(terms),
        };
        written.map_err(Unfinished::from)
    });
    Ok(Database {
        roles,
        endgames,
        engine: Engine::Symbolic,
        algorithm: BACKWARD,
        cyclic,
        stopped,
        file: safe(file, None),
    })
}

/// Refuses what backward steps are not for.
fn check(request: &Request) -> Result<(), Error> {
    if let Engine::Explicit | Engine::Reference | Engine::Parts = request.engine {
        let (algorithm, engine) = (BACKWARD, Engine::Symbolic);
        return Err(Error::WrongEngine { algorithm, engine });
    }
    match (request.options.level, request.algorithm) {
        (Level::Weak, _) => Err(Error::ForAllStates(AllStates::Backward)),
        (_, Algorithm::Auto) => Ok(()),
        _ => Err(Error::OneAlgorithm),
    }
}

impl Solving<'_> {
    fn endgames(
        &self,
        position: &Position<'_>,
        steps: Option<u64>,
        target: Option<&mut Target<'_>>,
    ) -> Result<Endgames, SymbolicError> {
        let (run, options) = (self.run, &self.request.options);
        let task = self.sets_task(position, self.request.order.clone());
        run.tell(Event::Begins(Phase::Solve));
        let report = &mut |it| run.tell(Event::Sets(it));
        let found = match target {
            None => symbolic::solve_backward(&task, options, steps, report)?,
            Some(target) => {
                let fluents = game::Playable::fluents(position.game, &position.start);
                target.begin(fluents, Engine::Symbolic, BACKWARD);
                let file = &mut target.writer;
                symbolic::solve_backward_into(&task, options, steps, file, report)?
            }
        };
        run.tell(Event::TookSets(&found.effort));
        Ok(found)
    }
}
