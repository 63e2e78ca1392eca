//! Solved games from outside: solution files of library games, written by the
//! explicit engine, and what is done with them.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod asked;
mod boards;
mod oracles;
mod panels;
mod partial;
mod perfect;
mod reviewed;
mod surveyed;
mod threads;

use std::path::Path;

use game::{Level, Model, Options, Playable, Stop};
use gdl::{Rules, Source};
use ground::{BitState, GroundGame, Simulator};
use play::{SolvedGame, State};
use table::solution::{About, DEFAULT_CACHE, SolutionWriter, Subject};
use tempfile::TempDir;
use testkit::solution_files::subject;

/// The rules of a game of the library, with settings like `size=4`.
fn library_rules(name: &str, settings: &[&str]) -> Rules {
    let settings = settings.iter().map(|it| it.split_once('=').unwrap());
    let settings: Vec<_> = settings
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let text = library::find(name).unwrap().render(&settings).unwrap();
    let source = Source::new(name, text.as_bytes());
    gdl::load(&source, None).rules.unwrap()
}

/// What is usually asked.
fn options() -> Options {
    Options {
        model: Model::Difference,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}

/// Solves a game and writes it to a file.
fn write(path: &Path, name: &str, rules: &Rules, options: &Options) {
    let game = GroundGame::new(rules, &ground::Budget::new(Stop::new())).unwrap();
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    let mut simulator = Simulator::new(game);
    let Ok(start) = simulator.initial();
    let mut writer = SolutionWriter::create(path, name, 1 << 28).unwrap();
    let task = explicit::Task::new(&mut simulator, &facts, start.clone());
    let solution = explicit::solve_into(task, options, &mut writer, &mut |_| {});
    let solution = solution.unwrap().result;
    let fluents = simulator.game().fluent_ids().filter(|&it| start.holds(it));
    let fluents = fluents.map(|it| simulator.game().fluents()[it.index()].clone());
    let subject = Subject {
        game: name.to_owned(),
        ..subject(
            rules,
            simulator.roles(),
            ("explicit", "retrograde"),
            fluents.collect(),
        )
    };
    writer.finish(About::whole(subject, &solution)).unwrap();
}

/// The game of a file, for this test alone.
fn simulator(solved: &SolvedGame) -> Simulator {
    Simulator::new(solved.referee().ground().unwrap().clone())
}

/// The first state of a file, as its game has it.
fn first(solved: &SolvedGame) -> BitState {
    solved.start().bits().unwrap().clone()
}

/// A state of a ground game.
fn state(bits: &BitState) -> State {
    State::from(bits.clone())
}

/// A game of the library, solved; the folder has its file.
fn solved(name: &str, settings: &[&str]) -> (TempDir, SolvedGame) {
    solved_from(name, &library_rules(name, settings))
}

fn solved_from(name: &str, rules: &Rules) -> (TempDir, SolvedGame) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.solution");
    write(&path, name, rules, &options());
    let solved = SolvedGame::open(&path, DEFAULT_CACHE, Stop::new()).unwrap();
    (folder, solved)
}
