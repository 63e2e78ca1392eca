//! A run that is stopped while layers are valued leaves those that are valued in its
//! file: whole layers to the end of the game, each state worth what the judge says.

use game::{Level, Model, Obstacle, Options, Playable, Stop, StopReason};
use ground::Simulator;
use judge::Limits;
use symbolic::{Progress, SymbolicError, Task};
use table::Storage;
use table::solution::{About, Probe, SolutionFile, SolutionWriter, Subject, Terms};
use testkit::{GameShape, SplitMix64, drawn_game, ground_game, library_text, load};

/// Stops a game after every number of layers; tells how many files there were.
fn stop_everywhere(text: &str, model: Model, what: &str) -> usize {
    let game = ground_game(&load(text));
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    let mut simulator = Simulator::new(game.clone());
    let Ok(start) = simulator.initial();
    let options = Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::Strong,
    };
    let limits = Limits::default();
    let table = judge::solve(
        &mut simulator,
        start.clone(),
        &options,
        &limits,
        &mut |_| {},
    );
    let table = table.unwrap();
    let mut files = 0;
    for after in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.solution");
        let stop = Stop::new();
        let task = Task {
            stop: stop.clone(),
            ..Task::new(&game, &facts, &start, 1 << 26)
        };
        let mut writer = SolutionWriter::create(&path, "test", 1 << 24).unwrap();
        let mut valued = 0;
        let report = &mut |progress| {
            if let Progress::Backward { .. } = progress {
                if valued == after {
                    stop.request(StopReason::Interrupt);
                }
                valued += 1;
            }
        };
        let solved = symbolic::solve_into(&task, &options, Storage::Memory, &mut writer, report);
        match solved {
            Ok(_) | Err(SymbolicError::Unsuited(_)) => {
                return files;
            }
            Err(SymbolicError::Obstacle(Obstacle::Stopped { .. })) => {}
            Err(error) => panic!("{what}: {error}"),
        }
        assert!(stop.is_saving() && writer.states() > 0, "{what}, {after}");
        let subject = Subject {
            roles: simulator.roles().to_vec(),
            ..Subject::default()
        };
        let terms = Terms {
            model: table.model(),
            level: Level::Strong,
            infinite: None,
            cyclic: Some(false),
        };
        writer.finish(About::part(subject, terms)).unwrap();
        let file = SolutionFile::open(&path, 1 << 24).unwrap();
        let first = file.sections().unwrap()[0].number;
        let mut known = 0;
        for entry in table.iter() {
            let held = game.fluent_ids().filter(|&it| entry.state.holds(it));
            let held = held.map(|it| game.fluents()[it.index()].as_str());
            let place = file.place_of(held).unwrap();
            match file.probe(&place).unwrap() {
                Probe::Known(outcome) => {
                    assert_eq!(&file.outcome(outcome).value, entry.value, "{what}");
                    known += 1;
                }
                other => {
                    assert_eq!(other, Probe::Unknown, "{what}");
                    assert!(place.section < first, "{what}: a layer is not whole");
                }
            }
        }
        assert_eq!(known, file.counts().states, "{what}");
        files += 1;
    }
    files
}

#[test]
fn layers_of_library_games_that_are_valued_are_kept() {
    let games: [(&str, &[(&str, &str)]); 3] = [
        ("tic-tac-toe", &[]),
        ("connect-four", &[("width", "3"), ("height", "3")]),
        ("nim", &[("heaps", "2,3")]),
    ];
    let mut files = 0;
    for (name, settings) in games {
        let text = library_text(name, settings);
        for model in [Model::Difference, Model::Guaranteed] {
            files += stop_everywhere(&text, model, name);
        }
    }
    assert!(files > 30, "{files} files");
}

#[test]
fn layers_of_random_games_that_are_valued_are_kept() {
    let random = &mut SplitMix64::new(7);
    for _ in 0..12 {
        let text = drawn_game(GameShape::ending(random), random);
        stop_everywhere(&text, Model::Own, &text);
    }
}
