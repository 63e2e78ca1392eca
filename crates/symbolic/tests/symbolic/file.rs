//! Solution files say of every state what the judge says, whichever engine and
//! algorithm wrote them; and of states that cannot be reached, that they cannot.

use std::convert::Infallible;
use std::path::Path;

use analysis::Facts;
use game::{Level, Model, Options, Playable, Rewards, Solution, Stop};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use judge::{JudgeError, Limits, Table};
use symbolic::{Algorithm, Order, SymbolicError};
use table::solution::{
    About, DEFAULT_CACHE, Probe, SolutionFile, SolutionWriter, Subject as FileSubject,
};
use testkit::{SplitMix64, Style, layered_game, load, obfuscated};

/// As far as the judge is asked to go here.
const MAX_STATES: u64 = 1_500;

/// A game with the judge's table.
struct Subject<'a> {
    name: &'a str,
    game: GroundGame,
    facts: Facts,
    start: BitState,
    options: Options,
    table: Table<BitState>,
}

impl<'a> Subject<'a> {
    /// None if the game is too large or is not solved.
    fn new(name: &'a str, rules: &Rules, options: Options) -> Option<Self> {
        let mut budget = ground::Budget::new(Stop::new());
        budget.instances = 200_000;
        let game = GroundGame::new(rules, &budget).ok()?;
        let mut simulator = Simulator::new(game.clone());
        let Ok(start) = simulator.initial();
        let table = judged(&mut simulator, start.clone(), &options).ok()?;
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        Some(Subject {
            name,
            game,
            facts,
            start,
            options,
            table,
        })
    }

    fn explicitly(&self, path: &Path) {
        let mut simulator = Simulator::new(self.game.clone());
        let mut writer = SolutionWriter::create(path, self.name, 1 << 30).unwrap();
        let task = explicit::Task::new(&mut simulator, &self.facts, self.start.clone());
        let solved = explicit::solve_into(task, &self.options, &mut writer, &mut |_| {});
        self.check(path, writer, &solved.unwrap().result, "explicit");
    }

    /// Tells whether the algorithm is one for the game.
    fn on_sets(&self, path: &Path, algorithm: Algorithm, order: Order) -> bool {
        let task = symbolic::Task {
            order,
            ..symbolic::Task::new(&self.game, &self.facts, &self.start, 64 << 20)
        };
        let mut writer = SolutionWriter::create(path, self.name, 1 << 30).unwrap();
        let solved =
            symbolic::solve_by_into(&task, algorithm, &self.options, &mut writer, &mut |_| {});
        match solved {
            Ok(solved) => {
                self.check(path, writer, &solved.solution, algorithm.name());
                true
            }
            Err(
                SymbolicError::Inapplicable { .. }
                | SymbolicError::Cyclic { .. }
                | SymbolicError::Unsuited(_)
                | SymbolicError::NoSuchOrder { .. },
            ) => false,
            Err(error) => panic!("{}, {algorithm}: {error}", self.name),
        }
    }

    /// Compares a file with the judge's table, state by state.
    fn check(&self, path: &Path, writer: SolutionWriter, solution: &Solution, by: &str) {
        let name = format!("{}, {by}", self.name);
        writer.finish(self.about(solution)).unwrap();
        let file = SolutionFile::open(path, DEFAULT_CACHE).unwrap();
        let place = |state: &BitState| file.place(&self.held(state));
        for entry in self.table.iter() {
            let found = place(entry.state).map(|place| file.probe(&place).unwrap());
            let Some(Probe::Known(outcome)) = found else {
                panic!("{name}: {found:?}");
            };
            let outcome = file.outcome(outcome);
            assert_eq!(outcome.value, *entry.value, "{name}");
            if file.has_distances() {
                assert_eq!(outcome.distance, entry.distance, "{name}");
            }
        }
        assert_eq!(file.counts().states, solution.states, "{name}");
        assert_eq!(file.counts().buckets, solution.buckets, "{name}");
        assert_eq!(file.counts().unresolved, solution.unresolved, "{name}");
        let listed: u128 = file.sections().unwrap().iter().map(|it| it.states).sum();
        assert_eq!(listed, self.table.graph().state_count().into(), "{name}");
        self.check_listed(&file, &name);
        self.check_others(&file, &name);
    }

    /// All states that the file lists can be reached.
    fn check_listed(&self, file: &SolutionFile, name: &str) {
        for section in file.sections().unwrap() {
            for state in file.states(section.number) {
                let (key, _) = state.unwrap();
                let held = file.encoding().decode(&key).unwrap();
                assert_eq!(file.layout().section(&held), Some(section.number), "{name}");
                let state = BitState::new(self.game.fluents().len(), |fluent| {
                    held.contains(&(fluent.index() as u32))
                });
                assert!(self.table.graph().find(&state).is_some(), "{name}");
            }
        }
    }

    /// States that differ a little from others are mostly not there.
    fn check_others(&self, file: &SolutionFile, name: &str) {
        let mut random = SplitMix64::new(1);
        for entry in self.table.iter().take(200) {
            let changed = random.below(self.game.fluents().len().max(1));
            let state = BitState::new(self.game.fluents().len(), |fluent| {
                entry.state.holds(fluent) != (fluent.index() == changed)
            });
            let place = file.place(&self.held(&state));
            let found = place.map(|place| file.probe(&place).unwrap());
            let known = matches!(found, Some(Probe::Known(_)));
            let there = self.table.graph().find(&state).is_some();
            assert_eq!(known, there, "{name}");
        }
    }

    fn held(&self, state: &BitState) -> Vec<u32> {
        let held = self.game.fluent_ids().filter(|&it| state.holds(it));
        held.map(|fluent| fluent.index() as u32).collect()
    }

    fn about(&self, solution: &Solution) -> About {
        let subject = FileSubject {
            program: "test".into(),
            game: self.name.into(),
            roles: self.game.roles().to_vec(),
            engine: "test".into(),
            algorithm: "test".into(),
            ..FileSubject::default()
        };
        About::whole(subject, solution)
    }
}

fn judged(
    game: &mut Simulator,
    start: BitState,
    options: &Options,
) -> Result<Table<BitState>, JudgeError<Infallible>> {
    let limits = Limits {
        max_states: Some(MAX_STATES),
        ..Limits::default()
    };
    judge::solve(game, start, options, &limits, &mut |_| {})
}

fn options(model: Model, level: Level, infinite: Option<Rewards>) -> Options {
    Options {
        model,
        infinite,
        draw_distances: false,
        level,
    }
}

/// Writes files by all engines; tells by how many algorithms on sets.
fn compare(name: &str, rules: &Rules, model: Model, level: Level) -> Option<usize> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let plain = Subject::new(name, rules, options(model, level, None));
    let with = || {
        let roles = gdl::Interpreter::new(rules, gdl::Budget::new(Stop::new())).ok()?;
        let worth = Rewards::from_points(&vec![40; roles.roles().len()]);
        Subject::new(name, rules, options(model, level, Some(worth)))
    };
    let subject = plain.or_else(with)?;
    subject.explicitly(&path);
    let mut by_sets = 0;
    for algorithm in Algorithm::ALL {
        for order in [Order::Listed, Order::Named("a*b+ merged-".to_owned())] {
            by_sets += usize::from(subject.on_sets(&path, algorithm, order));
        }
    }
    Some(by_sets)
}

#[test]
fn files_of_library_games_say_what_the_judge_says() {
    let (mut games, mut by_sets) = (0, 0);
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        for (model, level) in [
            (Model::Difference, Level::Strong),
            (Model::Own, Level::UltraStrong),
            (Model::Guaranteed, Level::UltraStrong),
        ] {
            if let Some(algorithms) = compare(entry.name(), &rules, model, level) {
                games += 1;
                by_sets += algorithms;
            }
        }
    }
    assert!(games >= 30 && by_sets >= 100, "only {games}, {by_sets}");
}

#[test]
fn files_of_random_games_say_what_the_judge_says() {
    for seed in 0..12 {
        let game = layered_game(seed);
        for style in [Style::Named, Style::Binary] {
            let rules = obfuscated(&load(game.to_gdl(style)), seed);
            for level in [Level::Strong, Level::UltraStrong] {
                compare("random", &rules, Model::Difference, level);
            }
        }
    }
}
