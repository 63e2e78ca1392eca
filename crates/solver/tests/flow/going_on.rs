//! A request that was stopped goes on when it is made again.

use game::{Stop, StopReason};
use solver::{Engine, Keep, Limits, Part, Request};

use crate::{connect_four, solution, solved};

#[test]
fn a_stopped_request_says_what_is_left_and_goes_on() {
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let folder = tempfile::tempdir().unwrap();
        let layers = folder.path().join("layers");
        let path = folder.path().join("file");
        let stop = Stop::new();
        let mut request = Request {
            engine,
            keep: Keep {
                folder: Some(layers.clone()),
                ..Keep::default()
            },
            out: Some(path.clone()),
            limits: Limits {
                stop: stop.clone(),
                ..Limits::default()
            },
            ..Request::new(connect_four())
        };
        let (mut deepest, mut first) = (0, 0);
        let failed = solver::solve(&request, &mut |event| {
            let Some(layer) = event.layer() else { return };
            deepest = deepest.max(layer);
            // On the way back, half of the layers are valued.
            if deepest > 12 && layer == 8 {
                stop.request(StopReason::Interrupt);
            }
        });
        let failed = failed.unwrap_err();
        assert_eq!(failed.stopped(), Some(StopReason::Interrupt));
        assert_eq!(failed.kept.as_deref(), Some(layers.as_path()));
        match failed.part {
            Some(Part::Written { first: begins, .. }) => first = begins.max(first),
            part => panic!("{part:?}"),
        }
        assert!((7..=9).contains(&first), "{first}");

        request.limits.stop = Stop::new();
        let mut layers_found = 0;
        let answer = solver::solve(&request, &mut |event| {
            layers_found += u64::from(event.layer().is_some());
        });
        let answer = answer.unwrap();
        assert_eq!(solution(&answer).states, 161_029);
        let written = answer.file.unwrap().unwrap();
        assert_eq!((written.path, written.states), (path, 161_029));
    }
}

#[test]
fn what_is_kept_in_the_cache_goes_when_all_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut request = Request {
        engine: Engine::Explicit,
        keep: Keep {
            cache: Some(folder.path().to_owned()),
            ..Keep::default()
        },
        ..Request::new(connect_four())
    };
    request.knobs.worth_keeping = 0;
    let mut kept = false;
    solver::solve(&request, &mut |event| {
        let mut entries = std::fs::read_dir(folder.path()).unwrap();
        kept |= event.layer().is_some_and(|layer| layer > 8) && entries.next().is_some();
    })
    .unwrap();
    assert!(kept);
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    assert_eq!(solution(&solved(&request)).states, 161_029);
}
