//! Many threads query one file, and get the same answers as one.

use std::thread;
use std::time::{Duration, Instant};

use play::{SolvedGame, State, choose};
use testkit::Stopwatch;

use super::solved;

/// The answers for all states of a game, in order.
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

/// The rate of queries.
#[derive(Clone, Copy, Default)]
struct Rate {
    /// States per second.
    by_clock: f64,
    /// States per second of CPU time: it falls if threads get in each other's way,
    /// and not because others use the machine.
    by_cpu: f64,
}

/// Asks for some states.
type Ask<'a> = &'a (dyn Fn(&[State]) + Sync);

/// Queries all states, distributed among threads.
fn rate(states: &[State], threads: usize, ask: Ask<'_>) -> Rate {
    let began = Instant::now();
    let ran = |part| {
        let watch = Stopwatch::start();
        ask(part);
        watch.elapsed()
    };
    let cpu: Duration = thread::scope(|scope| {
        let parts = states.chunks(states.len().div_ceil(threads));
        let started: Vec<_> = parts.map(|part| scope.spawn(|| ran(part))).collect();
        started.into_iter().map(|it| it.join().unwrap()).sum()
    });
    let all = states.len() as f64;
    Rate {
        by_clock: all / began.elapsed().as_secs_f64(),
        by_cpu: all / cpu.as_secs_f64(),
    }
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
    let ways: [(&str, Ask<'_>); 3] = [
        ("positions one by one", &one_by_one),
        ("positions by 1000", &together),
        ("values by 1000", &values),
    ];
    let mut slowest = f64::MAX;
    for (what, ask) in ways {
        rate(&states, 8, ask);
        let (mut one, mut eight) = (Rate::default(), Rate::default());
        // Alternating, so that a busy moment affects both.
        for _ in 0..5 {
            for (threads, best) in [(1, &mut one), (8, &mut eight)] {
                let rate = rate(&states, threads, ask);
                best.by_clock = best.by_clock.max(rate.by_clock);
                best.by_cpu = best.by_cpu.max(rate.by_cpu);
            }
        }
        let times = eight.by_clock / one.by_clock;
        println!(
            "{what}: {:.0}/s by one thread, {:.0}/s by eight, {times:.2} times; \
             {:.0} and {:.0} for each second of CPU",
            one.by_clock, eight.by_clock, one.by_cpu, eight.by_cpu
        );
        slowest = slowest.min(times);
    }
    assert!(slowest >= 1.7, "{slowest:.2}");
}

#[test]
fn a_solved_game_is_for_many_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<SolvedGame>();
    is_shared::<State>();
}
