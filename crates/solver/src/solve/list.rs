//! By listing states: packed ones on the ground game, or the interpreter's.

use game::{Playable, Solution};
use gdl::Interpreter;

use super::{Found, Position, Solving};
use crate::engine::Engine;
use crate::error::Unfinished;
use crate::event::{Event, Phase};
use crate::keep::Work;
use crate::start;
use crate::target::Target;

/// The name of the algorithm.
const ALGORITHM: &str = "retrograde";

impl<'a> Solving<'a> {
    /// By the judge, on the interpreter.
    pub(super) fn by_reference(
        &self,
        game: &mut Interpreter,
        target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let run = self.run;
        let begin = start::find(game, &self.request.start, run)?;
        let fluents = game.fluents(&begin);
        run.tell(Event::Begins(Phase::Solve));
        let (options, limits) = (&self.request.options, run.judge_limits(None));
        let table = judge::solve(game, begin, options, &limits, &mut |progress| {
            run.tell(Event::States(progress.into()));
        })?;
        if let Some(target) = target {
            target.begin(fluents, Engine::Reference, ALGORITHM);
            target.take(game, &table)?;
        }
        let solution = table.solution(game)?;
        Ok(Found {
            worth: table.worth(),
            ..Found::new(solution, Engine::Reference, ALGORITHM)
        })
    }

    /// By the explicit engine.
    pub(super) fn by_listing(
        &self,
        position: Position<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let work = self.listing(&position);
        self.list(position, work, target)
    }

    /// By the explicit engine, with layers kept there.
    pub(super) fn list(
        &self,
        position: Position<'_>,
        work: Work<'a>,
        target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let mut watch = self.watch(&position);
        let Position { game, facts, start } = position;
        let (run, options) = (self.run, &self.request.options);
        let fluents = game.fluents(&start);
        run.tell(Event::Begins(Phase::Solve));
        let answer = work.keep_during(|storage| {
            let task = explicit::Task {
                by_layer: self.request.by_layer,
                ..run.task(game, &facts, start, storage)
            };
            let report = &mut |it| {
                run.tell(Event::States(it));
                watch.listed(it);
            };
            match target {
                None => explicit::solve(task, options, report),
                Some(target) => {
                    target.begin(fluents, Engine::Explicit, ALGORITHM);
                    explicit::solve_into(task, options, &mut target.writer, report)
                }
            }
        })?;
        run.tell(Event::Took(answer.way));
        Ok(Found {
            worth: answer.worth,
            work: Some(work),
            ..Found::new(answer.result, Engine::Explicit, ALGORITHM)
        })
    }

    /// Where the explicit engine keeps its layers.
    pub(super) fn listing(&self, position: &Position<'_>) -> Work<'a> {
        let Position { game, facts, start } = position;
        self.work("solve", explicit::identity(game, facts, start))
    }
}
