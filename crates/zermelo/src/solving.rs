//! From a game to its solution, by whichever engine.

use analysis::Facts;
use game::{Count, Level, Model, Options, Playable, Rewards, Solution, Value, Warning};
use ground::{BitState, Simulator};
use judge::Limits;
use symbolic::{Order, SymbolicError};
use table::StoreError;

use crate::arguments::{AlgorithmArgument, EngineArgument, LevelArgument, SolveArguments};
use crate::commands::Context;
use crate::effort::{LayerEffort, with_nodes};
use crate::engine::{Engine, Sets};
use crate::failure::Failure;
use crate::order;
use crate::output;
use crate::position;
use crate::progress::Reporter;
use crate::storage::{Retell, Work};
use crate::target::Target;

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
    /// Where layers are kept until the result is safe.
    pub work: Option<Work>,
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
    /// All states go to the target, if there is one.
    pub fn solve(
        &self,
        engine: &mut Engine,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        self.order()?;
        let asked = self.arguments.engine;
        let on_sets = self.arguments.algorithm.on_sets();
        match (engine, asked, on_sets) {
            (_, EngineArgument::Explicit | EngineArgument::Reference, Some(algorithm)) => {
                Err(wrong_engine(algorithm.name(), "symbolic"))
            }
            (_, EngineArgument::Symbolic, None)
                if self.arguments.algorithm == AlgorithmArgument::Retrograde =>
            {
                Err(wrong_engine("retrograde", "explicit"))
            }
            (Engine::Reference(game), ..) => self.by_reference(game, target),
            (Engine::Ground(game), _, Some(_))
            | (Engine::Ground(game), EngineArgument::Symbolic, _) => {
                self.symbolically(game, target)
            }
            (Engine::Ground(game), EngineArgument::Auto, _)
                if self.arguments.algorithm == AlgorithmArgument::Auto =>
            {
                self.by_either(game, target)
            }
            (Engine::Ground(game), ..) => self.explicitly(game, target),
        }
    }

    /// By the engine that suits the game.
    fn by_either(
        &self,
        game: &mut Simulator,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let start = position::start(game, self.arguments, &self.limits())?;
        let facts = self.context.analyse(game.game())?;
        let listing = self.work("solve", explicit::identity(game, &facts, &start));
        if self.arguments.level == LevelArgument::UltraStrong || listing.is_kept() {
            return self.list(game, &facts, start, listing, target);
        }
        let task = (self.context).sets_task(game.game(), &facts, &start, Order::Auto);
        let sets = match self.sets_work(&task).is_kept() {
            true => Some(Sets {
                order: Order::Auto,
                work: None,
            }),
            false => self.context.sets_suit(game, &facts, &start)?,
        };
        match sets {
            Some(Sets {
                order,
                work: Some(work),
            }) => self.as_a_whole(game, &facts, start, (order, work), target),
            Some(sets) => self.in_sets_or_list(game, &facts, start, sets.order, target),
            None => self.list(game, &facts, start, listing, target),
        }
    }

    /// As sets, layer by layer; by listing all states where sets do not fit.
    fn in_sets_or_list(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
        order: Order,
        mut target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let sets = self.symbolically_from(game, facts, &start, order, target.as_deref_mut());
        match sets {
            Err(SetsFailure::TooLarge(_)) => {
                output::note("engine: explicit, for its layers take too many nodes as sets");
                if let Some(target) = &mut target {
                    target.restart()?;
                }
                // What was kept of sets goes, from the cache or from the folder.
                let task = (self.context).sets_task(game.game(), facts, &start, Order::Auto);
                self.sets_work(&task).clear();
                let work = self.work("solve", explicit::identity(game, facts, &start));
                self.list(game, facts, start, work.begun_anew(), target)
            }
            sets => Ok(sets?),
        }
    }

    /// All states at once, as sets with at most so much work, or else by listing them.
    fn as_a_whole(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
        (order, work): (Order, usize),
        mut target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let algorithm = symbolic::Algorithm::Attractor;
        let task = symbolic::Task {
            work,
            ..self.context.sets_task(game.game(), facts, &start, order)
        };
        // With distances, which to list all states would tell too.
        let options = Options {
            level: Level::UltraStrong,
            ..options(self.arguments)
        };
        let answer = self.by_algorithm(game, &task, algorithm, &options, target.as_deref_mut());
        match answer {
            Err(SymbolicError::OutOfNodes { .. }) => {
                output::note("engine: explicit, for the values take too many nodes as sets");
                self.explicitly_from(game, facts, start, target)
            }
            Err(error) => Err(error.into()),
            Ok(mut answer) => {
                answer.result.level = Level::Strong;
                Ok(answer)
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            stop: self.context.stop.clone(),
            ..Limits::default()
        }
    }

    fn by_reference<G: Playable>(
        &self,
        game: &mut G,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure>
    where
        Failure: From<G::Error>,
    {
        let limits = self.limits();
        let start = position::start(game, self.arguments, &limits)?;
        let fluents = game.fluents(&start);
        let mut reporter = Reporter::start("solve");
        let options = options(self.arguments);
        let table = judge::solve(game, start, &options, &limits, &mut |progress| {
            reporter.report(progress);
        })?;
        if let Some(target) = target {
            target.begin(fluents, "reference", "retrograde");
            target.take(game, &table)?;
        }
        Ok(Answer {
            result: table.solution(game)?,
            engine: "reference",
            algorithm: "retrograde",
            effort: self.context.effort(reporter),
            worth: Vec::new(),
            work: None,
        })
    }

    fn explicitly(
        &self,
        game: &mut Simulator,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let start = position::start(game, self.arguments, &self.limits())?;
        let facts = self.context.analyse(game.game())?;
        self.explicitly_from(game, &facts, start, target)
    }

    fn explicitly_from(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let work = self.work("solve", explicit::identity(game, facts, &start));
        self.list(game, facts, start, work, target)
    }

    fn list(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
        work: Work,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let fluents = game.fluents(&start);
        let mut reporter = Reporter::start("solve");
        let answer = work.keep_during(|storage| {
            let task = self.context.task(game, facts, start, storage);
            let (options, report) = (options(self.arguments), &mut |it| reporter.report(it));
            Ok::<_, Failure>(match target {
                None => explicit::solve(task, &options, report)?,
                Some(target) => {
                    target.begin(fluents, "explicit", "retrograde");
                    explicit::solve_into(task, &options, &mut target.writer, report)?
                }
            })
        })?;
        let effort = self.context.effort(reporter);
        self.context.explain_way(answer.way);
        Ok(Answer {
            result: answer.result,
            engine: "explicit",
            algorithm: "retrograde",
            effort,
            worth: Vec::new(),
            work: Some(work),
        })
    }

    fn symbolically(
        &self,
        game: &mut Simulator,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, Failure> {
        let start = position::start(game, self.arguments, &self.limits())?;
        let facts = self.context.analyse(game.game())?;
        Ok(self.symbolically_from(game, &facts, &start, self.order()?, target)?)
    }

    fn symbolically_from(
        &self,
        game: &Simulator,
        facts: &Facts,
        start: &BitState,
        order: Order,
        mut target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, SetsFailure> {
        let task = self.context.sets_task(game.game(), facts, start, order);
        let asked = self.arguments.algorithm.on_sets();
        let in_layers = facts
            .progress
            .as_ref()
            .is_some_and(|it| it.is_incremental());
        let distances = self.arguments.level == LevelArgument::UltraStrong;
        let algorithm = match asked {
            Some(algorithm) => algorithm,
            None if in_layers => symbolic::Algorithm::Layers,
            None => symbolic::Algorithm::Attractor,
        };
        let options = options(self.arguments);
        let attempt = match algorithm != symbolic::Algorithm::Layers || distances || !in_layers {
            true => self
                .by_algorithm(game, &task, algorithm, &options, target.as_deref_mut())
                .map_err(SetsFailure::new),
            false => self.in_layers(game, &task, target.as_deref_mut()),
        };
        match attempt {
            // Whether layers are apart may show only on the way.
            Err(SetsFailure::Unsuited(_)) if asked.is_none() => {
                let algorithm = symbolic::Algorithm::Attractor;
                self.context
                    .explain("all states at once: its layers share states");
                self.by_algorithm(game, &task, algorithm, &options, target)
                    .map_err(SetsFailure::new)
            }
            answer => answer,
        }
    }

    /// Layer by layer, with finished layers in a store.
    fn in_layers(
        &self,
        game: &Simulator,
        task: &symbolic::Task<'_>,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, SetsFailure> {
        let mut reporter = Reporter::start("solve");
        let work = self.sets_work(task);
        let solved = work.keep_during(|storage| {
            let (options, report) = (options(self.arguments), &mut |it| reporter.report(it));
            let solved = match target {
                None => symbolic::solve(task, &options, storage, report),
                Some(target) => {
                    let algorithm = symbolic::Algorithm::Layers.name();
                    target.begin(game.fluents(task.start), "symbolic", algorithm);
                    symbolic::solve_into(task, &options, storage, &mut target.writer, report)
                }
            };
            solved.map_err(SetsFailure::new)
        })?;
        let value_nodes: Vec<usize> = solved.layers.iter().map(|layer| layer.nodes).collect();
        let effort = with_nodes(reporter.finish(), &solved.effort.layers, &value_nodes);
        self.context.explain_sets(&solved.effort);
        Ok(Answer {
            result: solved.solution,
            engine: "symbolic",
            algorithm: symbolic::Algorithm::Layers.name(),
            effort,
            worth: solved.layers.into_iter().map(|it| it.buckets).collect(),
            work: Some(work),
        })
    }

    /// By any algorithm on sets, in memory.
    fn by_algorithm(
        &self,
        game: &Simulator,
        task: &symbolic::Task<'_>,
        algorithm: symbolic::Algorithm,
        options: &Options,
        target: Option<&mut Target>,
    ) -> Result<Answer<Solution>, SymbolicError> {
        let mut reporter = Reporter::start("solve");
        let report = &mut |it| reporter.report(it);
        let solved = match target {
            None => symbolic::solve_by(task, algorithm, options, report),
            Some(target) => {
                target.begin(game.fluents(task.start), "symbolic", algorithm.name());
                let file = &mut target.writer;
                symbolic::solve_by_into(task, algorithm, options, file, report)
            }
        };
        let solved = solved?;
        let effort = with_nodes(reporter.finish(), &solved.effort.layers, &[]);
        self.context.explain_sets(&solved.effort);
        let mut solution = solved.solution;
        let ends = solution
            .buckets
            .iter()
            .filter_map(|bucket| match &bucket.value {
                Value::Rewards(rewards) => Some(rewards.clone()),
                _ => None,
            });
        let ends: Vec<Rewards> = ends.collect();
        let warnings = &mut solution.warnings;
        warnings.extend(Warning::goals_out_of_range(&ends));
        warnings.extend(Warning::idle_options(options, solution.cyclic));
        Ok(Answer {
            result: solution,
            engine: "symbolic",
            algorithm: algorithm.name(),
            effort,
            worth: Vec::new(),
            work: None,
        })
    }

    /// The order of variables that was asked for.
    fn order(&self) -> Result<Order, Failure> {
        order::asked(self.arguments.order.as_deref(), self.arguments.engine)
    }

    /// Where layers as sets are kept, whatever the order of variables.
    fn sets_work(&self, task: &symbolic::Task<'_>) -> Work {
        self.work("solve-symbolic", symbolic::identity(task))
    }

    fn work(&self, what: &str, identity: Vec<(String, String)>) -> Work {
        let (name, hash) = &self.named;
        let storage = &self.arguments.storage;
        Work::new(storage, what, (name, hash), identity)
    }
}

/// Why a game was not solved as sets.
pub enum SetsFailure {
    /// It turned out to have no layers that can be taken one by one, or the algorithm is
    /// not for it.
    Unsuited(Failure),
    /// There is no room for that many nodes.
    TooLarge(Failure),
    /// Nothing that another way would help against.
    Other(Failure),
}

impl SetsFailure {
    /// What an error of the engine means for others.
    pub fn new(error: SymbolicError) -> Self {
        let kind = match error {
            SymbolicError::Unsuited(_)
            | SymbolicError::Inapplicable { .. }
            | SymbolicError::Cyclic { .. } => SetsFailure::Unsuited,
            SymbolicError::OutOfNodes { .. } | SymbolicError::TooLarge(_) => SetsFailure::TooLarge,
            _ => SetsFailure::Other,
        };
        kind(error.into())
    }
}

impl From<Failure> for SetsFailure {
    fn from(failure: Failure) -> Self {
        SetsFailure::Other(failure)
    }
}

impl From<StoreError> for SetsFailure {
    fn from(error: StoreError) -> Self {
        SetsFailure::Other(error.into())
    }
}

impl From<SetsFailure> for Failure {
    fn from(failure: SetsFailure) -> Self {
        match failure {
            SetsFailure::Unsuited(failure)
            | SetsFailure::TooLarge(failure)
            | SetsFailure::Other(failure) => failure,
        }
    }
}

impl Retell for SetsFailure {
    fn retell(self, tell: impl FnOnce(Failure) -> Failure) -> Self {
        match self {
            SetsFailure::Unsuited(failure) => SetsFailure::Unsuited(tell(failure)),
            SetsFailure::TooLarge(failure) => SetsFailure::TooLarge(tell(failure)),
            SetsFailure::Other(failure) => SetsFailure::Other(tell(failure)),
        }
    }
}

fn wrong_engine(algorithm: &str, engine: &str) -> Failure {
    Failure::usage(format!(
        "the algorithm {algorithm} is one of the engine {engine}"
    ))
    .help(format!("leave --engine out, or say --engine {engine}"))
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use game::Stop;
    use ground::GroundGame;

    use super::*;
    use crate::arguments::{Arguments, Command, Format};

    /// A game of the library, a folder to work in, and the command line for it.
    struct Bench {
        game: GroundGame,
        folder: tempfile::TempDir,
        arguments: SolveArguments,
        context: Context,
    }

    impl Bench {
        fn new(name: &str, settings: &[(&str, &str)], memory: Option<u64>) -> Self {
            let settings = settings.iter();
            let settings = settings.map(|&(name, value)| (name.into(), value.into()));
            let settings: Vec<(String, String)> = settings.collect();
            let text = library::find(name).unwrap().render(&settings).unwrap();
            let rules = gdl::load(&gdl::Source::new(name, text.as_bytes()), None).rules;
            let game = GroundGame::new(&rules.unwrap(), &ground::Budget::new(Stop::new()));
            let folder = tempfile::tempdir().unwrap();
            let work = folder.path().join("work").display().to_string();
            let line = ["zermelo", "solve", name, "--work", &work];
            let Command::Solve(arguments) = Arguments::try_parse_from(line).unwrap().command else {
                panic!("it was to solve");
            };
            Bench {
                game: game.unwrap(),
                folder,
                arguments,
                context: Context {
                    format: Format::Text,
                    columns: false,
                    verbose: false,
                    threads: Some(1),
                    memory,
                    stop: Stop::new(),
                },
            }
        }

        /// The engine, the solution, and how many states are in the file.
        fn solve(
            &self,
            how: impl FnOnce(
                &Solving<'_>,
                &mut Simulator,
                &Facts,
                BitState,
                &mut Target,
            ) -> Result<Answer<Solution>, Failure>,
        ) -> (&'static str, Solution, Count) {
            let solving = Solving {
                named: ("game", "hash".to_owned()),
                arguments: &self.arguments,
                context: &self.context,
            };
            let mut game = Simulator::new(self.game.clone());
            let facts = self.context.analyse(game.game()).unwrap();
            let Ok(start) = game.initial();
            let path = self.folder.path().join("file");
            let mut target = Target::create(&path, "hash", 1 << 24).unwrap();
            let answer = how(&solving, &mut game, &facts, start, &mut target).unwrap();
            (answer.engine, answer.result, target.writer.states())
        }
    }

    /// Whoever comes to the bound of work has begun a file, which the other engine then
    /// writes.
    #[test]
    fn where_sets_take_too_long_states_are_listed() {
        let bench = Bench::new("nim", &[], None);
        let solve = |bound: usize| {
            bench.solve(|solving, game, facts, start, target| {
                solving.as_a_whole(game, facts, start, (Order::Auto, bound), Some(target))
            })
        };
        let (listed, sets) = (solve(1), solve(usize::MAX));
        assert_eq!((listed.0, sets.0), ("explicit", "symbolic"));
        assert_eq!(listed.1.buckets, sets.1.buckets);
        assert_eq!(listed.1.initial, sets.1.initial);
        assert_eq!((listed.2, sets.2), (344, 344));
    }

    /// Also where the folder has layers as sets, and the file a part of them; and the
    /// folder says so to the next run.
    #[test]
    fn where_sets_do_not_fit_states_are_listed() {
        let listed = |bench: &Bench| {
            bench.solve(|solving, game, facts, start, target| {
                solving.in_sets_or_list(game, facts, start, Order::Listed, Some(target))
            })
        };
        let small = [("width", "4"), ("height", "4")];
        let sets = listed(&Bench::new("connect-four", &small, None));
        let bench = Bench::new("connect-four", &small, Some(0));
        let again =
            || bench.solve(|solving, game, _, _, target| solving.by_either(game, Some(target)));
        for listed in [listed(&bench), again()] {
            assert_eq!((listed.0, sets.0), ("explicit", "symbolic"));
            assert_eq!(listed.1.buckets, sets.1.buckets);
            assert_eq!((listed.2, sets.2), (161_029, 161_029));
        }
    }
}
