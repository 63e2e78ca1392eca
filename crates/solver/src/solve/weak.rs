//! The first state alone.

use explicit::{Storage, WeakSolution};
use game::{Level, Playable};
use ground::StateMachine;
use table::solution::Terms;

use super::{Answer, Position, Solved, Solving};
use crate::engine::{Algorithm, Engine};
use crate::error::{AllStates, Error, Unfinished};
use crate::event::{Event, Phase};
use crate::machine;
use crate::target::{Target, Written};

impl Solving<'_> {
    /// Solves the first state, with no more work than that takes.
    pub(super) fn first(&self, machine: &mut StateMachine) -> Result<Answer, Unfinished> {
        let all_states = match (self.request.algorithm, self.request.engine) {
            (Algorithm::Auto, Engine::Symbolic) => Some(AllStates::Symbolic),
            (Algorithm::Auto, _) => None,
            (Algorithm::Retrograde, _) => Some(AllStates::Retrograde),
            (Algorithm::OnSets(_), _) => Some(AllStates::OnSets),
        };
        if let Some(what) = all_states {
            return Err(Error::ForAllStates(what).into());
        }
        let roles = machine::roles(machine);
        let StateMachine::Ground(game) = machine else {
            return Err(Error::WeakNeedsGround.into());
        };
        // Half of what the writer gets otherwise: the search fills its share of memory.
        let share = self.run.knobs.writer_share.saturating_mul(2);
        let target = self.target(&roles, share)?;
        let position = self.position(game)?;
        let (solution, file) = self.search(position, target)?;
        Ok(Answer {
            roles,
            engine: Engine::Explicit,
            algorithm: solution.algorithm.name(),
            solved: Solved::First(solution),
            nodes: None,
            worth: Vec::new(),
            file: file.map(|file| file.map_err(Unfinished::from)),
        })
    }

    fn search(
        &self,
        position: Position<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(WeakSolution, Option<Result<Written, Error>>), Error> {
        let Position { game, facts, start } = position;
        let run = self.run;
        let fluents = game.fluents(&start);
        run.tell(Event::Begins(Phase::Solve));
        let task = run.task(game, &facts, start, Storage::Memory);
        let weak = explicit::solve_weakly(task, &self.request.options, &mut |progress| {
            run.tell(Event::States(progress));
        })?;
        let solution = weak.solution;
        let Some(mut target) = target else {
            return Ok((solution, None));
        };
        target.begin(fluents, Engine::Explicit, solution.algorithm.name());
        let terms = Terms {
            model: solution.model,
            level: Level::Weak,
            infinite: solution.infinite.clone(),
            cyclic: solution.cyclic,
        };
        let written = weak.strategy.write(&mut target.writer);
        let written = written.map_err(Error::from);
        Ok((
            solution,
            Some(written.and_then(|()| target.finish_part(terms))),
        ))
    }
}
