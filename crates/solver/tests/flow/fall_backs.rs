//! An engine that does not do is followed by another one, to the same answer.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use solver::{Engine, Event, Keep, Knobs, Limits, Memory, Reason, Request};
use table::solution::SolutionFile;

use crate::{connect_four, game, solution, solved};

/// Knobs by which every game is one for sets.
fn always_sets() -> Knobs {
    let mut knobs = Knobs::default();
    (knobs.small, knobs.small_anyway, knobs.dense) = (0, 0, 0);
    knobs
}

fn states_in(path: &Path) -> u128 {
    SolutionFile::open(path, 1 << 20).unwrap().counts().states
}

/// Whoever comes to the bound of work has begun a file, which the other engine then
/// writes.
#[test]
fn where_sets_take_too_long_states_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut request = Request {
        knobs: always_sets(),
        out: Some(path.clone()),
        ..Request::new(game("nim", &[]))
    };
    let sets = solved(&request);
    assert_eq!((sets.engine, states_in(&path)), (Engine::Symbolic, 344));
    request.knobs.moves_per_work = u128::MAX;
    let mut told = false;
    let listed = solver::solve(&request, &mut |event| {
        told |= matches!(event, Event::Chosen(Reason::ValuesTooLarge));
    });
    let listed = listed.unwrap();
    assert!(told);
    assert_eq!((listed.engine, states_in(&path)), (Engine::Explicit, 344));
    assert_eq!(solution(&listed).buckets, solution(&sets).buckets);
    assert_eq!(solution(&listed).initial, solution(&sets).initial);
}

/// Also where the folder has layers as sets, and the file a part of them; and the
/// folder says so to the next run.
#[test]
fn where_sets_do_not_fit_states_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut request = Request {
        knobs: always_sets(),
        out: Some(path.clone()),
        ..Request::new(connect_four())
    };
    let sets = solved(&request);
    assert_eq!(sets.engine, Engine::Symbolic);
    // There is memory for a look at sets, and none for the work on them.
    let memory = Arc::new(AtomicU64::new(1 << 30));
    let left = memory.clone();
    request.limits = Limits {
        memory: Memory::Left(Arc::new(move || left.load(Ordering::Relaxed))),
        ..Limits::default()
    };
    request.keep = Keep {
        folder: Some(folder.path().join("layers")),
        ..Keep::default()
    };
    let mut fell_back = 0;
    for fall_backs in [1, 1] {
        let listed = solver::solve(&request, &mut |event| match event {
            Event::Chosen(Reason::Seen { sets: true, .. }) => memory.store(0, Ordering::Relaxed),
            Event::Chosen(Reason::LayersTooLarge) => fell_back += 1,
            _ => {}
        });
        let listed = listed.unwrap();
        assert_eq!((listed.engine, fell_back), (Engine::Explicit, fall_backs));
        assert_eq!(solution(&listed).buckets, solution(&sets).buckets);
        assert_eq!(states_in(&path), 161_029);
    }
}
