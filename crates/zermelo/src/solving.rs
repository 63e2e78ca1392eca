//! From a game to its solution, by whichever engine.

use game::{Count, Level, Model, Playable, Rewards, Solution};
use ground::Simulator;
use judge::{Limits, Options};

use crate::arguments::{EngineArgument, SolveArguments};
use crate::commands::Context;
use crate::effort::{LayerEffort, with_nodes};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::position;
use crate::progress::Reporter;
use crate::storage::Work;

/// A result, and how it was come by.
pub struct Answer<T> {
    /// What was asked for.
    pub result: T,
    /// The engine's name.
    pub engine: &'static str,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// What each layer took.
    pub effort: Vec<LayerEffort>,
    /// How many states of each layer have which rewards, if that is known.
    pub worth: Vec<Vec<(Rewards, Count)>>,
}

/// What is solved, and how.
pub struct Solving<'a> {
    /// What the game is called, and the hash of its rules.
    pub named: (&'a str, String),
    /// What was asked for.
    pub arguments: &'a SolveArguments,
    /// What all commands get.
    pub context: &'a Context,
}

impl Solving<'_> {
    /// Solves a game with the engine that was asked for, or one that suits it.
    pub fn solve(&self, engine: &mut Engine) -> Result<Answer<Solution>, Failure> {
        match (engine, self.arguments.engine) {
            (Engine::Reference(game), _) => self.by_reference(game),
            (Engine::Ground(game), EngineArgument::Symbolic) => self.symbolically(game),
            (Engine::Ground(game), _) => self.explicitly(game),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            stop: self.context.stop.clone(),
            ..Limits::default()
        }
    }

    fn by_reference<G: Playable>(&self, game: &mut G) -> Result<Answer<Solution>, Failure>
    where
        Failure: From<G::Error>,
    {
        let limits = self.limits();
        let start = position::start(game, self.arguments, &limits)?;
        let mut reporter = Reporter::start("solve");
        let options = options(self.arguments);
        let table = judge::solve(game, start, &options, &limits, &mut |progress| {
            reporter.report(progress);
        })?;
        Ok(Answer {
            result: table.solution(game)?,
            engine: "reference",
            algorithm: "retrograde",
            effort: self.context.effort(reporter),
            worth: Vec::new(),
        })
    }

    fn explicitly(&self, game: &mut Simulator) -> Result<Answer<Solution>, Failure> {
        let start = position::start(game, self.arguments, &self.limits())?;
        let facts = self.context.analyse(game.game())?;
        let identity = explicit::identity(game, &facts, &start);
        let mut reporter = Reporter::start("solve");
        let answer = self.work("solve", identity).during(|storage| {
            let task = self.context.task(game, &facts, start, storage);
            let answer = explicit::solve(task, &options(self.arguments), &mut |progress| {
                reporter.report(progress);
            });
            Ok(answer?)
        })?;
        let effort = self.context.effort(reporter);
        self.context.explain_way(answer.way);
        Ok(Answer {
            result: answer.result,
            engine: "explicit",
            algorithm: "retrograde",
            effort,
            worth: Vec::new(),
        })
    }

    fn symbolically(&self, game: &mut Simulator) -> Result<Answer<Solution>, Failure> {
        let start = position::start(game, self.arguments, &self.limits())?;
        let facts = self.context.analyse(game.game())?;
        let task = self.context.sets_task(game.game(), &facts, &start);
        let mut reporter = Reporter::start("solve");
        let solved = self
            .work("solve-symbolic", symbolic::identity(&task))
            .during(|storage| {
                let options = options(self.arguments);
                let solved = symbolic::solve(&task, &options, storage, &mut |progress| {
                    reporter.report(progress);
                });
                solved.map_err(|error| Failure::of_sets(error, game))
            })?;
        let value_nodes: Vec<usize> = solved.layers.iter().map(|layer| layer.nodes).collect();
        let effort = with_nodes(reporter.finish(), &solved.effort.layers, &value_nodes);
        self.context.explain_sets(&solved.effort);
        Ok(Answer {
            result: solved.solution,
            engine: "symbolic",
            algorithm: "layered",
            effort,
            worth: solved.layers.into_iter().map(|it| it.buckets).collect(),
        })
    }

    fn work(&self, what: &str, identity: Vec<(String, String)>) -> Work {
        let (name, hash) = &self.named;
        let storage = &self.arguments.storage;
        Work::new(storage, what, (name, hash), identity)
    }
}

/// What is to be solved for.
pub fn options(arguments: &SolveArguments) -> Options {
    Options {
        model: arguments.model.map_or(Model::Difference, Into::into),
        infinite: arguments.infinite.clone(),
        draw_distances: arguments.draw_distances,
        level: Level::from(arguments.level),
    }
}
