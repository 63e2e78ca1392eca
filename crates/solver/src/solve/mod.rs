//! From a request to its answer: the game is loaded, made ground, analysed and solved
//! by one engine or the other, and the file is written.

mod auto;
mod backward;
mod found;
mod list;
mod parts;
mod sets;
mod weak;

use std::cell::Cell;
use std::path::Path;

use analysis::Facts;
use game::{Level, Solution};
use ground::{BitState, Simulator, StateMachine};

use crate::engine::{Algorithm, Engine};
use crate::error::{Error, Unfinished};
use crate::event::Observer;
use crate::foresee::Watch;
use crate::keep::Work;
use crate::machine;
use crate::request::{Request, Start};
use crate::run::Run;
use crate::start;
use crate::sum::Sum;
use crate::target::{Target, Written};

pub use backward::{Database, backward};
pub(crate) use found::Found;
pub use found::{Answer, Nodes, Solved};

/// Solves a game: the values of all its states, or of the first alone.
///
/// Where a file is to be written and cannot be, the answer says why, and holds without
/// it. A request that did not come to its end goes on when it is made again, if it says
/// where to keep what is finished.
///
/// # Errors
///
/// [`Unfinished`]: why there is no answer, and what is left to go on from.
pub fn solve(request: &Request, observer: Observer<'_>) -> Result<Answer, Unfinished> {
    let run = Run::new(&request.limits, &request.knobs, observer);
    let mut machine = machine::choose(request.engine, &request.game.rules, &run)?;
    if let Some(role) = &request.to_move {
        start::check_role(&machine::roles(&machine), role)?;
        if matches!(machine, StateMachine::Reference(_)) {
            return Err(Error::TurnUnknown.into());
        }
    }
    let told = Cell::new(false);
    let solving = Solving::new(request, &run, &told);
    if request.options.level == Level::Weak {
        return solving.first(&mut machine);
    }
    let roles = machine::roles(&machine);
    let mut target = solving.target(&roles, run.knobs.writer_share)?;
    let solved = solving.all(&mut machine, target.as_mut());
    let solved = solved.map_err(|failed| match target.take() {
        Some(target) => target.rescue(&request.options, failed),
        None => failed,
    });
    let (found, file) = match solved {
        // Layers that are kept need not be found again.
        Err(failed) if failed.error.is_of_output() => {
            (solving.all(&mut machine, None)?, Some(Err(failed)))
        }
        Err(failed) => return Err(failed),
        Ok(found) => {
            let file = target.map(|target| found.finish(target));
            (found, file.map(|file| file.map_err(Unfinished::from)))
        }
    };
    Ok(found.answer(roles, file))
}

/// What a request for all states came to.
enum Whole<'a> {
    /// They were listed, or taken as sets.
    States(Box<Found<'a, Solution>>),
    /// They are sums of parts.
    Sum(Box<Sum>),
}

impl<'a> Whole<'a> {
    fn of(found: Found<'a, Solution>) -> Self {
        Whole::States(Box::new(found))
    }

    fn finish(&self, target: Target<'_>) -> Result<Written, Error> {
        match self {
            Whole::States(found) => target.finish(&found.result, (found.engine, found.algorithm)),
            Whole::Sum(sum) => target.finish_sum(sum),
        }
    }

    fn answer(self, roles: Vec<String>, file: Option<Result<Written, Unfinished>>) -> Answer {
        match self {
            Whole::States(found) => {
                let found = *found;
                Answer {
                    file: safe(file, found.work),
                    roles,
                    solved: Solved::All(found.result),
                    engine: found.engine,
                    algorithm: found.algorithm,
                    nodes: found.nodes,
                    worth: found.worth,
                }
            }
            Whole::Sum(sum) => Answer {
                file,
                roles,
                engine: sum.way().0,
                algorithm: sum.way().1,
                solved: Solved::Sum(Box::new(sum.solution)),
                nodes: None,
                worth: Vec::new(),
            },
        }
    }
}

/// Clears what was kept, once the file is there: only then nothing needs to be gone on
/// from.
fn safe(
    file: Option<Result<Written, Unfinished>>,
    work: Option<Work<'_>>,
) -> Option<Result<Written, Unfinished>> {
    match (file, work) {
        (Some(Err(failed)), Some(work)) => Some(Err(work.told(failed))),
        (file @ Some(Err(_)), None) => file,
        (file, work) => {
            work.iter().for_each(Work::clear);
            file
        }
    }
}

/// A request that is being worked on.
pub(crate) struct Solving<'a> {
    request: &'a Request,
    run: &'a Run<'a>,
    /// Whether it was told what is to come.
    told: &'a Cell<bool>,
}

/// A ground game, with what is proven about it and where to begin.
pub(crate) struct Position<'a> {
    pub game: &'a mut Simulator,
    pub facts: Facts,
    pub start: BitState,
}

impl<'a> Solving<'a> {
    /// Work on a request.
    pub(crate) fn new(request: &'a Request, run: &'a Run<'a>, told: &'a Cell<bool>) -> Self {
        Solving { request, run, told }
    }

    /// The file that is asked for, begun; it may take this share of the memory.
    fn target(&self, roles: &[String], share: u64) -> Result<Option<Target<'a>>, Error> {
        let create = |path: &Path| {
            let memory = self.run.limits.memory.bytes() / share.max(1);
            Target::create(path, &self.request.game, roles.to_vec(), memory)
        };
        self.request.out.as_deref().map(create).transpose()
    }

    /// Solves all states with the engine that was asked for, or one that suits the game.
    /// All states go to the target, if there is one.
    fn all(
        &self,
        machine: &mut StateMachine,
        target: Option<&mut Target<'_>>,
    ) -> Result<Whole<'a>, Unfinished> {
        let game = match (machine, self.request.engine, self.request.algorithm) {
            (_, Engine::Explicit | Engine::Reference, Algorithm::OnSets(algorithm)) => {
                return Err(wrong_engine(algorithm.name(), Engine::Symbolic).into());
            }
            (_, Engine::Symbolic, Algorithm::Retrograde) => {
                return Err(wrong_engine("retrograde", Engine::Explicit).into());
            }
            (StateMachine::Reference(game), ..) => {
                return self.by_reference(game, target).map(Whole::of);
            }
            (StateMachine::Ground(game), ..) => game,
        };
        let position = self.position(game)?;
        if let Some(sum) = self.by_parts(&position)? {
            return Ok(Whole::Sum(Box::new(sum)));
        }
        let found = match (self.request.engine, self.request.algorithm) {
            (_, Algorithm::OnSets(_)) | (Engine::Symbolic, _) => {
                self.by_sets(&position, self.request.order.clone(), target)
            }
            (Engine::Auto, Algorithm::Auto) => return self.by_either(position, target),
            _ => self.by_listing(position, target),
        };
        found.map(Whole::of)
    }

    pub(crate) fn position<'g>(&self, game: &'g mut Simulator) -> Result<Position<'g>, Error> {
        // What is proven may refuse a state; a wrong move need not wait for it.
        let proven = match &self.request.start {
            Start::Fluents(fluents) => {
                let facts = self.run.analyse(game.game())?;
                start::check(game.game(), &facts, fluents)?;
                Some(facts)
            }
            _ => None,
        };
        // Parts may tell whether it can be reached, before all states are searched for it.
        let of_parts = match (&self.request.start, &proven) {
            (Start::Fluents(fluents), Some(facts)) => self.reached(game, facts, fluents)?,
            _ => None,
        };
        let start = match of_parts {
            Some(start) => start,
            None => start::find(game, &self.request.start, self.run)?,
        };
        let facts = match proven {
            Some(facts) => facts,
            None => self.run.analyse(game.game())?,
        };
        let start = match &self.request.to_move {
            Some(role) => start::with_turn(game.game(), &facts, &start, role)?,
            None => start,
        };
        Ok(Position { game, facts, start })
    }

    /// A watch over the search for all states from a position.
    fn watch(&self, position: &Position<'_>) -> Watch<'a> {
        let Position { game, facts, start } = position;
        let subject = (&self.request.game, self.told);
        Watch::new(self.run, subject, game.game(), facts, start)
    }

    /// Where this kind of work keeps its layers.
    fn work(&self, kind: &str, identity: Vec<(String, String)>) -> Work<'a> {
        let Request { keep, game, .. } = self.request;
        Work::new(self.run, keep, kind, game, identity)
    }
}

fn wrong_engine(algorithm: &'static str, engine: Engine) -> Error {
    Error::WrongEngine { algorithm, engine }
}
