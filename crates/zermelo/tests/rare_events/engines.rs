//! All ways to solve a game, each held against the judge.

use std::fs::File;
use std::path::Path;

use explicit::ExplicitError;
use game::{Level, Model, Obstacle, Options, Playable, Solution, Stop, StopReason, Value};
use ground::Simulator;
use symbolic::{Algorithm, Order, SymbolicError};
use table::solution::{About, SolutionWriter, Subject as FileSubject, Terms};
use table::{Storage, Store};
use tempfile::TempDir;
use testkit::SplitMix64;

use crate::subject::{Refusal, Subject};
use crate::{LEVELS, MODELS};

/// Room for everything, and room for next to nothing: then layers come in parts.
const MEMORY: [u64; 2] = [u64::MAX, 0];

fn explicit_task<'a>(
    subject: &'a Subject,
    game: &'a mut Simulator,
    storage: Storage<'a>,
    memory: u64,
    stop: &Stop,
) -> explicit::Task<'a> {
    explicit::Task {
        storage,
        memory,
        stop: stop.clone(),
        ..explicit::Task::new(game, &subject.facts, subject.start.clone())
    }
}

fn sets_task<'a>(subject: &'a Subject, stop: &Stop) -> symbolic::Task<'a> {
    symbolic::Task {
        order: Order::Listed,
        stop: stop.clone(),
        ..symbolic::Task::new(&subject.game, &subject.facts, &subject.start, 16 << 20)
    }
}

pub fn explicit_in_memory(subject: &Subject, options: &Options) {
    let expected = subject.judged(options);
    for memory in MEMORY {
        let mut game = Simulator::new(subject.game.clone());
        let task = explicit_task(subject, &mut game, Storage::Memory, memory, &Stop::new());
        let solved = explicit::solve(task, options, &mut |_| {});
        match solved.map(|it| it.result) {
            // A game that is not valued layer by layer has to fit.
            Err(error) if memory == 0 && is_stopped(&error) => {}
            solved => assert_eq!(solved.map_err(|it| Refusal::of_explicit(&it)), expected),
        }
    }
}

/// A stop at one of the first reports of progress, or none.
fn stop_at(random: &mut SplitMix64) -> Option<usize> {
    random.happens(1, 2).then(|| random.below(30))
}

/// Counts reports, and asks for a stop at the one that was chosen.
struct Interrupter {
    stop: Stop,
    left: Option<usize>,
}

impl Interrupter {
    fn new(left: Option<usize>) -> Self {
        let stop = Stop::new();
        Interrupter { stop, left }
    }

    fn report(&mut self) {
        match &mut self.left {
            None => {}
            Some(0) => self.stop.request(StopReason::Time),
            Some(left) => *left -= 1,
        }
    }
}

fn open(dir: &Path, identity: &[(String, String)]) -> Storage<'static> {
    let identity = identity.iter();
    let identity: Vec<(&str, &str)> = identity
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    Storage::Store(Store::open(dir, &identity, false).unwrap())
}

/// Runs of all kinds in one folder, some of which are stopped.
pub fn explicit_in_a_folder(subject: &Subject, random: &mut SplitMix64) {
    let dir = TempDir::new().unwrap();
    let identity = {
        let game = Simulator::new(subject.game.clone());
        explicit::identity(&game, &subject.facts, &subject.start)
    };
    for round in 0..4 + random.below(4) {
        let memory = *random.pick(&MEMORY);
        let mut interrupter = Interrupter::new(stop_at(random).filter(|_| round < 5));
        let stop = interrupter.stop.clone();
        let mut report = |_| interrupter.report();
        let mut game = Simulator::new(subject.game.clone());
        let storage = open(dir.path(), &identity);
        let task = explicit_task(subject, &mut game, storage, memory, &stop);
        if random.happens(1, 4) {
            match explicit::reach(task, None, &mut report) {
                Ok(reached) => {
                    let states = subject.states().map(u128::from);
                    assert_eq!(Some(reached.result.states), states);
                }
                Err(error) if is_stopped(&error) => {}
                Err(_) => assert!(subject.states().is_none()),
            }
            continue;
        }
        let (model, level) = (*random.pick(&MODELS), *random.pick(&LEVELS));
        let options = subject.options(model, level, random);
        match explicit::solve(task, &options, &mut report) {
            Err(error) if is_stopped(&error) => {}
            solved => {
                let solved = solved.map(|it| it.result);
                let solved = solved.map_err(|it| Refusal::of_explicit(&it));
                assert_eq!(solved, subject.judged(&options));
            }
        }
    }
}

fn is_stopped(error: &ExplicitError) -> bool {
    matches!(error, ExplicitError::Obstacle(Obstacle::Stopped { .. }))
}

/// The same on sets, layer by layer.
pub fn sets_in_a_folder(subject: &Subject, random: &mut SplitMix64) {
    let dir = TempDir::new().unwrap();
    for round in 0..3 + random.below(3) {
        let mut interrupter = Interrupter::new(stop_at(random).filter(|_| round < 4));
        let task = sets_task(subject, &interrupter.stop);
        let storage = open(dir.path(), &symbolic::identity(&task));
        let options = subject.options(*random.pick(&MODELS), Level::Strong, random);
        let solved = symbolic::solve(&task, &options, storage, &mut |_| interrupter.report());
        match solved {
            Err(SymbolicError::Obstacle(Obstacle::Stopped { .. })) => {}
            solved => told_alike(subject, &options, solved.map(|it| it.solution)),
        }
    }
}

/// Compares what sets tell; an engine that is not for the game may say so.
fn told_alike(subject: &Subject, options: &Options, solved: Result<Solution, SymbolicError>) {
    let expected = subject.judged(options);
    let solved = match solved {
        Ok(solved) => Ok(solved),
        Err(error) => match Refusal::of_sets(&error) {
            None => return,
            Some(refusal) => Err(refusal),
        },
    };
    // Without distances a best move is one that keeps the value; with them it gets on.
    let with_distances = |it: &Solution| it.cyclic || it.level == Level::UltraStrong;
    let told = |solution: Solution| {
        let initial = &solution.initial;
        let best = (initial.distance, initial.mover, initial.best_moves.clone());
        (
            with_distances(&solution).then_some(best),
            solution.states,
            solution.terminals,
            solution.buckets,
            solution.unresolved,
            solution.cyclic,
            solution.infinite,
            solution.initial.value,
        )
    };
    assert_eq!(solved.map(told), expected.map(told), "{options:?}");
}

pub fn every_algorithm(subject: &Subject, options: &Options) {
    for algorithm in Algorithm::ALL {
        let task = sets_task(subject, &Stop::new());
        let solved = symbolic::solve_by(&task, algorithm, options, &mut |_| {});
        told_alike(subject, options, solved.map(|it| it.solution));
    }
}

/// The first state's value; a search may be spared the sight of what is ill-formed.
pub fn weak(subject: &Subject, options: &Options) {
    let options = Options {
        level: Level::Weak,
        ..options.clone()
    };
    let expected = subject.judged(&options);
    let mut game = Simulator::new(subject.game.clone());
    let task = explicit_task(subject, &mut game, Storage::Memory, 1 << 20, &Stop::new());
    let solved = explicit::solve_weakly(task, &options, &mut |_| {});
    match (solved, expected) {
        (Ok(solved), Ok(expected)) => {
            assert_eq!(solved.solution.initial.value, expected.initial.value);
        }
        (Ok(_), Err(refusal)) => assert_ne!(refusal, Refusal::InfiniteNeeded),
        (Err(ExplicitError::NotWeakly(_)), expected) => {
            assert!(expected.map_or(true, |it| it.cyclic));
        }
        (Err(error), expected) => {
            assert_eq!(Err(Refusal::of_explicit(&error)), expected.map(|_| ()));
        }
    }
}

/// Files of both engines, proved right by the checker.
pub fn files(subject: &Subject, options: &Options) {
    if subject.judged(options).is_err() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("solution");
    let writer = || SolutionWriter::create(&path, "lock", 1 << 24).unwrap();
    let finish = |writer: SolutionWriter, solution: &Solution| {
        let about = About::whole(file_subject(subject), solution);
        writer.finish(about).unwrap();
        let mut file = verify::SolutionFile::open(File::open(&path).unwrap()).unwrap();
        verify::verify_all(&mut file, &limits(), &mut |_| {}).unwrap();
    };
    let mut game = Simulator::new(subject.game.clone());
    let task = explicit_task(subject, &mut game, Storage::Memory, u64::MAX, &Stop::new());
    let mut file = writer();
    let solved = explicit::solve_into(task, options, &mut file, &mut |_| {}).unwrap();
    finish(file, &solved.result);
    for algorithm in Algorithm::ALL {
        let task = sets_task(subject, &Stop::new());
        let mut file = writer();
        let solved = symbolic::solve_by_into(&task, algorithm, options, &mut file, &mut |_| {});
        if let Ok(solved) = solved {
            finish(file, &solved.solution);
        }
    }
    weak_file(subject, options, writer(), &path);
}

fn weak_file(subject: &Subject, options: &Options, mut writer: SolutionWriter, path: &Path) {
    let options = Options {
        level: Level::Weak,
        ..options.clone()
    };
    let mut game = Simulator::new(subject.game.clone());
    let task = explicit_task(subject, &mut game, Storage::Memory, 1 << 20, &Stop::new());
    let Ok(solved) = explicit::solve_weakly(task, &options, &mut |_| {}) else {
        return;
    };
    if matches!(solved.solution.initial.value, Value::Unresolved) {
        return;
    }
    solved.strategy.write(&mut writer).unwrap();
    let terms = Terms {
        model: match subject.game.roles().len() {
            1 => Model::Own,
            _ => options.model,
        },
        level: Level::Weak,
        infinite: solved.solution.infinite.clone(),
        cyclic: solved.solution.cyclic,
    };
    writer
        .finish(About::part(file_subject(subject), terms))
        .unwrap();
    let mut file = verify::SolutionFile::open(File::open(path).unwrap()).unwrap();
    verify::verify_part(&mut file, &limits(), &mut |_| {}).unwrap();
}

fn limits() -> verify::Limits {
    verify::Limits {
        threads: 1,
        memory: 1 << 30,
        stop: Stop::new(),
    }
}

fn file_subject(subject: &Subject) -> FileSubject {
    let game = Simulator::new(subject.game.clone());
    let held = subject.game.fluent_ids();
    let held = held.filter(|&it| subject.start.holds(it));
    FileSubject {
        program: "test".to_owned(),
        game: "lock".to_owned(),
        settings: Vec::new(),
        rules: gdl::print(subject.rules.sheet(), gdl::Notation::Kif),
        rules_hash: subject.rules.hash().to_string(),
        roles: game.roles().to_vec(),
        start: held
            .map(|it| subject.game.fluents()[it.index()].clone())
            .collect(),
        engine: "test".to_owned(),
        algorithm: "test".to_owned(),
    }
}
