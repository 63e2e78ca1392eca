//! By sets of states.

use game::Options;
use game::{Level, Playable, Solution, Warning};
use symbolic::{Algorithm as OnSets, Order};

use super::{Found, Nodes, Position, Solving};
use crate::engine::{Algorithm, Engine};
use crate::error::{Error, Unfinished};
use crate::event::{Event, Phase};
use crate::keep::Work;
use crate::run::in_layers;
use crate::target::Target;

impl<'a> Solving<'a> {
    /// By the algorithm that was asked for: else layer by layer, or all states at once
    /// where there are no layers.
    pub(super) fn by_sets(
        &self,
        position: &Position<'_>,
        order: Order,
        mut target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let task = self.sets_task(position, order);
        let in_layers = in_layers(&position.facts);
        let options = &self.request.options;
        let asked = match self.request.algorithm {
            Algorithm::OnSets(algorithm) => Some(algorithm),
            Algorithm::Auto | Algorithm::Retrograde => None,
        };
        let algorithm = match asked {
            Some(algorithm) => algorithm,
            None if in_layers => OnSets::Layers,
            None => OnSets::Attractor,
        };
        let distances = options.level == Level::UltraStrong;
        let attempt = match algorithm != OnSets::Layers || distances || !in_layers {
            true => self
                .by_algorithm(position, &task, algorithm, options, target.as_deref_mut())
                .map_err(Unfinished::from),
            false => self.in_layers(position, &task, target.as_deref_mut()),
        };
        match attempt {
            // Whether layers are apart may show only on the way.
            Err(failed) if asked.is_none() && failed.error.is_unsuited_for_sets() => {
                self.run.tell(Event::LayersShareStates);
                Ok(self.by_algorithm(position, &task, OnSets::Attractor, options, target)?)
            }
            answer => answer,
        }
    }

    /// Layer by layer, with finished layers in a store.
    fn in_layers(
        &self,
        position: &Position<'_>,
        task: &symbolic::Task<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let (run, options) = (self.run, &self.request.options);
        let algorithm = OnSets::Layers.name();
        run.tell(Event::Begins(Phase::Solve));
        let work = self.sets_work(task);
        let mut watch = self.watch(position);
        let solved = work.keep_during(|storage| {
            let report = &mut |it| {
                run.tell(Event::Sets(it));
                watch.in_sets(it);
            };
            match target {
                None => symbolic::solve(task, options, storage, report),
                Some(target) => {
                    let fluents = position.game.fluents(task.start);
                    target.begin(fluents, Engine::Symbolic, algorithm);
                    symbolic::solve_into(task, options, storage, &mut target.writer, report)
                }
            }
        })?;
        run.tell(Event::TookSets(&solved.effort));
        Ok(Found {
            nodes: Some(Nodes {
                layers: solved.effort.layers,
                values: solved.layers.iter().map(|layer| layer.nodes).collect(),
            }),
            worth: solved.layers.into_iter().map(|it| it.buckets).collect(),
            work: Some(work),
            ..Found::new(solved.solution, Engine::Symbolic, algorithm)
        })
    }

    /// By any algorithm on sets, in memory.
    pub(super) fn by_algorithm(
        &self,
        position: &Position<'_>,
        task: &symbolic::Task<'_>,
        algorithm: OnSets,
        options: &Options,
        target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Error> {
        let run = self.run;
        run.tell(Event::Begins(Phase::Solve));
        let report = &mut |it| run.tell(Event::Sets(it));
        let solved = match target {
            None => symbolic::solve_by(task, algorithm, options, report)?,
            Some(target) => {
                let fluents = position.game.fluents(task.start);
                target.begin(fluents, Engine::Symbolic, algorithm.name());
                let file = &mut target.writer;
                symbolic::solve_by_into(task, algorithm, options, file, report)?
            }
        };
        run.tell(Event::TookSets(&solved.effort));
        let mut solution = solved.solution;
        let ends = solution.rewards();
        let warnings = &mut solution.warnings;
        warnings.extend(Warning::goals_out_of_range(&ends));
        warnings.extend(Warning::idle_options(options, solution.cyclic));
        Ok(Found {
            nodes: Some(Nodes {
                layers: solved.effort.layers,
                values: Vec::new(),
            }),
            ..Found::new(solution, Engine::Symbolic, algorithm.name())
        })
    }

    /// A task for the symbolic engine.
    pub(super) fn sets_task<'t>(
        &self,
        position: &'t Position<'_>,
        order: Order,
    ) -> symbolic::Task<'t> {
        let Position { game, facts, start } = position;
        self.run.sets_task(game.game(), facts, start, order)
    }

    /// Where layers as sets are kept, whatever the order of variables.
    pub(super) fn sets_work(&self, task: &symbolic::Task<'_>) -> Work<'a> {
        self.work("solve-symbolic", symbolic::identity(task))
    }
}
