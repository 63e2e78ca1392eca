//! Endgame databases: every value in a file is the right one, and what belongs there is
//! there.
//!
//! Each file is read by both readers. Its states that can be reached are compared with the
//! full solution, and all its states, reachable or not, with the judge, which plays from
//! there by the interpreter.

use std::path::Path;

use game::{Level, Model, Options, Playable, Stop};
use gdl::{Interpreter, Rules};
use ground::BitState;
use judge::{Limits as JudgeLimits, Table};
use solver::{Game, Limits, Memory, Request};
use table::solution::{Outcome, Probe, SolutionFile};
use testkit::{GameShape, SplitMix64, drawn_game, layered_game, load, locked_game, obfuscated};
use verify::{Limits as VerifyLimits, PartReport};

use crate::game;

const MODELS: [Model; 3] = [Model::Difference, Model::Own, Model::Guaranteed];

/// States of a file that are judged one by one.
const JUDGED: usize = 60;

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    files: usize,
    stored: usize,
    reachable: usize,
    judged: usize,
}

struct Database {
    game: Game,
    options: Options,
    steps: Option<u64>,
    file: SolutionFile,
    report: PartReport,
}

impl Database {
    /// None if sets do not take the game.
    fn make(path: &Path, game: &Game, options: &Options, steps: Option<u64>) -> Option<Self> {
        let request = Request {
            options: options.clone(),
            out: Some(path.to_owned()),
            limits: Limits {
                memory: Memory::Added(64 << 20),
                ..Limits::default()
            },
            ..Request::new(game.clone())
        };
        let database = solver::backward(&request, steps, &mut |_| {}).ok()?;
        assert!(database.stopped.is_none(), "{}", game.name);
        let written = database.file.unwrap().unwrap();
        assert_eq!(written.states, database.endgames.states);
        let reader = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut checked = verify::SolutionFile::open(reader).unwrap();
        assert!(checked.is_database());
        let limits = VerifyLimits {
            threads: 1,
            memory: 1 << 30,
            stop: Stop::new(),
        };
        let report = verify::verify_part(&mut checked, &limits, &mut |_| {});
        let report = report.unwrap_or_else(|error| panic!("{}: {error:?}", game.name));
        assert_eq!(report.proven, report.states, "{}", game.name);
        assert_eq!(report.states, database.endgames.states, "{}", game.name);
        assert_eq!(
            report.terminals, database.endgames.terminals,
            "{}",
            game.name
        );
        Some(Database {
            game: game.clone(),
            options: options.clone(),
            steps,
            file: SolutionFile::open(path, 1 << 20).unwrap(),
            report,
        })
    }

    fn outcome(&self, fluents: &[String]) -> Option<&Outcome> {
        let place = self.file.place_of(fluents.iter().map(String::as_str))?;
        match self.file.probe(&place).unwrap() {
            Probe::Known(id) => Some(self.file.outcome(id)),
            Probe::Unknown => None,
            Probe::Unreachable => panic!("a database cannot know that"),
        }
    }

    /// Compares it with the full solution, if there is one: values, and which states it
    /// must have. Returns how many of its states can be reached.
    fn beside_the_solution(&self) -> usize {
        let name = &self.game.name;
        let mut simulator = testkit::simulator(&self.game.rules);
        let Ok(start) = simulator.initial();
        let options = Options {
            infinite: None,
            ..self.options.clone()
        };
        let limits = JudgeLimits::default();
        let solved = judge::solve(&mut simulator, start, &options, &limits, &mut |_| {});
        let Ok(table) = solved else { return 0 };
        let most = self.steps.unwrap_or(u64::MAX);
        let mut found = 0;
        for (entry, lasting) in table.iter().zip(lasting(&table)) {
            let fluents = simulator.fluents(entry.state);
            let Some(outcome) = self.outcome(&fluents) else {
                assert!(
                    lasting.is_none_or(|it| it > most),
                    "{name}: {fluents:?} is missing"
                );
                continue;
            };
            found += 1;
            assert!(
                lasting.is_some_and(|it| it <= most),
                "{name}: {fluents:?} is too far"
            );
            assert_eq!(outcome.value, *entry.value, "{name}: {fluents:?}");
            if self.file.has_distances() && !table.is_cyclic() {
                assert_eq!(outcome.distance, entry.distance, "{name}: {fluents:?}");
            }
        }
        found
    }

    /// Compares states that are spread over the file with the judge on the interpreter.
    fn beside_the_judge(&self) -> usize {
        let name = &self.game.name;
        let mut interpreter =
            Interpreter::new(&self.game.rules, gdl::Budget::new(Stop::new())).unwrap();
        let every = (self.report.states as usize / JUDGED).max(1);
        let sections = self.file.sections().unwrap();
        let states = sections.iter().flat_map(|it| self.file.states(it.number));
        let mut judged = 0;
        for state in states.step_by(every) {
            let (key, id) = state.unwrap();
            let encoding = self.file.encoding();
            let held = encoding.decode(&key).unwrap().into_iter();
            let held: Vec<String> = held
                .map(|it| encoding.fluents()[it as usize].clone())
                .collect();
            let outcome = self.file.outcome(id);
            let state = interpreter.state_of(&held).unwrap();
            let limits = JudgeLimits::default();
            let table = judge::solve(
                &mut interpreter,
                state.clone(),
                &self.options,
                &limits,
                &mut |_| {},
            );
            let table = table.unwrap_or_else(|error| panic!("{name}: {held:?}: {error}"));
            assert_eq!(
                Some(&outcome.value),
                table.value(&state),
                "{name}: {held:?}"
            );
            if self.file.has_distances() {
                assert_eq!(outcome.distance, table.distance(&state), "{name}: {held:?}");
            }
            judged += 1;
        }
        judged
    }
}

/// For each state of a table, after how many moves play from it has ended, whatever is
/// played; none if it can go on for ever.
fn lasting(table: &Table<BitState>) -> Vec<Option<u64>> {
    let graph = table.graph();
    let mut lasting: Vec<Option<u64>> = vec![None; graph.state_count() as usize];
    loop {
        let before = lasting.clone();
        for id in graph.ids().filter(|it| before[it.index()].is_none()) {
            lasting[id.index()] = match graph.is_terminal(id) {
                true => Some(0),
                false => {
                    let after = graph.successors(id).iter().map(|it| lasting[it.index()]);
                    let after: Option<Vec<u64>> = after.collect();
                    after.and_then(|it| it.into_iter().max()).map(|it| it + 1)
                }
            };
        }
        if lasting == before {
            return lasting;
        }
    }
}

fn compare(game: &Game, steps: Option<u64>, model: Model, level: Level, all: &mut Compared) {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        model,
        infinite: None,
        draw_distances: false,
        level,
    };
    let path = folder.path().join("ends");
    let Some(database) = Database::make(&path, game, &options, steps) else {
        return;
    };
    all.files += 1;
    all.stored += database.report.states as usize;
    all.reachable += database.beside_the_solution();
    all.judged += database.beside_the_judge();
}

/// The game, and the same under meaningless names.
fn disguised(game: Game, seed: u64) -> [Game; 2] {
    let other = Game {
        name: format!("{}, obfuscated", game.name),
        rules: obfuscated(&game.rules, seed),
        ..game.clone()
    };
    [game, other]
}

fn named(name: String, rules: Rules) -> Game {
    Game {
        name,
        settings: Vec::new(),
        rules,
    }
}

#[test]
fn every_value_in_a_database_is_right() {
    let games = [
        game("tic-tac-toe", &[]),
        game("mnk", &[("width", "4"), ("height", "2")]),
        game(
            "connect-four",
            &[("width", "3"), ("height", "3"), ("length", "3")],
        ),
        game("clobber", &[("rows", "2"), ("columns", "3")]),
        game(
            "clobber",
            &[("rows", "2"), ("columns", "3"), ("gains", "pieces")],
        ),
        game("nim", &[]),
        game("nim", &[("heaps", "2,3"), ("misere", "true")]),
        game("chomp", &[("rows", "2"), ("columns", "3")]),
        game("hanoi", &[("disks", "2")]),
        game("mu-torere", &[]),
        game("dots-and-boxes", &[("rows", "1"), ("columns", "2")]),
        game("sheep-and-wolf", &[("size", "4")]),
        game(
            "toads-and-frogs",
            &[("toads", "2"), ("empty", "1"), ("frogs", "2")],
        ),
        game("single-row-nim", &[("objects", "12")]),
        game("subtraction", &[("objects", "10")]),
        game("three-player-nim", &[("heaps", "1,2,2")]),
        game("domineering", &[("rows", "2"), ("columns", "3")]),
        game("kayles", &[("pins", "5")]),
        game("dawsons-kayles", &[("pins", "5")]),
        game("queens", &[("size", "4")]),
        game("pancakes", &[("size", "4")]),
        game(
            "sliding-puzzle",
            &[("width", "2"), ("height", "2"), ("steps", "6")],
        ),
        game("blocks", &[("blocks", "3"), ("steps", "4")]),
    ];
    let mut all = Compared::default();
    for (number, game) in games.into_iter().enumerate() {
        for (place, game) in disguised(game, 7).into_iter().enumerate() {
            let model = MODELS[(number + place) % MODELS.len()];
            for (steps, level) in [
                (Some(2), Level::UltraStrong),
                (Some(4), Level::Strong),
                (None, Level::UltraStrong),
            ] {
                let before = all.files;
                compare(&game, steps, model, level, &mut all);
                assert_eq!(all.files, before + 1, "{} gives no file", game.name);
            }
        }
    }
    println!("{all:?}");
    assert!(all.reachable > 10_000, "{all:?}");
}

#[test]
fn every_value_in_a_database_of_a_random_game_is_right() {
    let mut all = Compared::default();
    let mut random = SplitMix64::new(23);
    for seed in 0..40 {
        let shape = GameShape {
            roles: 1 + random.below(3),
            constant_sum: false,
            acyclic: random.happens(1, 3),
        };
        let rules = match seed % 3 {
            0 => load(layered_game(seed).to_gdl(*random.pick(&testkit::Style::ALL))),
            1 => load(drawn_game(shape, &mut random)),
            _ => load(locked_game(seed)),
        };
        for game in disguised(named(format!("game {seed}"), rules), seed) {
            let model = *random.pick(&MODELS);
            let steps = *random.pick(&[None, Some(0), Some(1), Some(3)]);
            let level = *random.pick(&[Level::Strong, Level::UltraStrong]);
            compare(&game, steps, model, level, &mut all);
        }
    }
    println!("{all:?}");
    assert!(all.files > 60 && all.reachable > 300, "{all:?}");
}
