//! A run that was stopped can be resumed, and ends with the same store and the
//! same solution as one that was not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use explicit::{ExplicitError, Reached, Storage, Task, Way};
use game::{Level, Model, Obstacle, Options, Playable, Solution, Stop, StopReason};
use ground::Simulator;
use table::{Store, StoreError};
use tempfile::TempDir;
use testkit::folder::contents;
use testkit::{library_rules, load, simulator};

type Settings = &'static [(&'static str, &'static str)];

const GAMES: [(&str, Settings); 3] = [
    ("tic-tac-toe", &[]),
    ("connect-four", &[("width", "3"), ("height", "3")]),
    ("clobber", &[("rows", "2"), ("columns", "4")]),
];

/// Games without a measure of progress: many layers of few states, few layers
/// of many, and one of two roles.
const CYCLIC: [(&str, Settings); 3] = [
    ("hanoi", &[("disks", "5")]),
    ("pancakes", &[("size", "7")]),
    ("mu-torere", &[]),
];

/// Solves with a store in `dir`; requests a stop at the given report of
/// progress, if there are that many.
fn run(
    game: &mut Simulator,
    dir: &Path,
    model: Model,
    stop_at: Option<usize>,
) -> Result<Solution, ExplicitError> {
    let means = Means {
        threads: 1,
        memory: u64::MAX,
    };
    run_with(game, dir, model, stop_at, means)
}

#[derive(Clone, Copy, Debug)]
struct Means {
    threads: usize,
    memory: u64,
}

/// The store of a run in `dir`, new or from an earlier one.
fn open(dir: &Path, identity: &[(String, String)]) -> Result<Store, StoreError> {
    let pairs = identity.iter();
    let pairs: Vec<(&str, &str)> = pairs.map(|(name, value)| (&**name, &**value)).collect();
    Store::open(dir, &pairs, false)
}

fn run_with(
    game: &mut Simulator,
    dir: &Path,
    model: Model,
    stop_at: Option<usize>,
    Means { threads, memory }: Means,
) -> Result<Solution, ExplicitError> {
    let facts = analysis::analyse(game.game(), &analysis::Budget::new(Stop::new())).unwrap();
    let Ok(start) = game.initial();
    let store = open(dir, &explicit::identity(game, &facts, &start))?;
    let stop = Stop::new();
    let task = Task {
        threads,
        storage: Storage::Store(store),
        memory,
        stop: stop.clone(),
        ..Task::new(game, &facts, start)
    };
    let options = Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    };
    let mut reports = 0;
    let answer = explicit::solve(task, &options, &mut |_| {
        if Some(reports) == stop_at {
            stop.request(StopReason::Interrupt);
        }
        reports += 1;
    })?;
    assert!(!matches!(answer.way, Way::Judge(_)));
    Ok(answer.result)
}

/// Counts states with a store in `dir`.
fn reach_with(game: &mut Simulator, dir: &Path, means: Means) -> Reached {
    let facts = analysis::analyse(game.game(), &analysis::Budget::new(Stop::new())).unwrap();
    let Ok(start) = game.initial();
    let store = open(dir, &explicit::identity(game, &facts, &start)).unwrap();
    let task = Task {
        threads: means.threads,
        storage: Storage::Store(store),
        memory: means.memory,
        ..Task::new(game, &facts, start)
    };
    let answer = explicit::reach(task, None, &mut |_| {}).unwrap();
    assert!(!matches!(answer.way, Way::Judge(_)));
    answer.result
}

/// A walk of three steps, in which two goals hold at one of the ends.
const TWO_GOALS: &str = "(role r) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal r go) (true (at ?x)) (succ ?x ?y))
    (<= (legal r leave) (true (at ?x)) (succ ?x ?y))
    (<= (next (at ?y)) (does r go) (true (at ?x)) (succ ?x ?y))
    (<= (next (left ?y)) (does r leave) (true (at ?x)) (succ ?x ?y))
    (<= terminal (true (at 3))) (<= terminal (true (left ?x)))
    (goal r 10) (<= (goal r 20) (true (left 2)))";

#[test]
fn goals_that_were_not_read_for_a_count_are_read_for_a_solution() {
    let game = &mut simulator(&load(TWO_GOALS));
    let (counted, fresh) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let means = Means {
        threads: 1,
        memory: u64::MAX,
    };
    assert_eq!(reach_with(game, counted.path(), means).states, 7);
    for folder in [&counted, &fresh] {
        match run(game, folder.path(), Model::Own, None) {
            Err(ExplicitError::Obstacle(Obstacle::Fault { state, path, .. })) => {
                assert_eq!((state.as_str(), path.len()), ("((left 2))", 2));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_run_stopped_anywhere_ends_as_one_that_was_not() {
    for (name, settings) in GAMES.into_iter().chain(CYCLIC) {
        let mut game = simulator(&library_rules(name, settings));
        let whole = TempDir::new().unwrap();
        let expected = run(&mut game, whole.path(), Model::Difference, None).unwrap();
        let mut stops = 0;
        loop {
            let dir = TempDir::new().unwrap();
            // Stopped once at each report, and then once more shortly after.
            let mut at = Some(stops);
            let solution = loop {
                match run(&mut game, dir.path(), Model::Difference, at) {
                    Ok(solution) => break solution,
                    Err(ExplicitError::Obstacle(Obstacle::Stopped { .. })) => {
                        at = (at == Some(stops)).then_some(1);
                    }
                    Err(error) => panic!("{name}: {error}"),
                }
            };
            assert_eq!(solution, expected, "{name}, stopped at {stops}");
            assert_eq!(
                contents(dir.path()),
                contents(whole.path()),
                "{name}, {stops}"
            );
            if at == Some(stops) {
                break;
            }
            stops += 3;
        }
        assert!(stops > 6, "{name} was stopped at {stops} places only");
    }
}

#[test]
fn threads_and_memory_change_nothing() {
    let settings = [("width", "4"), ("height", "4")];
    let mut game = simulator(&library_rules("connect-four", &settings));
    let whole = TempDir::new().unwrap();
    let expected = run(&mut game, whole.path(), Model::Difference, None).unwrap();
    let entries = contents(whole.path());
    // Without any memory each step has runs on disk, and the way back goes
    // over each block of the next layer on its own.
    for (threads, memory) in [(1, 0), (2, u64::MAX), (3, 0), (2, 1 << 20)] {
        let means = Means { threads, memory };
        let dir = TempDir::new().unwrap();
        let solution = run_with(&mut game, dir.path(), Model::Difference, None, means).unwrap();
        assert_eq!(solution, expected, "{means:?}");
        assert!(contents(dir.path()) == entries, "{means:?}");
    }
}

/// The entries of a store whose names begin like this.
fn entries(dir: &Path, begin: &str) -> BTreeMap<String, Vec<u8>> {
    let mut entries = contents(dir);
    entries.retain(|name, _| name.starts_with(begin));
    entries
}

/// A larger one, with several entries of arrows.
fn sliding_puzzle() -> Simulator {
    simulator(&library_rules("sliding-puzzle", &[]))
}

#[test]
fn threads_and_memory_change_nothing_in_cyclic_games() {
    let mut game = sliding_puzzle();
    let whole = TempDir::new().unwrap();
    let expected = run(&mut game, whole.path(), Model::Own, None).unwrap();
    assert!(entries(whole.path(), "arrows").len() > 1);
    for (threads, memory) in [(2, u64::MAX), (2, 16 << 20)] {
        let means = Means { threads, memory };
        let dir = TempDir::new().unwrap();
        let solution = run_with(&mut game, dir.path(), Model::Own, None, means).unwrap();
        assert_eq!(solution, expected, "{means:?}");
        assert!(contents(dir.path()) == contents(whole.path()), "{means:?}");
    }
}

#[test]
fn a_cyclic_game_spills_and_needs_memory_for_its_values_alone() {
    let mut game = sliding_puzzle();
    let whole = TempDir::new().unwrap();
    let expected = run(&mut game, whole.path(), Model::Own, None).unwrap();
    for threads in [1, 2] {
        let none = Means { threads, memory: 0 };
        let dir = TempDir::new().unwrap();
        let reached = reach_with(&mut game, dir.path(), none);
        assert_eq!(reached.layers, expected.layers);
        // All layers are there, and no arrows yet.
        let states = entries(dir.path(), "states");
        assert!(states == entries(whole.path(), "states"));
        match run_with(&mut game, dir.path(), Model::Own, None, none) {
            Err(ExplicitError::Obstacle(Obstacle::Stopped { reason, states, .. })) => {
                assert_eq!((reason, states), (StopReason::Memory, Some(181_440)));
            }
            other => panic!("{other:?}"),
        }
        assert!(states == entries(dir.path(), "states"));
        let solution = run(&mut game, dir.path(), Model::Own, None).unwrap();
        assert_eq!(solution, expected);
        assert!(contents(dir.path()) == contents(whole.path()));
    }
}

#[test]
fn without_memory_a_run_goes_on_too() {
    let (name, settings) = GAMES[0];
    let mut game = simulator(&library_rules(name, settings));
    let means = Means {
        threads: 2,
        memory: 0,
    };
    for model in [Model::Difference, Model::Own, Model::Guaranteed] {
        let whole = TempDir::new().unwrap();
        let expected = run(&mut game, whole.path(), model, None).unwrap();
        for stop_at in [3, 8, 12, 17] {
            let dir = TempDir::new().unwrap();
            let stopped = run_with(&mut game, dir.path(), model, Some(stop_at), means);
            assert!(stopped.is_err());
            let solution = run_with(&mut game, dir.path(), model, None, means).unwrap();
            assert_eq!(solution, expected, "{model}, stopped at {stop_at}");
            assert!(contents(dir.path()) == contents(whole.path()));
        }
    }
}

#[test]
fn one_store_serves_all_models() {
    for (name, settings) in [GAMES[2], CYCLIC[2]] {
        let mut game = simulator(&library_rules(name, settings));
        let dir = TempDir::new().unwrap();
        let models = [Model::Difference, Model::Own, Model::Guaranteed];
        let first = models.map(|model| run(&mut game, dir.path(), model, None).unwrap());
        let again = models.map(|model| run(&mut game, dir.path(), model, None).unwrap());
        assert_eq!(first, again);
    }
}

#[test]
fn another_games_store_is_refused() {
    let dir = TempDir::new().unwrap();
    let mut game = simulator(&library_rules("tic-tac-toe", &[]));
    run(&mut game, dir.path(), Model::Own, None).unwrap();
    let mut other = simulator(&library_rules("nim", &[]));
    let refused = run(&mut other, dir.path(), Model::Own, None);
    assert!(matches!(
        refused,
        Err(ExplicitError::Store(StoreError::Foreign { .. }))
    ));
}

#[test]
fn damage_is_found_and_nothing_wrong_is_told() {
    for (name, settings) in [GAMES[1], CYCLIC[0], CYCLIC[2]] {
        damage(&mut simulator(&library_rules(name, settings)));
    }
}

fn damage(game: &mut Simulator) {
    let dir = TempDir::new().unwrap();
    let expected = run(game, dir.path(), Model::Difference, None).unwrap();
    for file in contents(dir.path())
        .into_keys()
        .filter(|name| name.contains('-'))
    {
        let path = dir.path().join(&file);
        let bytes = fs::read(&path).unwrap();
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 4;
        fs::write(&path, damaged).unwrap();
        match run(game, dir.path(), Model::Difference, None) {
            Ok(solution) => assert_eq!(solution, expected, "{file}"),
            Err(error) => assert!(matches!(error, ExplicitError::Store(_)), "{file}: {error}"),
        }
        fs::write(&path, bytes).unwrap();
    }
}
