//! No answer depends on a knob.

use solver::{Knobs, Request};

use crate::{connect_four, game, solution, solved};

/// Each knob at its ends, the others as they are.
fn ends() -> Vec<Knobs> {
    let mut all = Vec::new();
    let mut set = |set: &dyn Fn(&mut Knobs)| {
        let mut knobs = Knobs::default();
        set(&mut knobs);
        all.push(knobs);
    };
    for end in [0, u64::MAX] {
        set(&|it| it.auto_instances = end);
        set(&|it| it.small = end);
        set(&|it| (it.small, it.small_as_a_whole) = (0, end));
        set(&|it| (it.small, it.small_as_a_whole, it.small_anyway) = (end, 0, end));
        set(&|it| (it.small, it.small_anyway, it.forecast) = (0, 0, end.into()));
        set(&|it| (it.small, it.small_anyway, it.dense) = (0, 0, end.into()));
        set(&|it| (it.small, it.small_anyway, it.fewest_moves) = (0, 0, end.into()));
        set(&|it| it.worth_keeping = end);
        set(&|it| (it.watch, it.look) = (0, end.min(1000)));
        set(&|it| it.watch = end);
    }
    for end in [1, u64::MAX] {
        set(&|it| (it.small, it.small_anyway, it.moves_per_work) = (0, 0, end.into()));
        set(&|it| it.writer_share = end);
    }
    all
}

#[test]
fn no_answer_depends_on_a_knob() {
    let folder = tempfile::tempdir().unwrap();
    for game in [connect_four(), game("nim", &[]), game("hanoi", &[])] {
        let usual = solved(&Request::new(game.clone()));
        for knobs in ends() {
            let mut request = Request {
                knobs,
                out: Some(folder.path().join("file")),
                ..Request::new(game.clone())
            };
            request.keep.cache = Some(folder.path().join("cache"));
            let answer = solved(&request);
            assert_eq!(
                solution(&answer).buckets,
                solution(&usual).buckets,
                "{knobs:?}"
            );
            assert_eq!(answer.value(), usual.value(), "{knobs:?}");
            assert!(matches!(answer.file, Some(Ok(_))), "{knobs:?}");
        }
    }
}
