//! Many threads ask one file, and get the answers that one gets.

use std::thread;
use std::time::Instant;

use play::{SolvedGame, State, choose};

use super::solved;

/// What is told of all states of a game, by their order.
fn told(solved: &SolvedGame, states: &[State]) -> Vec<String> {
    let told = |state: &State| {
        let position = solved.position(state).unwrap();
        let chosen = choose(solved, &position).unwrap().map(|it| &it.text);
        format!("{position:?} {chosen:?}")
    };
    states.iter().map(told).collect()
}

#[test]
fn eight_threads_are_told_what_one_is() {
    let (_folder, solved) = solved("connect-four", &["width=4", "height=4"]);
    let states = states(&solved, 1500);
    let expected = told(&solved, &states);
    thread::scope(|scope| {
        for number in 0..8 {
            let (solved, states, expected) = (&solved, &states, &expected);
            scope.spawn(move || {
                // Each begins elsewhere, so that they are never at the same place.
                let middle = number * states.len() / 8;
                let (late, early) = states.split_at(middle);
                assert_eq!(told(solved, early), expected[middle..]);
                assert_eq!(told(solved, late), expected[..middle]);
            });
        }
    });
}

/// States of a game, breadth first.
fn states(solved: &SolvedGame, most: usize) -> Vec<State> {
    let mut states = vec![solved.start().clone()];
    let mut at = 0;
    while states.len() < most {
        let position = solved.position(&states[at]).unwrap();
        states.extend(position.moves.into_iter().map(|it| it.next));
        at += 1;
    }
    states
}

/// Asks for all states, shared out among threads: states for each second.
fn rate(states: &[State], threads: usize, ask: impl Fn(&[State]) + Sync) -> f64 {
    let began = Instant::now();
    thread::scope(|scope| {
        for part in states.chunks(states.len().div_ceil(threads)) {
            scope.spawn(|| ask(part));
        }
    });
    states.len() as f64 / began.elapsed().as_secs_f64()
}

#[test]
#[ignore = "a measurement: alone on an idle machine of two cores, with --nocapture"]
fn eight_threads_are_faster_than_one() {
    let (_folder, solved) = solved("connect-four", &["width=5", "height=4"]);
    let states = states(&solved, 200_000);
    let one_by_one = |part: &[State]| {
        for state in part {
            solved.position(state).unwrap();
        }
    };
    let together = |part: &[State]| {
        for some in part.chunks(1000) {
            solved.positions(some).unwrap();
        }
    };
    let values = |part: &[State]| {
        for some in part.chunks(1000) {
            solved.outcomes(some).unwrap();
        }
    };
    let ways: [(&str, &(dyn Fn(&[State]) + Sync)); 3] = [
        ("positions one by one", &one_by_one),
        ("positions by 1000", &together),
        ("values by 1000", &values),
    ];
    for (what, ask) in ways {
        rate(&states, 8, ask);
        // Turn by turn, so that a busy moment hits both.
        let (mut one, mut eight) = (0.0, 0.0);
        for _ in 0..5 {
            one = rate(&states, 1, ask).max(one);
            eight = rate(&states, 8, ask).max(eight);
        }
        let times = eight / one;
        println!("{what}: {one:.0}/s by one thread, {eight:.0}/s by eight, {times:.2} times");
        assert!(times >= 1.7, "{what}");
    }
}

#[test]
fn a_solved_game_is_for_many_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<SolvedGame>();
    is_shared::<State>();
}
