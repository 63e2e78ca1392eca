//! A run that is stopped while layers are valued leaves the valued ones in its file:
//! whole layers to the end of the game, each state with the judge's value.

use std::path::Path;

use explicit::{ExplicitError, Progress, Task};
use game::{Level, Model, Obstacle, Options, Playable, Stop, StopReason};
use ground::{BitState, Simulator};
use judge::{Limits, Table};
use table::solution::{About, Probe, SolutionFile, SolutionWriter, Subject, Terms};
use testkit::{GameShape, SplitMix64, drawn_game, library_text, load, simulator};

/// A game to solve, and the judge's results.
struct Asked {
    game: Simulator,
    facts: analysis::Facts,
    options: Options,
    table: Table<BitState>,
}

impl Asked {
    fn new(text: &str, model: Model, level: Level) -> Self {
        let mut game = simulator(&load(text));
        let options = Options {
            model,
            infinite: None,
            draw_distances: false,
            level,
        };
        let Ok(start) = game.initial();
        let limits = Limits::default();
        let table = judge::solve(&mut game, start, &options, &limits, &mut |_| {}).unwrap();
        let budget = analysis::Budget::new(Stop::new());
        Asked {
            facts: analysis::analyse(game.game(), &budget).unwrap(),
            game,
            options,
            table,
        }
    }

    /// Solves into a file, with a request to stop when `after` layers are valued;
    /// returns whether it was stopped.
    fn stopped(&self, path: &Path, after: usize, reason: StopReason) -> bool {
        let mut game = self.game.clone();
        let Ok(start) = game.initial();
        let stop = Stop::new();
        let task = Task {
            stop: stop.clone(),
            ..Task::new(&mut game, &self.facts, start)
        };
        let mut writer = SolutionWriter::create(path, "test", 1 << 24).unwrap();
        let mut begun = 0;
        let solved = explicit::solve_into(task, &self.options, &mut writer, &mut |progress| {
            if let Progress::Backward { .. } = progress {
                if begun == after {
                    stop.request(reason);
                }
                begun += 1;
            }
        });
        match solved {
            Ok(_) => return false,
            Err(ExplicitError::Obstacle(Obstacle::Stopped { .. })) => {}
            Err(error) => panic!("{error}"),
        }
        assert_eq!(stop.is_saving(), writer.states() > 0);
        if writer.first_section().is_some() {
            let subject = Subject {
                roles: self.game.roles().to_vec(),
                ..Subject::default()
            };
            let terms = Terms {
                model: self.table.model(),
                level: self.options.level,
                infinite: None,
                cyclic: Some(false),
            };
            writer.finish(About::part(subject, terms)).unwrap();
        }
        true
    }

    /// All states of layers that the file has are right, and all others unknown.
    fn check(&self, path: &Path, what: &str) -> u128 {
        let file = SolutionFile::open(path, 1 << 24).unwrap();
        let first = file.sections().unwrap()[0].number;
        let (mut known, game) = (0, self.game.game());
        for entry in self.table.iter() {
            let held = game.fluent_ids().filter(|&it| entry.state.holds(it));
            let held: Vec<&str> = held.map(|it| game.fluents()[it.index()].as_str()).collect();
            let place = file.place_of(held).unwrap();
            match file.probe(&place).unwrap() {
                Probe::Known(outcome) => {
                    let outcome = file.outcome(outcome);
                    let right = (entry.value, entry.distance.filter(|_| file.has_distances()));
                    assert_eq!((&outcome.value, outcome.distance), right, "{what}");
                    known += 1;
                }
                other => {
                    assert_eq!(other, Probe::Unknown, "{what}");
                    assert!(place.section < first, "{what}: a layer is not whole");
                }
            }
        }
        assert_eq!(known, file.counts().states, "{what}");
        known
    }
}

/// Stops a game after every number of layers; returns the number of files.
fn stop_everywhere(text: &str, what: &str) -> usize {
    let mut files = 0;
    for model in [Model::Difference, Model::Own, Model::Guaranteed] {
        for level in [Level::Strong, Level::UltraStrong] {
            let asked = Asked::new(text, model, level);
            let reasons = [StopReason::Interrupt, StopReason::Memory, StopReason::Time];
            for (after, reason) in (0..).zip(reasons.into_iter().cycle()) {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("part.solution");
                if !asked.stopped(&path, after, reason) {
                    break;
                }
                if path.exists() {
                    files += 1;
                    let known = asked.check(&path, what);
                    assert!(known > 0);
                }
            }
        }
    }
    files
}

#[test]
fn layers_of_library_games_that_are_valued_are_kept() {
    let games: [(&str, &[(&str, &str)]); 4] = [
        ("tic-tac-toe", &[]),
        ("connect-four", &[("width", "3"), ("height", "3")]),
        ("clobber", &[("rows", "2"), ("columns", "4")]),
        ("nim", &[("heaps", "2,3")]),
    ];
    let mut files = 0;
    for (name, settings) in games {
        files += stop_everywhere(&library_text(name, settings), name);
    }
    assert!(files > 60, "{files} files");
}

#[test]
fn layers_of_random_games_that_are_valued_are_kept() {
    let random = &mut SplitMix64::new(7);
    let mut files = 0;
    for _ in 0..12 {
        let text = drawn_game(GameShape::ending(random), random);
        files += stop_everywhere(&text, &text);
    }
    assert!(files > 0);
}
