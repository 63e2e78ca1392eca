//! What a search promises beside right proofs.

use game::{RoleId, Stop, StopReason};
use search::{Algorithm, Ended, SearchError, Settings};
use testkit::{ground_game, load};

use crate::games::{begin, library, run, uct};

const FOUR: [(&str, &str); 2] = [("width", "5"), ("height", "4")];

#[test]
fn the_same_seed_gives_the_same_estimates() {
    let estimates = |seed| {
        let mut search = library("connect-four", &FOUR, Settings { seed, ..uct() });
        run(&mut search, 3000);
        search.estimates()
    };
    assert_eq!(estimates(7), estimates(7));
    assert_ne!(estimates(7), estimates(8));
}

#[test]
fn being_told_changes_nothing() {
    let mut told = 0;
    let mut search = library("connect-four", &FOUR, uct());
    let ended = search.run(3000, None, &Stop::new(), &mut |it| told = it.iterations);
    assert!(matches!(ended, Ok(Ended::Enough)) && told > 2800, "{told}");
    let mut other = library("connect-four", &FOUR, uct());
    run(&mut other, 3000);
    assert_eq!(search.estimates(), other.estimates());
}

#[test]
fn every_iteration_is_counted_once() {
    for algorithm in [Algorithm::Uct, Algorithm::Uct2008] {
        for threads in [1, 2] {
            let settings = Settings {
                threads,
                ..Settings::new(algorithm)
            };
            let mut search = library("connect-four", &FOUR, settings);
            assert_eq!(run(&mut search, 2000), Ended::Enough);
            let estimates = search.estimates();
            assert_eq!(estimates.iterations, 2000);
            let visits = estimates.moves.iter().map(|it| it.visits);
            assert_eq!(visits.sum::<u64>(), 2000);
        }
    }
}

#[test]
fn the_centre_of_connect_four_is_found() {
    let mut search = library("connect-four", &[], uct());
    run(&mut search, 20_000);
    let best = search.best_move(RoleId::new(0)).expect("there is a move");
    assert_eq!(search.game().moves()[best.index()], "(drop 4)");
    assert!(search.line().len() > 3);
}

#[test]
fn what_was_found_stays_when_the_root_moves_on() {
    let mut search = library("connect-four", &FOUR, uct());
    run(&mut search, 5000);
    let best = search.best_move(RoleId::new(0)).expect("there is a move");
    let visits = search
        .estimates()
        .moves
        .iter()
        .find(|it| it.mov == best)
        .map(|it| it.visits);
    let joint = vec![best, search.legal()[1][0]];
    search.advance(&joint).expect("it is legal");
    let after: u64 = search.estimates().moves.iter().map(|it| it.visits).sum();
    // The playouts of the node itself are not those of its moves.
    assert!(
        after + 4 >= visits.expect("it was tried"),
        "{after} of {visits:?}"
    );
    run(&mut search, 1000);
    assert!(matches!(search.advance(&joint), Err(SearchError::Illegal)));
}

/// A match of the search with itself comes to an end, whatever was kept.
#[test]
fn it_plays_to_the_end() {
    for memory_bytes in [1 << 30, 1] {
        let mut search = library(
            "connect-four",
            &FOUR,
            Settings {
                memory_bytes,
                ..uct()
            },
        );
        while !search.legal().is_empty() {
            run(&mut search, 300);
            let roles = RoleId::all(2);
            let joint: Vec<_> = roles
                .map(|role| search.best_move(role).expect("play goes on"))
                .collect();
            search.advance(&joint).expect("it is legal");
        }
        assert!(search.estimates().proven.is_some());
        assert_eq!(run(&mut search, 10), Ended::Proven);
    }
}

#[test]
fn a_stop_leaves_nothing_under_way() {
    let mut search = library("connect-four", &[], uct());
    let stop = Stop::new();
    let asked = stop.clone();
    let ended = search.run(u64::MAX, None, &stop, &mut |it| {
        if it.iterations > 1000 {
            asked.request(StopReason::Time);
        }
    });
    assert!(matches!(ended, Ok(Ended::Stopped(StopReason::Time))));
    let visits: u64 = search.estimates().moves.iter().map(|it| it.visits).sum();
    assert_eq!(visits, search.estimates().iterations);
    assert_eq!(run(&mut search, 500), Ended::Enough);
}

#[test]
fn an_ill_formed_state_is_told() {
    let text = "(role a) (init (n 0)) (<= (legal a go) (true (n 0))) (<= (next (n 1)) (does a go))
        (goal a 0) (<= terminal (true (n 2)))";
    let mut search = begin(ground_game(&load(text)), uct());
    let error = search
        .run(10, None, &Stop::new(), &mut |_| {})
        .expect_err("n 1 has no move");
    let SearchError::Fault { state, .. } = error else {
        panic!("{error}")
    };
    assert_eq!(state, "((n 1))");
}

/// Play that only ends if somebody wants it: iterations are given up, and no way through the
/// graph goes round for ever.
#[test]
fn play_without_end_is_given_up() {
    let text = "(role a) (role b) (init (at 0)) (legal a stay) (legal b stay)
        (<= (legal a (go ?n)) (true (at ?m)) (next_to ?m ?n)) (next_to 0 1) (next_to 1 0) (next_to 1 2)
        (<= (next (at ?n)) (does a (go ?n))) (<= (next (at ?n)) (true (at ?n)) (does a stay))
        (<= terminal (true (at 3))) (<= (next (at 3)) (true (at 2)) (does a stay) (true never))
        (goal a 0) (goal b 100)";
    let mut search = begin(
        ground_game(&load(text)),
        Settings {
            max_length: 50,
            ..uct()
        },
    );
    assert_eq!(run(&mut search, 2000), Ended::Enough);
    assert_eq!(search.estimates().rewards, [0.0, 100.0]);
}
